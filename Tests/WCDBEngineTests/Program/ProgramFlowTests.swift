import Testing

@testable import WCDBEngine

@Suite struct `The flow of programs` {
    private func mayFailHalfway(_ sql: String) throws -> Bool {
        let connection = try Connection.memory(
            """
            CREATE TABLE p(id INTEGER PRIMARY KEY, k TEXT, v BLOB);
            CREATE TABLE u(a UNIQUE, b CHECK(b > 0));
            CREATE INDEX p_k ON p(k);
            CREATE TABLE o(a, b, c CHECK(c < 3));
            CREATE INDEX o_a ON o(a);
            CREATE INDEX o_b ON o(b);
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
        // What is done for a row is a subroutine, which goes back to the loop.
        "UPDATE o SET c = c + 1 WHERE a = 1 OR b = 1",
        "INSERT INTO u SELECT a, c FROM o WHERE a = 1 OR b = 1",
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

    /// Each of the queries finds 9, which is there already, and others before it.
    @Test(arguments: [
        "SELECT v FROM s", "SELECT v FROM s ORDER BY v", "SELECT DISTINCT v FROM s",
        "SELECT v FROM s GROUP BY v", "SELECT max(v) FROM s GROUP BY id",
        "SELECT v FROM s WHERE id = 1 OR id = 2 OR w = 9", "SELECT v FROM s WHERE v = 1 OR w > 1",
        "SELECT s.v FROM s JOIN s AS t ON t.id = s.id",
        "SELECT s.v FROM s LEFT JOIN s AS t USING(v)",
        "SELECT s.v FROM s JOIN s AS t ON t.v = s.v AND t.w >= s.w",
        "SELECT t.v FROM s RIGHT JOIN s AS t ON t.w = s.w ORDER BY 1",
        "SELECT t.v FROM s FULL JOIN s AS t ON t.v = s.v",
        "SELECT v FROM s UNION ALL SELECT 9", "SELECT v FROM s UNION SELECT 9",
        "SELECT sum(v) OVER (PARTITION BY id) FROM s", "SELECT v FROM s LIMIT 3",
        "SELECT value FROM json_each('[1,2,9]')",
        "WITH c(v) AS (SELECT v FROM s) SELECT v FROM c",
        "WITH RECURSIVE c(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM c LIMIT 9) SELECT v FROM c",
        "SELECT v FROM (SELECT v, w FROM s ORDER BY v LIMIT 3)",
        "SELECT v FROM s WHERE EXISTS (SELECT 1 FROM s AS t WHERE t.v >= s.v)",
    ])
    func `undoes the rows of a query before the one that failed`(query: String) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE s(id INTEGER PRIMARY KEY, v UNIQUE, w);
            CREATE INDEX s_w ON s(w);
            INSERT INTO s VALUES(1, 1, 1), (2, 2, 2), (3, 9, 9);
            CREATE TABLE u(a UNIQUE, n DEFAULT 0);
            INSERT INTO u(a) VALUES(9);
            BEGIN;
            """)
        #expect(
            connection.refusal("INSERT INTO u(a) \(query)") == "UNIQUE constraint failed: u.a")
        // Without WHERE the ON would be that of a join.
        if query.contains("WHERE") {
            let upsert = "INSERT INTO u(a) \(query) ON CONFLICT(a) DO UPDATE SET a = 1"
            #expect(connection.refusal(upsert) == "UNIQUE constraint failed: u.a")
        }
        #expect(try connection.rows("SELECT * FROM u") == ["9|0"])
    }
}
