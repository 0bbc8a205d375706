import StorageSimulation
import WCDBEngine
import WCDBStorage

/// One of the two that run a script.
protocol ScriptSide: AnyObject {
    func run(_ sql: String) -> StatementOutcome
}

/// This engine, on a file in memory that can be closed and opened again.
final class EngineSide: ScriptSide {
    private let files = MemoryFileSystem()
    private var connection: Connection
    /// What the last statement was compiled to.
    private(set) var lastProgram: Program?

    init() throws { connection = try EngineSide.open(files) }

    private static func open(_ files: MemoryFileSystem) throws -> Connection {
        var options = StoreOptions()
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        return try Connection(path: "/db/script", options: options, fileSystem: files)
    }

    /// Closes the database and opens it again. What was open is rolled back.
    func reopen() throws {
        try connection.close()
        connection = try EngineSide.open(files)
    }

    func close() throws { try connection.close() }

    func run(_ sql: String) -> StatementOutcome { run(sql, []) }

    /// Runs a statement with values for its parameters.
    func run(_ sql: String, _ values: [Value]) -> StatementOutcome {
        var outcome = StatementOutcome()
        do throws(EngineError) {
            try rows(of: sql, values, into: &outcome)
        } catch {
            outcome.code = error.code.rawValue
            outcome.message = error.message
            outcome.rows = []
        }
        outcome.changes = connection.changeCount
        outcome.totalChanges = connection.totalChangeCount
        outcome.lastInsertRowID = connection.lastInsertRowID
        outcome.isAutocommit = connection.isAutocommit
        return outcome
    }

    private func rows(
        of sql: String, _ values: [Value], into outcome: inout StatementOutcome
    ) throws(EngineError) {
        lastProgram = nil
        guard let statement = try connection.prepare(sql) else { return }
        lastProgram = statement.program
        defer { statement.reset() }
        for (index, value) in values.enumerated() { try statement.bind(value, at: index + 1) }
        outcome.names = (0..<statement.columnCount).map { statement.columnName($0) }
        while try statement.step() {
            guard outcome.rows.count < StatementOutcome.mostRows else {
                throw .storage(.interrupted)
            }
            outcome.rows.append(
                (0..<statement.columnCount).map { Value(statement.column($0)) })
        }
    }
}

/// SQLite, in memory. A statement that takes too many steps is given up.
final class OracleSide: ScriptSide {
    private let library: SQLiteOracle
    private var handle: OpaquePointer?
    /// Some seconds: joins of many large tables go on for hours.
    private static let stepLimit: Int32 = 100_000_000

    init(_ library: SQLiteOracle) throws {
        self.library = library
        let readWriteCreateNoMutex: Int32 = 0x2 | 0x4 | 0x8000
        guard library.open(":memory:", &handle, readWriteCreateNoMutex, nil) == 0 else {
            throw Contradiction("SQLite opens no database")
        }
        library.progressHandler(handle, OracleSide.stepLimit, { _ in 1 }, nil)
    }

    deinit { _ = library.close(handle) }

    /// Switches rewritings of the planner off, all with -1.
    func disableOptimizations(_ mask: Int32) {
        let optimizations: Int32 = 15
        _ = library.testControl(optimizations, handle, mask)
    }

    func run(_ sql: String) -> StatementOutcome {
        var outcome = StatementOutcome()
        var statement: OpaquePointer?
        // VACUUM numbers rows anew: only whether it is refused is of interest.
        let isAlone = library.isAutocommit(handle) != 0
        let sql = sql == "VACUUM" && isAlone ? "REINDEX" : sql
        var code = library.prepare(handle, sql, -1, &statement, nil)
        if code == 0 { code = rows(of: statement, into: &outcome) }
        if code != 0 {
            outcome.rows = []
            outcome.code = library.extendedCode(handle)
            outcome.message = library.errorMessage(handle).map { String(cString: $0) } ?? ""
        }
        _ = library.finalize(statement)
        outcome.changes = library.changes(handle)
        outcome.totalChanges = library.totalChanges(handle)
        outcome.lastInsertRowID = library.lastInsertRowID(handle)
        outcome.isAutocommit = library.isAutocommit(handle) != 0
        return outcome
    }

    private func rows(
        of statement: OpaquePointer?, into outcome: inout StatementOutcome
    ) -> Int32 {
        let count = library.columnCount(statement)
        outcome.names = (0..<count).map { index in
            library.columnName(statement, index).map { String(cString: $0) } ?? ""
        }
        while true {
            let code = library.step(statement)
            guard code == OracleCode.row else { return code == OracleCode.done ? 0 : code }
            guard outcome.rows.count < StatementOutcome.mostRows else {
                return ResultCode.interrupt.rawValue
            }
            outcome.rows.append((0..<count).map { value(statement, $0) })
        }
    }

    private func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
        switch library.columnType(statement, column) {
        case 1: return .integer(library.columnInteger(statement, column))
        case 2: return .real(library.columnReal(statement, column))
        case 3: return .text(bytes(library.columnText(statement, column), statement, column))
        case 4: return .blob(bytes(library.columnBlob(statement, column), statement, column))
        default: return .null
        }
    }

    private func bytes(
        _ start: UnsafeRawPointer?, _ statement: OpaquePointer?, _ column: Int32
    ) -> [UInt8] {
        let count = Int(library.columnSize(statement, column))
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
}
