import Testing

@testable import WCDBEngine

/// What plans make of the figures that ANALYZE writes down.
@Suite("Statistics")
struct AnalyzeTests {
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

    /// Rows that are equal by the first term are sorted all, before the first of them is known.
    @Test("an index that orders by its first column only is of use if few rows are equal by it")
    func equalRows() throws {
        let connection = try Connection.memory(
            "CREATE TABLE q(a, b, c); CREATE INDEX qa ON q(a); CREATE INDEX qb ON q(b); BEGIN")
        for i in 1...2000 {
            try connection.execute("INSERT INTO q VALUES(5, \(i / 4), \(i * 7 % 2003))")
        }
        try connection.execute("COMMIT; ANALYZE")
        connection.countsVisits = true
        func plan(_ column: String) throws -> String {
            let query = "SELECT c FROM q ORDER BY \(column), c LIMIT 3"
            #expect(try connection.rows(query).count == 3)
            return try connection.rows("EXPLAIN QUERY PLAN " + query).joined()
        }
        #expect(try plan("a").contains("INDEX") == false)
        #expect(try plan("b").contains("INDEX qb"))
    }
}
