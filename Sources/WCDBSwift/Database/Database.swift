public import Foundation
import WCDBStorage

/// A database: a file, or one in memory.
///
/// ```swift
/// let database = Database(at: "/path/to/notes.db")
/// try database.create(table: "notes", of: Note.self)
/// try database.insert(note, intoTable: "notes")
/// ```
///
/// Making one neither fails nor opens anything; the first operation does. Objects of one path
/// share everything, and any thread may use them.
public class Database: @unchecked Sendable {
    final let core: DatabaseCore

    init(_ core: DatabaseCore) {
        self.core = core
        core.retain()
    }

    deinit { core.release() }

    /// The database in the file at a path. The directories above it are made.
    public convenience init(at path: String) {
        self.init(at: URL(fileURLWithPath: path))
    }

    /// The database in the file at a URL.
    ///
    /// With `readOnly` the database is closed, and from then on can only be read, through whatever
    /// object, as long as the process lives.
    public convenience init(at url: URL, readOnly: Bool = false) {
        self.init(CoreDirectory.shared.core(at: url))
        if readOnly {
            close()
            core.makeReadOnly()
        }
    }

    /// A database that lives in memory, and nowhere else: each call makes another one.
    ///
    /// Any thread may use it. Closing it empties it.
    public static func createInMemoryDatabase() -> Database {
        let core = DatabaseCore(path: DatabaseCore.memoryPath, isInMemory: true)
        OperationTraces.shared.tell(core, .Create)
        return Database(core)
    }

    /// The number by which traces and errors name the database; nil if it has none.
    public var tag: Tag? {
        get { core.tag }
        set {
            core.tag = newValue == 0 ? nil : newValue
            if newValue == nil || newValue == 0 { core.misuse("Tag can't be 0.") }
            OperationTraces.shared.tell(core, .SetTag)
        }
    }

    /// The path of the file, without links.
    public final var path: String { core.path }

    /// Whether the database can be opened; opens it.
    public var canOpen: Bool { (try? getHandle()) != nil }

    /// Whether there is a connection. Always false for a database in memory.
    public var isOpened: Bool { !core.isInMemory && !core.pool.isEmpty }

    /// The connection of this thread.
    ///
    /// `writeHint` tells that it will be used to write; of those, few are given out at a time.
    public func getHandle(writeHint: Bool = false) throws -> Handle {
        let thread = ThreadNumber.current
        return Handle(
            self, try core.take(writeHint: writeHint, for: self, by: thread), for: thread)
    }

    /// The connection of this thread, unless a signal comes before it is there.
    final func getHandle(
        writeHint: Bool, until signal: Handle.CancellatiionSignal
    ) throws(WCDBError) -> Handle {
        Handle(
            self,
            try core.take(writeHint: writeHint, for: self, by: .current, until: signal))
    }

    /// A connection that belongs to no thread: whoever has it makes sure that one at a time uses
    /// it.
    final func getDetachedHandle(
        until signal: Handle.CancellatiionSignal
    ) throws(WCDBError) -> Handle {
        Handle(
            self,
            try core.take(writeHint: false, for: self, by: .makeUnused(), until: signal),
            for: nil)
    }

    /// Runs a statement once; rows are passed over.
    public func exec(_ statement: any Statement) throws {
        try getHandle(writeHint: statement.statementTree.mayWrite).exec(statement)
    }
}

extension Database: HandleRepresentable {
    /// This database.
    public func getDatabase() -> Database { self }
}
