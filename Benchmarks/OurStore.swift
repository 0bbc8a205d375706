/// Our engine as the workloads see it: a file with one rowid tree whose rows are records. The
/// only file of the benchmark that knows the storage interface.
///
/// The engine is being built; until it is here, opening a store says so and everything else of
/// the benchmark works.
final class OurStore: Sendable {
    /// Whether there is an engine to measure.
    static let isAvailable = false

    /// How durable a commit is when it returns.
    enum Durability {
        /// Survives a crash of the process; the log is synced at the checkpoint.
        case normal
        /// Survives power loss.
        case full
    }

    /// Opens or creates the store at `path`, with pages of 4,096 bytes and the bench's budget.
    init(
        _ bench: Workbench, path: String, durability: Durability = .normal,
        checkpointsByItself: Bool = false
    ) throws {
        throw BenchmarkError("the storage engine is not there yet")
    }

    /// Where the log of the store at `path` is.
    static func logPath(_ path: String) -> String { path + "-wal" }

    /// Makes the tree that all rows go to. Once per file.
    func createTree() throws {}
    func beginRead() throws -> OurTransaction { OurTransaction() }
    func beginWrite() throws -> OurTransaction { OurTransaction() }
    /// Moves the whole log into the file; cuts the log to nothing, or leaves it to be recycled.
    func checkpoint(truncatesLog: Bool = true) throws {}
    func close() throws {}
}

/// A transaction of our engine, and its view of the one tree.
final class OurTransaction {
    func append(_ rowid: Int64, _ record: UnsafeRawBufferPointer) throws {}
    /// Replaces the record of a row. Requires: the row is there.
    func replace(_ rowid: Int64, _ record: UnsafeRawBufferPointer) throws {}
    /// Returns whether the row was there.
    func delete(_ rowid: Int64) throws -> Bool { false }
    func cursor() throws -> OurCursor { OurCursor() }
    func commit() throws {}
    /// Ends a read.
    func end() throws {}
}

/// A place in the tree. The payload is good until the next move.
final class OurCursor {
    var rowid: Int64 { 0 }
    var payload: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
    func seek(_ rowid: Int64) throws -> Bool { false }
    func first() throws -> Bool { false }
    func next() throws -> Bool { false }
}

/// Rows as records of our engine. Making and reading them is part of the measured time, as it is
/// in SQLite.
enum OurRecord {
    /// Makes records in memory that is used again: a record is good until the next one.
    struct Writer: ~Copyable {
        mutating func keyed(
            _ key: Int64, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer { blob }

        mutating func texted(
            _ text: UnsafeRawBufferPointer, _ blob: UnsafeRawBufferPointer
        ) -> UnsafeRawBufferPointer { blob }
    }

    /// The columns of a record made by `keyed`.
    @inline(__always)
    static func readKeyed(
        _ payload: UnsafeRawBufferPointer
    ) -> (key: Int64, blob: UnsafeRawBufferPointer) { (0, payload) }

    /// The columns of a record made by `texted`.
    @inline(__always)
    static func readTexted(
        _ payload: UnsafeRawBufferPointer
    ) -> (text: UnsafeRawBufferPointer, blob: UnsafeRawBufferPointer) { (payload, payload) }
}
