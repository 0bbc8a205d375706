/// An open SQLite database, configured as WCDB configures it.
///
/// **Users.** One thread: it is opened with `SQLITE_OPEN_NOMUTEX`.
final class SQLiteConnection {
    private static let readWriteCreateNoMutex: Int32 = 0x2 | 0x4 | 0x8000

    let library: SQLiteLibrary
    private var handle: OpaquePointer?

    init(
        _ bench: Workbench, path: String, setting: PeerSetting, synchronous: String = "NORMAL",
        autocheckpoint: Int = 0
    ) throws {
        guard let library = try SQLiteLibrary.load(path: bench.sqlitePath) else {
            throw BenchmarkError("there is no SQLite library")
        }
        self.library = library
        let flags = SQLiteConnection.readWriteCreateNoMutex
        try check(library.open(path, &handle, flags, nil), "open \(path)")
        try check(library.busyTimeout(handle, 10_000), "busy timeout")
        let pragmas = setting.pragmas(
            cacheBytes: bench.cacheBytes, synchronous: synchronous, autocheckpoint: autocheckpoint)
        for pragma in pragmas { try execute("PRAGMA " + pragma) }
    }

    deinit { _ = library.close(handle) }

    func execute(_ sql: String) throws {
        try check(library.execute(handle, sql, nil, nil, nil), sql)
    }

    func prepare(_ sql: String) throws -> SQLiteStatement {
        var statement: OpaquePointer?
        try check(library.prepare(handle, sql, -1, &statement, nil), sql)
        guard let statement else { throw BenchmarkError("no statement in \(sql)") }
        return SQLiteStatement(self, statement)
    }

    /// Moves the whole log into the file; cuts the log to nothing, or leaves it to be recycled.
    func checkpoint(truncatesLog: Bool = true) throws {
        let restart: Int32 = 2
        let truncate: Int32 = 3
        let mode = truncatesLog ? truncate : restart
        try check(library.checkpoint(handle, nil, mode, nil, nil), "checkpoint")
    }

    /// The digest of all rows of a query of `columns`, in its order.
    func digest(_ sql: String, columns: [SQLiteColumn]) throws -> UInt64 {
        let statement = try prepare(sql)
        var digest = RowDigest()
        while try statement.step() {
            for (index, column) in columns.enumerated() {
                switch column {
                case .integer: digest.add(statement.int(Int32(index)))
                case .text: digest.add(statement.text(Int32(index)))
                case .blob: digest.add(statement.blob(Int32(index)))
                }
            }
        }
        return digest.value
    }

    func check(_ code: Int32, _ action: String) throws {
        guard code != 0 else { return }
        let message = library.errorMessage(handle).map { String(cString: $0) } ?? "no message"
        throw BenchmarkError("SQLite error \(code), \(message): \(action)")
    }
}

/// How to read a column of a result.
enum SQLiteColumn {
    case integer, text, blob
}
