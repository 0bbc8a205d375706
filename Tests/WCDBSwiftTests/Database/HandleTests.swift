import Foundation
import Testing
import WCDBSwift

@Suite struct `Handles and statements` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    let insert = TemporaryDatabase.insert

    @Test func `a builder runs, and its rows are read`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "one"))
        try database.exec(insert(2, "two"))
        let handle = try database.getHandle()
        #expect(handle.lastInsertedRowID == 2)
        #expect(handle.changes == 1)
        try handle.prepare(TemporaryDatabase.selectAll)
        #expect(handle.isPrepared)
        #expect(handle.columnCount() == 2)
        #expect(handle.columnName(atIndex: 1) == "b")
        #expect(handle.columnTableName(atIndex: 1) == "t")
        #expect(handle.originalColumnName(atIndex: 0) == "a")
        #expect(handle.isReadOnly)
        #expect(try handle.step())
        let text: String = handle.columnValue(atIndex: 1)
        #expect(text == "one")
        let number: Int? = handle.value(atIndex: 0)
        #expect(number == 1)
        #expect(handle.value(byName: "b", of: String.self) == "one")
        #expect(handle.columnType(byName: "a") == .integer64)
        #expect(handle.columnType(byName: "nothing") == .null)
        #expect(handle.index(byName: "B") == nil)
        #expect(try handle.step())
        #expect(handle.oneRowValue().map(\.stringValue) == ["2", "two"])
        #expect(try !handle.step())
        handle.finalize()
        #expect(!handle.isPrepared)
    }

    @Test func `parameters are bound by number, and stay over a reset`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        let statement = try handle.getOrCreatePreparedStatement(
            with: StatementInsert().insert(intoTable: "t").values(BindParameter.bindParameters(2)))
        statement.bind("x", toIndex: 2)
        for number in 1...3 {
            statement.reset()
            statement.bind(number, toIndex: 1)
            try statement.step()
        }
        statement.reset()
        statement.clearBindings()
        try statement.step()
        #expect(try temporary.rows() == [["1", "x"], ["2", "x"], ["3", "x"], ["4", ""]])
    }

    /// `clearBindings()` before `reset()`, which is as good as the other way round, did nothing:
    /// the next run found what the last one was for.
    @Test(arguments: [true, false])
    func `parameters that are cleared between two rows are gone in the next run`(
        _ isReset: Bool
    ) throws {
        let handle = try database.getHandle()
        let statement = try handle.getOrCreatePreparedStatement(
            with: StatementSQL("SELECT ?1 UNION ALL SELECT ?1"))
        statement.bind(7, toIndex: 1)
        #expect(try statement.step())
        statement.clearBindings()
        if isReset {
            statement.reset()
        } else {
            while try statement.step() { #expect(statement.value(atIndex: 0).intValue == 7) }
        }
        #expect(try statement.multiRowsValue().map { $0[0].type } == [.null, .null])
        statement.bind(8, toIndex: 1)
        #expect(try statement.oneColumnValue(atIndex: 0).map(\.intValue) == [8, 8])
    }

    @Test func `every type is stored and read`() throws {
        let handle = try database.getHandle()
        try handle.prepare(StatementSelect().select(BindParameter.bindParameters(5)))
        handle.bind(Int32(-7), toIndex: 1)
        handle.bind(Int64.max, toIndex: 2)
        handle.bind(1.5, toIndex: 3)
        handle.bind("a\u{0}b", toIndex: 4)
        handle.bind(Data([0, 255]), toIndex: 5)
        #expect(try handle.step())
        let row = handle.oneRowValue()
        #expect(row[0].int32Value == -7)
        #expect(row[1].int64Value == .max)
        #expect(row[2].doubleValue == 1.5)
        #expect(row[3].stringValue == "a\u{0}b")
        #expect(row[4].dataValue == Data([0, 255]))
        #expect(row.map(\.type) == [.integer64, .integer64, .float, .text, .BLOB])
        let truncated: Int32 = handle.columnValue(atIndex: 1)
        #expect(truncated == -1)
        handle.finalize()
    }

    @Test func `the values of SQL convert as SQL does`() throws {
        let handle = try database.getHandle()
        let statement = StatementSQL("SELECT '12abc', 2.0, NULL, x'616263', 7")
        try handle.prepare(statement)
        #expect(try handle.step())
        #expect(handle.columnValue(atIndex: 0, of: Int64.self) == 12)
        #expect(handle.columnValue(atIndex: 1, of: String.self) == "2.0")
        #expect(handle.columnValue(atIndex: 2, of: Data.self) == Data())
        #expect(handle.columnValue(atIndex: 3, of: String.self) == "abc")
        #expect(handle.columnValue(atIndex: 4, of: Double.self) == 7)
        #expect(handle.columnValue(atIndex: 99, of: String.self) == "")
        let null: String? = handle.value(atIndex: 2)
        #expect(null == nil)
        handle.finalize()
    }

    @Test func `whole results at once`() throws {
        try temporary.createTable()
        for number in 1...3 { try database.exec(insert(number, "v\(number)")) }
        let all = TemporaryDatabase.selectAll
        #expect(try database.getValue(from: all)?.intValue == 1)
        #expect(try database.getColumn(from: all).map(\.intValue) == [1, 2, 3])
        #expect(try database.getRow(from: all)?.count == 2)
        #expect(try database.getRows(from: all)[row: 2, column: 1].stringValue == "v3")
        let none = StatementSelect().select(Column(named: "a")).from("t").where(1 == 2)
        #expect(try database.getValue(from: none) == nil)
        #expect(try database.getRow(from: none) == nil)
        #expect(try database.getRows(from: none).isEmpty)
    }

    @Test func `handles of a thread share one statement`() throws {
        let first = try database.getHandle()
        let second = try database.getHandle()
        try first.prepare(StatementSQL("SELECT 5"))
        #expect(second.isPrepared)
        #expect(try second.step())
        #expect(first.value(atIndex: 0).intValue == 5)
        first.finalizeAllStatement()
        #expect(!second.isPrepared)
    }

    @Test func `the same statement is prepared once`() throws {
        let handle = try database.getHandle()
        let first = try handle.getOrCreatePreparedStatement(with: StatementSQL("SELECT ?1"))
        let again = try handle.getOrCreatePreparedStatement(with: StatementSQL("SELECT ?1"))
        #expect(first === again)
        let other = try handle.getOrCreatePreparedStatement(with: StatementSQL("SELECT ?2"))
        #expect(first !== other)
        #expect(other.indexOf(bindParameter: "?2") == 2)
        #expect(other.indexOf(bindParameter: ":x") == 0)
    }

    @Test func `a statement outlives its handle, but not its connection`() throws {
        var handle: Handle? = try database.getHandle()
        let statement = try #require(
            try handle?.getOrCreatePreparedStatement(with: StatementSQL("SELECT 1")))
        handle = nil
        let error = #expect(throws: WCDBError.self) { try statement.step() }
        #expect(error?.code == .Misuse)
        statement.bind(1, toIndex: 1)
        #expect(statement.value(atIndex: 0).type == .null)
    }

    @Test func `only what leaves the contents alone is read-only`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        let statements: [(sql: String, isReadOnly: Bool)] = [
            ("SELECT 1", true), ("EXPLAIN DELETE FROM t", true), ("PRAGMA user_version", true),
            ("PRAGMA table_info(t)", true), ("BEGIN", true), ("COMMIT", true),
            ("SAVEPOINT s", true), ("DELETE FROM t", false), ("PRAGMA user_version = 3", false),
            ("ANALYZE", false), ("VACUUM", false), ("BEGIN IMMEDIATE", false),
            ("DROP TABLE t", false), ("INSERT INTO t VALUES(1, 2) RETURNING a", false),
        ]
        for (sql, isReadOnly) in statements {
            try handle.prepare(StatementSQL(SQLTemplate(stringLiteral: sql)))
            #expect(handle.isReadOnly == isReadOnly, "\(sql)")
            handle.finalize()
        }
    }

    @Test func `a step without a statement is reported`() throws {
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        defer { database.traceError(nil) }
        let handle = try database.getHandle()
        let error = #expect(throws: WCDBError.self) { try handle.step() }
        #expect(error?.code == .Misuse)
        #expect(told.all.map(\.message) == ["The statement is not prepared."])
    }
}
