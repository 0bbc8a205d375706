import Testing

@testable import WCDBEngine

@Suite struct `The flow of programs` {
    private func mayFailHalfway(_ sql: String) throws -> Bool {
        let connection = try Connection.memory(
            """
            CREATE TABLE p(id INTEGER PRIMARY KEY, k TEXT, v BLOB);
            CREATE TABLE u(a UNIQUE, b CHECK(b > 0));
            CREATE INDEX p_k ON p(k)
            """)
        return try #require(try connection.prepare(sql)?.program).mayFailHalfway
    }

    @Test(arguments: [
        "INSERT INTO p VALUES(?, ?, ?)", "INSERT INTO u VALUES(?, ?)",
        "UPDATE p SET v = ? WHERE id = ?", "DELETE FROM p WHERE id = ?", "DELETE FROM p",
    ])
    func `needs no savepoint where all checks come first`(sql: String) throws {
        #expect(try !mayFailHalfway(sql))
    }

    @Test(arguments: [
        "INSERT INTO u VALUES(1, 2), (3, 4)", "UPDATE u SET a = a + 1",
        "INSERT INTO u SELECT k, 1 FROM p", "UPDATE p SET id = id + 1",
        "INSERT OR REPLACE INTO u VALUES(1, 2), (1, 3)",
        // What may fail stands before the change, and the loop comes back to it.
        "UPDATE p SET v = abs(id)", "INSERT INTO p SELECT id + ?, k, v FROM p",
    ])
    func `needs one where a later row may fail`(sql: String) throws {
        #expect(try mayFailHalfway(sql))
    }

    @Test func `undoes the rows before the one that failed, inside of a transaction`() throws {
        let connection = try Connection.memory("CREATE TABLE u(a UNIQUE); BEGIN")
        try connection.execute("INSERT INTO u VALUES(1)")
        #expect(connection.refusal("INSERT INTO u VALUES(2), (3), (1)") != nil)
        #expect(connection.refusal("INSERT INTO u VALUES(1)") != nil)
        try connection.execute("COMMIT")
        #expect(try connection.rows("SELECT a FROM u") == ["1"])
    }
}
