import Foundation
import Testing
import WCDBSwift

@Suite struct `Traces` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    let insert = TemporaryDatabase.insert

    @Test func `statements are told when they start`() throws {
        let told = Collected<(sql: String, info: String)>()
        database.tag = 7
        database.traceSQL { tag, path, handle, sql, info in
            #expect(tag == 7)
            #expect(path.hasSuffix("test.db"))
            #expect(handle > 0)
            told.add((sql, info))
        }
        try temporary.createTable()
        try database.run(transaction: { handle in
            try handle.exec(insert(1, "a"))
            try handle.run(controllableTransaction: { _ in false })
        })
        #expect(
            told.all.map(\.sql) == [
                "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)", "BEGIN IMMEDIATE",
                "INSERT INTO t(a, b) VALUES(1, 'a')", "SAVEPOINT wcdb_lv_2",
                "ROLLBACK TO wcdb_lv_2", "COMMIT",
            ])
        #expect(told.all.allSatisfy { $0.info == "" })
        database.traceSQL(nil)
        try database.exec(insert(2, "b"))
        #expect(told.all.count == 6)
    }

    @Test func `the spellings of the first releases trace too`() throws {
        try temporary.createTable()
        let told = Collected<String>()
        database.trace(ofSQL: { path, handle, sql in
            #expect(path.hasSuffix("test.db") && handle > 0)
            told.add(sql)
        })
        database.trace(ofPerformance: { _, _, sql, seconds in
            #expect(seconds >= 0 && seconds < 60)
            told.add("cost of " + sql)
        })
        database.trace(ofError: { error in told.add(error.message ?? "") })
        try database.exec(sql: "DELETE FROM t")
        #expect(throws: WCDBError.self) { try database.exec(sql: "DELETE FROM nowhere") }
        database.trace(ofSQL: nil)
        database.trace(ofPerformance: nil)
        database.trace(ofError: nil)
        try database.exec(sql: "DELETE FROM t")
        #expect(
            told.all == ["DELETE FROM t", "cost of DELETE FROM t", "no such table: nowhere"])
    }

    @Test func `a full trace tells parameters and results at the end`() throws {
        try temporary.createTable()
        let told = Collected<String>()
        database.setFullSQLTrace(enable: true)
        database.traceSQL { _, _, _, sql, info in told.add(sql + " | " + info) }
        let handle = try database.getHandle()
        try handle.prepare(
            StatementInsert().insert(intoTable: "t").values(BindParameter.bindParameters(2)))
        handle.bind(5, toIndex: 1)
        handle.bind("a text of more than twenty bytes", toIndex: 2)
        try handle.step()
        handle.finalize()
        try handle.prepare(StatementSQL("SELECT a FROM t WHERE b IS NOT ?1 AND a < ?2"))
        handle.bind(Data([1, 2, 171]), toIndex: 1)
        handle.bind(1.5, toIndex: 2)
        while try handle.step() {}
        handle.finalize()
        try handle.exec(StatementSQL("UPDATE t SET b = NULL"))
        // The first word does not say what they do.
        try handle.exec(StatementSQL("WITH c AS (SELECT 1) SELECT * FROM c"))
        try handle.exec(StatementSQL("WITH c AS (SELECT 1) DELETE FROM t"))
        try handle.exec(StatementSQL("VALUES (1)"))
        #expect(
            told.all == [
                "INSERT INTO t VALUES(?1, ?2) | 1:5;2:a text of more than ...;LastInsertedId:5",
                "SELECT a FROM t WHERE (b IS NOT ?1) AND (a < ?2) | 1:0102ab;2:1.5;RowCount:0",
                "UPDATE t SET b = NULL | Changes:1", "WITH c AS(SELECT 1) SELECT * FROM c | ",
                "WITH c AS(SELECT 1) DELETE FROM t | ", "VALUES(1) | ",
            ])
    }

    @Test func `the cost of a statement is told when it is over`() throws {
        try temporary.createTable()
        let told = Collected<(String, Int64)>()
        database.trace(ofPerformance: { _, _, _, sql, info in
            told.add((sql, info.costInNanoseconds))
        })
        let handle = try database.getHandle()
        try handle.prepare(StatementSQL("SELECT 1"))
        try handle.step()
        #expect(told.all.isEmpty)
        handle.reset()
        #expect(told.all.map(\.0) == ["SELECT 1"])
        #expect((told.all.first?.1 ?? 0) > 0)
        handle.finalize()
        #expect(told.all.count == 1)
        database.trace(ofPerformance: nil)
    }

    @Test func `the pages of a statement are told by what they are for`() throws {
        try temporary.createTable()
        try database.exec(StatementSQL("CREATE INDEX t_b ON t(b)"))
        let told = Collected<Database.PerformanceInfo>()
        database.trace(ofPerformance: { _, _, _, _, info in told.add(info) })
        let long = String(repeating: "x", count: 20_000)
        try database.exec(StatementSQL("INSERT INTO t(a, b) VALUES(1, \(long))"))
        try database.exec(StatementSQL("SELECT length(b) FROM t NOT INDEXED"))
        database.trace(ofPerformance: nil)
        try #require(told.all.count == 2)
        let (insert, select) = (told.all[0], told.all[1])
        #expect(insert.tablePageWriteCount > 0)
        #expect(insert.indexPageWriteCount > 0)
        #expect(insert.overflowPageWriteCount > 4)
        #expect(select.tablePageReadCount > 0)
        #expect(select.overflowPageReadCount > 3)
        #expect(select.tablePageWriteCount == 0)
        #expect(select.indexPageReadCount == 0)
    }

    /// A query was said to write what was inserted while its rows were gone through.
    @Test func `pages are those of the statement, whatever ran while it was open`() throws {
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let told = Collected<(sql: String, info: Database.PerformanceInfo)>()
        database.trace(ofPerformance: { _, _, _, sql, info in told.add((sql, info)) })
        let handle = try database.getHandle()
        let open = try handle.getOrCreatePreparedStatement(with: StatementSQL("SELECT a FROM t"))
        try open.step()
        for number in 2..<200 { try database.exec(insert(number, "b")) }
        handle.finalizeAllStatement()
        database.trace(ofPerformance: nil)
        let select = try #require(told.all.last)
        #expect(select.sql == "SELECT a FROM t")
        #expect(select.info.tablePageReadCount == 1)
        #expect(select.info.tablePageWriteCount == 0)
        #expect(told.all.first?.info.tablePageWriteCount == 1)
    }

    @Test func `errors are told with all that is known`() throws {
        let told = Collected<WCDBError>()
        database.tag = 9
        database.traceError { told.add($0) }
        try temporary.createTable()
        try database.exec(insert(1, "a"))
        let error = #expect(throws: WCDBError.self) { try database.exec(insert(1, "b")) }
        #expect(error?.code == .Constraint)
        #expect(error?.extendedCode == .ConstraintPrimaryKey)
        #expect(error?.message == "UNIQUE constraint failed: t.a")
        #expect(error?.sql == "INSERT INTO t(a, b) VALUES(1, 'b')")
        #expect(error?.path == database.path)
        #expect(error?.tag == 9)
        #expect(error?.level == .Error)
        #expect(
            error?.description.hasPrefix("[ERROR] Code:Constraint Tag:9,Path:\(database.path)")
                == true)
        #expect(told.all.count == 1)
        let missing = #expect(throws: WCDBError.self) {
            try database.exec(StatementSQL("SELECT * FROM missing"))
        }
        #expect(missing?.code == .Error)
        #expect(missing?.message == "no such table: missing")
        #expect(missing?.extendedCode == nil)
        database.traceError(nil)
        #expect(throws: WCDBError.self) { try database.exec(insert(1, "b")) }
        #expect(told.all.count == 2)
    }

    @Test func `a bad parameter is told, not thrown`() throws {
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        let handle = try database.getHandle()
        try handle.prepare(StatementSQL("SELECT ?1"))
        handle.bind(1, toIndex: 0)
        handle.bind(1, toIndex: 2)
        handle.finalize()
        #expect(told.all.map(\.code) == [.Range, .Range])
        database.traceError(nil)
    }

    @Test func `a statement that is left behind is told as misuse`() throws {
        let told = Collected<WCDBError>()
        database.traceError { told.add($0) }
        do {
            let handle = try database.getHandle()
            try handle.prepare(StatementSQL("SELECT 1"))
            try handle.prepare(StatementSQL("SELECT 2"))
            try handle.exec(StatementSQL("SELECT 3"))
            #expect(!handle.isPrepared)
            try handle.prepare(StatementSQL("SELECT 4"))
        }
        #expect(
            told.all.compactMap(\.message) == [
                "Last statement is not finalized.", "Last statement is not finalized.",
                "Statement is not finalized.",
            ])
        #expect(told.all.allSatisfy { $0.level == .Fatal && $0.code == .Misuse })
        database.tag = nil
        #expect(told.all.last?.message == "Tag can't be 0.")
        #expect(database.tag == nil)
        database.traceError(nil)
    }
}

@Suite(.serialized) struct `Global traces` {
    @Test func `all databases are heard`() throws {
        let told = Collected<String>()
        Database.globalTraceSQL { _, path, _, sql, _ in told.add(path + " " + sql) }
        defer { Database.globalTraceSQL(nil) }
        let first = TemporaryDatabase()
        let second = TemporaryDatabase()
        try first.createTable()
        try second.createTable()
        let paths = [first.database.path, second.database.path]
        #expect(
            told.all.filter { told in paths.contains { told.hasPrefix($0) } }.count == 2)
    }

    @Test func `operations are told`() throws {
        let told = Collected<(String, Database.Operation, [String: Value])>()
        Database.globalTraceDatabaseOperation { told.add(($0.path, $1, $2)) }
        defer { Database.globalTraceDatabaseOperation(nil) }
        let temporary = TemporaryDatabase()
        let path = temporary.database.path
        temporary.database.tag = 3
        try temporary.createTable()
        try temporary.database.exec(StatementSQL("CREATE INDEX i ON t(b)"))
        temporary.database.close()
        #expect(temporary.database.canOpen)
        let own = told.all.filter { $0.0 == path }
        #expect(own.map(\.1) == [.Create, .SetTag, .OpenHandle, .OpenHandle])
        let info = try #require(own.last?.2)
        #expect(info[Database.OperationInfoKeyTableCount]?.intValue == 1)
        #expect(info[Database.OperationInfoKeyIndexCount]?.intValue == 1)
        #expect(info[Database.OperationInfoKeyTriggerCount]?.intValue == 0)
        #expect((info[Database.OperationInfoKeySchemaUsage]?.intValue ?? 0) > 40)
        #expect(info[Database.OperationInfoKeyHandleCount]?.intValue == 1)
        #expect((info[Database.OperationInfoKeyHandleOpenTime]?.intValue ?? 0) > 0)
        #expect(info.count == 7)
    }

    /// To hear of its commits, a core was made for it, as for a database that the program wants.
    @Test func `a file that is attached where a query is observed is no database`() async throws {
        let told = Collected<(String, Database.Operation)>()
        let temporary = TemporaryDatabase()
        let attached = temporary.directory.appendingPathComponent("attached.db").path
        temporary.database.setConfig(
            named: "attach", withInvocation: { try $0.exec(sql: "ATTACH \(attached) AS x") })
        try temporary.database.exec(sql: "CREATE TABLE x.t(a)")
        Database.globalTraceDatabaseOperation { database, operation, _ in
            told.add((database.path, operation))
        }
        defer { Database.globalTraceDatabaseOperation(nil) }
        var states = temporary.database.observe(sql: "SELECT a FROM t").makeAsyncIterator()
        #expect(try await states.next()?.count == 0)
        #expect(!told.all.contains { $0.0.hasSuffix("attached.db") })
        // Those who observe are heard of by whoever wants it later.
        let other = Database(at: attached)
        try other.exec(sql: "INSERT INTO t VALUES(1)")
        #expect(try await states.next()?.count == 1)
        try temporary.database.exec(sql: "INSERT INTO t VALUES(2)")
        #expect(try await states.next()?.count == 2)
        #expect(told.all.count { $0.0 == other.path } >= 1)
        other.close()
    }

    /// To be told of the opening, a listener that used the database opened one connection after the
    /// other, until there could be no more, and waited for ever.
    @Test func `who hears of an opening may use the database`() throws {
        let temporary = TemporaryDatabase()
        try temporary.createTable()
        temporary.database.close()
        let path = temporary.database.path
        let counts = Collected<(rows: Int, handles: Int)>()
        let configured = Collected<Bool>()
        temporary.database.setConfig(named: "c", withInvocation: { _ in configured.add(true) })
        Database.globalTraceDatabaseOperation { database, operation, info in
            guard database.path == path, case .OpenHandle = operation else { return }
            #expect(configured.all.count == 1)
            let handles = info[Database.OperationInfoKeyHandleCount]?.intValue ?? 0
            let rows = try? database.getRows(fromTable: Master.builtinTableName)
            counts.add((rows?.count ?? -1, handles))
        }
        defer { Database.globalTraceDatabaseOperation(nil) }
        #expect(temporary.database.canOpen)
        #expect(counts.all.count == 1)
        #expect(counts.all.first?.rows == 1 && counts.all.first?.handles == 1)
    }
}
