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
/// Creating one never fails, because it opens nothing; the first operation does. Objects of one
/// path share everything, and any thread may use them.
public class Database: @unchecked Sendable {
    final let core: DatabaseCore

    init(_ core: DatabaseCore) {
        self.core = core
        core.retain()
    }

    deinit { core.release() }

    /// The database in the file at a path. Missing directories above it are created.
    ///
    /// ```swift
    /// let database = Database(at: NSHomeDirectory() + "/Documents/notes.db")
    /// ```
    public convenience init(at path: String) {
        // Some systems take a tilde at the start of the path of a URL for the user's folder.
        self.init(at: URL(fileURLWithPath: path.hasPrefix("~") ? "./" + path : path))
    }

    /// The database in the file at a URL.
    ///
    /// With `readOnly` the database is closed, and from then on can only be read, through any
    /// object, for as long as the process lives.
    ///
    /// ```swift
    /// let url = URL(fileURLWithPath: "/usr/share/dictionary/words.db")
    /// let words = Database(at: url, readOnly: true)
    /// ```
    public convenience init(at url: URL, readOnly: Bool = false) {
        self.init(CoreDirectory.shared.core(at: url))
        if readOnly {
            close()
            core.makeReadOnly()
        }
    }

    /// A database that exists only in memory: each call creates another one.
    ///
    /// Any thread may use it. Closing it empties it.
    ///
    /// ```swift
    /// let scratch = Database.createInMemoryDatabase()
    /// try scratch.create(table: "notes", of: Note.self)
    /// ```
    public static func createInMemoryDatabase() -> Database {
        let core = DatabaseCore(path: DatabaseCore.memoryPath, isInMemory: true)
        OperationTraces.shared.tell(core, .Create)
        return Database(core)
    }

    /// The number by which traces and errors name the database; nil if it has none.
    ///
    /// ```swift
    /// database.tag = 7
    /// ```
    public var tag: Tag? {
        get { core.tag }
        set {
            core.tag = newValue == 0 ? nil : newValue
            // Connections tell listeners the tag that they know.
            Tracers.noteChange()
            if newValue == nil || newValue == 0 { core.misuse("Tag can't be 0.") }
            OperationTraces.shared.tell(core, .SetTag)
        }
    }

    /// The path of the file, without links.
    ///
    /// ```swift
    /// Database(at: "/tmp/../tmp/notes.db").path.hasSuffix("/tmp/notes.db")  // true
    /// ```
    public final var path: String { core.path }

    /// Whether the database can be opened; opens it. That it cannot because it is damaged is the
    /// answer: nobody is notified of that.
    ///
    /// ```swift
    /// if !database.canOpen { print("is the disk full, or the file another program's?") }
    /// ```
    public var canOpen: Bool { core.corruption.withoutChecks { (try? getHandle()) != nil } }

    /// Whether there is a connection. Always false for a database in memory.
    ///
    /// ```swift
    /// database.close()
    /// database.isOpened  // false
    /// ```
    public var isOpened: Bool { !core.isInMemory && !core.pool.isEmpty(tell: core.tellBusy) }

    /// The connection of this thread.
    ///
    /// `writeHint` tells that it will be used to write; of those, few are given out at a time.
    ///
    /// ```swift
    /// let handle = try database.getHandle()
    /// try handle.prepare(sql: "SELECT count(*) FROM notes")
    /// let count = try handle.step() ? handle.value(atIndex: 0).intValue : 0
    /// handle.finalize()
    /// ```
    public func getHandle(writeHint: Bool = false) throws -> Handle {
        let thread = ThreadNumber.current
        return Handle(
            self, try core.take(writeHint: writeHint, for: self, by: thread), for: thread)
    }

    /// The connection of this thread, unless a signal comes before it is there.
    final func getHandle(
        writeHint: Bool, until signal: Handle.CancellationSignal
    ) throws(WCDBError) -> Handle {
        Handle(
            self,
            try core.take(writeHint: writeHint, for: self, by: .current, until: signal))
    }

    /// A connection that belongs to no thread: whoever has it makes sure that one at a time uses
    /// it.
    final func getDetachedHandle(
        until signal: Handle.CancellationSignal
    ) throws(WCDBError) -> Handle {
        Handle(
            self,
            try core.take(writeHint: false, for: self, by: .makeUnused(), until: signal),
            for: nil)
    }

    /// Runs a statement once; rows are passed over.
    ///
    /// ```swift
    /// try database.exec(StatementDelete().delete(from: "notes").where(Note.Properties.isDraft))
    /// ```
    public func exec(_ statement: any Statement) throws {
        try getHandle(writeHint: statement.statementTree.mayWrite).exec(statement)
    }
}

extension Database: HandleRepresentable {
    /// This database.
    ///
    /// ```swift
    /// let places: [any HandleRepresentable] = [database, handle]
    /// Set(places.map { $0.getDatabase().path }).count  // 1
    /// ```
    public func getDatabase() -> Database { self }
}
