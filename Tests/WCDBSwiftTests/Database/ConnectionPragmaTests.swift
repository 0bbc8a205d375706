import Foundation
import Testing
import WCDBSwift

/// What pragmas answer on connections of the ORM, and which of them its calls run.
@Suite struct `Pragmas of connections` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    @Test(arguments: [
        ("temp_store", 1), ("wal_autocheckpoint", 0), ("synchronous", 1), ("page_size", 4096),
    ])
    func `are set as in 2_x`(_ name: String, _ value: Int) throws {
        let pragma = StatementPragma().pragma(Pragma(named: name))
        #expect(try database.getValue(from: pragma)?.intValue == value)
        let inMemory = Database.createInMemoryDatabase()
        #expect(try inMemory.getValue(from: pragma)?.intValue == value)
    }

    @Test func `can be set to something else`() throws {
        let handle = try database.getHandle()
        let pragma = Pragma(named: "temp_store")
        try handle.exec(StatementPragma().pragma(pragma).to(2))
        #expect(try handle.getValue(from: StatementPragma().pragma(pragma))?.intValue == 2)
    }

    private func trace(_ work: () throws -> Void) throws -> [String] {
        let statements = Collected<String>()
        database.traceSQL { _, _, _, sql, _ in statements.add(sql) }
        try work()
        database.traceSQL(nil)
        return statements.all
    }

    @Test func `are what calls run`() throws {
        try temporary.createTable()
        let traced = try trace {
            try database.incrementalVacuum(pages: 7)
            #expect(!database.checkIfCorrupted())
        }
        #expect(traced.contains("PRAGMA incremental_vacuum(7)"))
        #expect(traced.contains("PRAGMA main.integrity_check(1)"))
    }

    @Test func `gaps are left alone within a transaction`() throws {
        try temporary.createTable()
        try database.run(transaction: { handle in
            try handle.exec(TemporaryDatabase.insert(1, "a"))
            try database.incrementalVacuum(pages: 5)
            try handle.exec(TemporaryDatabase.insert(2, "b"))
        })
        #expect(try temporary.rows() == [["1", "a"], ["2", "b"]])
    }

    @Test func `the version changes with the commits of others`() throws {
        try temporary.createTable()
        let handle = try database.getHandle()
        let version = StatementPragma().pragma(Pragma(named: "data_version"))
        let before = try handle.getValue(from: version)?.intValue
        try handle.exec(TemporaryDatabase.insert(1, "a"))
        #expect(try handle.getValue(from: version)?.intValue == before)
        OtherThread.run { [database] in
            try? database.exec(TemporaryDatabase.insert(2, "b"))
        }
        #expect(try handle.getValue(from: version)?.intValue != before)
        #expect(try temporary.rows().count == 2)
    }

    @Test func `a file that may not grow is full`() throws {
        try temporary.createTable()
        let handle = try database.getHandle(writeHint: true)
        let limit = StatementPragma().pragma(Pragma(named: "max_page_count")).to(1)
        #expect(try #require(try handle.getValue(from: limit)).intValue > 1)
        let error = #expect(throws: WCDBError.self) {
            try handle.exec(
                TemporaryDatabase.insert(1, String(repeating: "x", count: 100_000)))
        }
        #expect(error?.code == .Full && error?.message == "database or disk is full")
        #expect(try temporary.rows().isEmpty)
    }
}
