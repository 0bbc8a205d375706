import StorageSimulation
import Testing

@testable import WCDBStorage

/// Small databases as bytes, and what opening changed of them.
struct TestDatabase {
    static let path = "/db/file"
    static var log: String { StoreFiles.log(path) }

    static var options: StoreOptions {
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        return options
    }

    static func payload(_ number: Int, count: Int = 100) -> [UInt8] {
        [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: count)
    }

    /// Puts rows with these numbers into the one table, which the first call makes.
    static func insert(
        _ numbers: Range<Int>, into store: Store, level: SyncLevel = .full
    ) throws {
        let write = try store.beginWrite()
        defer { write.end() }
        if try Catalog(write).entry(TreeID(3)) == nil {
            _ = try Catalog(write).create(
                .init(type: "table", name: "t", tableName: "t", sql: nil))
        }
        let tree = try write.rowidTree(TreeID(3))
        for number in numbers {
            _ = try payload(number).withUnsafeBytes { try tree.insert(Int64(number), $0) }
        }
        try write.commit(level: level)
    }

    /// The rows of the table, or nil if there is none.
    static func rows(_ store: Store, isSound: Bool = true) throws -> [Int64]? {
        let read = try store.beginRead()
        defer { read.end() }
        if isSound { #expect(try IntegrityCheck.run(read) == []) }
        guard try Catalog(read).entry(TreeID(3)) != nil else { return nil }
        let cursor = try read.rowidTree(TreeID(3)).makeCursor()
        var rows: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            #expect(try Array(cursor.payload()) == payload(Int(cursor.rowid)))
            rows.append(cursor.rowid)
            isThere = try cursor.next()
        }
        return rows
    }

    /// A database with ten rows that nobody has closed: its log is beside it.
    static func open(seed: UInt64 = 1) throws -> DiskImage {
        let disk = SimulatedFileSystem(seed: seed)
        let store = try Store.open(path, options: options, fileSystem: disk)
        try insert(0..<10, into: store)
        var image = disk.image
        image.files[StoreFiles.lock(path)] = nil
        store.abandon()
        return image
    }

    /// The same as one file.
    static func closed(seed: UInt64 = 1) throws -> DiskImage {
        let disk = SimulatedFileSystem(image: try open(seed: seed))
        try Store.open(path, options: options, fileSystem: disk).close()
        #expect(Set(disk.image.files.keys) == [path])
        return disk.image
    }

    /// The error of opening these files, which must leave them as they are.
    static func refusal(
        of image: DiskImage, options: StoreOptions = options,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ prepare: (SimulatedFileSystem) -> Void = { _ in }
    ) -> StorageError? {
        let disk = SimulatedFileSystem(image: image)
        prepare(disk)
        do {
            let store = try Store.open(path, options: options, fileSystem: disk)
            store.abandon()
            Issue.record("the file was opened", sourceLocation: sourceLocation)
            return nil
        } catch {
            let isUnchanged = disk.image == image
            #expect(isUnchanged, "a refused file was changed", sourceLocation: sourceLocation)
            return error
        }
    }
}
