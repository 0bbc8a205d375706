import WCDBEngine
import WCDBStorage

/// Our engine, spoken to in SQL through the connection that every layer above uses.
struct OurSession: SQLSession {
    private let connection: Connection

    init(_ bench: Workbench, path: String) throws {
        var options = StoreOptions()
        options.cacheBudget = bench.cacheBytes
        options.syncLevel = .normal
        options.backgroundCheckpoints = false
        options.logLimit = .max
        connection = try Connection(path: path, options: options)
    }

    func execute(_ sql: String) throws { try connection.execute(sql) }

    func prepare(_ sql: String) throws -> OurSQLStatement {
        guard let statement = try connection.prepare(sql) else {
            throw BenchmarkError("no statement in \(sql)")
        }
        return OurSQLStatement(statement)
    }

    func prepareAfresh(_ sql: String) throws -> OurSQLStatement {
        guard let statement = try connection.prepare(sql, isRemembered: false) else {
            throw BenchmarkError("no statement in \(sql)")
        }
        return OurSQLStatement(statement)
    }

    func checkpoint() throws {
        guard let statement = try connection.prepare("PRAGMA wal_checkpoint(TRUNCATE)") else {
            return
        }
        while try statement.step() {}
    }

    func close() throws { try connection.close() }
}

/// A prepared statement of our engine.
struct OurSQLStatement: SQLSessionStatement {
    private let statement: PreparedSQL

    fileprivate init(_ statement: PreparedSQL) { self.statement = statement }

    @inline(__always)
    func bind(_ value: Int64, at index: Int32) throws {
        try statement.bind(copying: .integer(value), at: Int(index))
    }

    @inline(__always)
    func bind(_ value: Double, at index: Int32) throws {
        try statement.bind(copying: .real(value), at: Int(index))
    }

    @inline(__always)
    func bindText(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        guard let base = bytes.baseAddress else { return }
        try statement.bind(copying: .text(base, count: bytes.count), at: Int(index))
    }

    @inline(__always)
    func bindBlob(_ bytes: UnsafeRawBufferPointer, at index: Int32) throws {
        guard let base = bytes.baseAddress else { return }
        try statement.bind(copying: .blob(base, count: bytes.count), at: Int(index))
    }

    @inline(__always)
    func step() throws -> Bool { try statement.step() }

    @inline(__always)
    func reset() throws { statement.reset() }

    @inline(__always)
    func int(_ column: Int32) -> Int64 { statement.column(Int(column)).integer }

    @inline(__always)
    func real(_ column: Int32) -> Double { statement.column(Int(column)).real }

    @inline(__always)
    func text(_ column: Int32) -> UnsafeRawBufferPointer { statement.column(Int(column)).bytes }

    @inline(__always)
    func blob(_ column: Int32) -> UnsafeRawBufferPointer { statement.column(Int(column)).bytes }
}
