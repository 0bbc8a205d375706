import Testing
import WCDBSwift

/// A built statement that comes again runs the statement that ran it last: what that one still
/// knows of its last run must not show.
@Suite struct `Built statements that wait` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    private func text(of number: Int) throws -> String? {
        try database.getRow(
            from: StatementSelect().select(Column(named: "b")).from("t")
                .where(Column(named: "a") == number)
        )?[0].stringValue
    }

    @Test func `with other constants give other rows`() throws {
        try temporary.createTable()
        for number in 1...3 { try database.exec(TemporaryDatabase.insert(number, "\(number)")) }
        for number in [1, 3, 4, 2, 1] {
            #expect(try text(of: number) == (number < 4 ? "\(number)" : nil))
        }
    }

    @Test func `after the table was made anew are about the new one`() throws {
        try temporary.createTable()
        try database.exec(TemporaryDatabase.insert(1, "old"))
        #expect(try text(of: 1) == "old")
        try database.exec(sql: "DROP TABLE t")
        #expect(throws: WCDBError.self) { try text(of: 1) }
        try database.exec(sql: "CREATE TABLE t(x, b, a)")
        try database.exec(sql: "INSERT INTO t VALUES(1, 'new', 2)")
        #expect(try text(of: 2) == "new")
        #expect(try text(of: 1) == nil)
    }

    @Test func `before the first was read to its end`() throws {
        try temporary.createTable()
        for number in 1...3 { try database.exec(TemporaryDatabase.insert(number, "\(number)")) }
        func beyond(_ number: Int) -> StatementSelect {
            StatementSelect().select(Column(named: "a")).from("t")
                .where(Column(named: "a") > number)
        }
        let handle = try database.getHandle()
        for number in [0, 1] {
            try handle.prepare(beyond(number))
            #expect(try handle.step())
            #expect(handle.value(atIndex: 0).intValue == number + 1)
            handle.finalize()
        }
        // Two at once: each has a statement of its own.
        let first = try handle.getOrCreatePreparedStatement(with: beyond(0))
        #expect(try first.step())
        #expect(try database.getColumn(from: beyond(1)).map(\.intValue) == [2, 3])
        #expect(try first.step())
        #expect(first.value(atIndex: 0).intValue == 2)
    }

    @Test func `let go of the rows of the table`() throws {
        try temporary.createTable()
        try database.exec(TemporaryDatabase.insert(1, "one"))
        #expect(try text(of: 1) == "one")
        // Nothing that waits keeps others from the table or from the file.
        try database.vacuum(with: nil)
        try database.exec(sql: "DELETE FROM t")
        #expect(try text(of: 1) == nil)
        database.close()
        #expect(try text(of: 1) == nil)
    }

    @Test func `in a listener leave the statement alone that it is told of`() throws {
        try temporary.createTable()
        for number in 1...3 { try database.exec(TemporaryDatabase.insert(number, "\(number)")) }
        let database = database
        database.traceSQL { _, _, _, _, _ in
            _ = try? database.getRow(
                from: StatementSelect().select(Column(named: "b")).from("t")
                    .where(Column(named: "a") == 3))
        }
        defer { database.traceSQL(nil) }
        for number in [1, 2] { #expect(try text(of: number) == "\(number)") }
    }
}
