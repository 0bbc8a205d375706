import Testing

@testable import WCDBEngine

/// What ANALYZE writes down, and what plans make of it.
@Suite("Statistics")
struct AnalyzeTests {
    @Test("the figures are those of the keys")
    func figures() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b, c UNIQUE); CREATE INDEX tab ON t(a, b);
            CREATE INDEX tp ON t(b) WHERE a = 1; CREATE TABLE n(x); CREATE TABLE e(x);
            CREATE INDEX ex ON e(x); INSERT INTO n VALUES(1), (2);
            """)
        for i in 1...100 {
            try connection.execute("INSERT INTO t VALUES(\(i % 4), \(i % 10), \(i))")
        }
        try connection.execute("ANALYZE")
        let all = "SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx"
        #expect(
            try connection.rows(all) == [
                "n||2", "t|sqlite_autoindex_t_1|100 1", "t|tab|100 25 5", "t|tp|25 5",
            ])
        try connection.execute("DELETE FROM t WHERE a = 1; ANALYZE t; ANALYZE main.n; ANALYZE tab")
        #expect(
            try connection.rows(all) == [
                "n||2", "t|sqlite_autoindex_t_1|75 1", "t|tab|75 25 5",
            ])
        try connection.execute("DROP INDEX tab; DROP TABLE n")
        #expect(try connection.rows(all) == ["t|sqlite_autoindex_t_1|75 1"])
        #expect(connection.refusal("ANALYZE nope") == "no such table: nope")
    }

    @Test("the index that leaves fewer rows is taken, once that is known")
    func choice() throws {
        let connection = try Connection.memory(
            "CREATE TABLE q(a, b); CREATE INDEX qb ON q(b); CREATE INDEX qa ON q(a); BEGIN")
        for i in 1...1000 { try connection.execute("INSERT INTO q VALUES(\(i % 2), \(i))") }
        try connection.execute("COMMIT; ANALYZE")
        connection.countsVisits = true
        let question = "SELECT * FROM q WHERE a = 1 AND b = 7"
        #expect(try connection.rows(question) == ["1|7"])
        #expect(connection.visitCount == 1)
        // Half of the table by way of an index is dearer than all of it in order.
        let plan = try connection.rows("EXPLAIN QUERY PLAN SELECT * FROM q WHERE a = 1")
        #expect(plan.map { $0.contains("SCAN q") } == [true])
    }
}
