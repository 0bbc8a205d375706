import Testing
import WCDBSwift

/// Listeners that use the database of which they are told: they were told of that too, until there
/// was no stack left.
@Suite struct `Listeners that use the database` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    @Test func `an error of a listener of errors`() throws {
        let told = Collected<String>()
        let database = database
        database.traceError { error in
            told.add(error.message ?? "")
            try? database.exec(sql: "INSERT INTO missing VALUES(1)")
        }
        defer { database.traceError(nil) }
        for _ in 1...2 {
            #expect(throws: WCDBError.self) { try database.exec(sql: "SELECT missing") }
        }
        #expect(told.all == Array(repeating: "no such column: missing", count: 2))
    }

    @Test(arguments: [false, true])
    func `statements of a listener of statements`(isFull: Bool) throws {
        try temporary.createTable()
        let (statements, costs) = (Collected<String>(), Collected<String>())
        let database = database
        database.setFullSQLTrace(enable: isFull)
        database.traceSQL { _, _, _, sql, _ in
            statements.add(sql)
            _ = try? database.getRows(sql: "SELECT * FROM t")
        }
        database.trace(ofPerformance: { _, _, _, sql, _ in
            costs.add(sql)
            _ = try? database.getRows(sql: "SELECT * FROM t")
        })
        defer {
            database.traceSQL(nil)
            database.trace(ofPerformance: nil)
        }
        for number in 1...2 { try database.exec(sql: "DELETE FROM t WHERE a = \(number)") }
        // The listener is told of the program's statements only, and of each.
        let expected = [1, 2].map { "DELETE FROM t WHERE a == \($0)" }
        #expect(statements.all == expected)
        #expect(costs.all == expected)
    }

    /// The tag of the moment in which the listener was set was told for ever.
    @Test func `statements are told with the tag of their time`() throws {
        let tags = Collected<Int>()
        database.traceSQL { tag, _, _, _, _ in tags.add(tag) }
        database.trace(ofPerformance: { tag, _, _, _, _ in tags.add(tag) })
        defer { database.trace(ofPerformance: nil) }
        try temporary.createTable()
        for tag in [5, 6] {
            database.tag = tag
            _ = try temporary.rows()
        }
        database.traceSQL(nil)
        #expect(tags.all == [0, 0, 5, 5, 6, 6])
    }
}
