import Testing

@testable import WCDBEngine

/// What is said of rows that come from no table, as in SQLite 3.40.1.
@Suite struct `Plans of constant rows` {
    @Test(arguments: [
        ("SELECT 1", ["SCAN CONSTANT ROW"]),
        ("SELECT count(*)", ["SCAN CONSTANT ROW"]),
        ("SELECT 1 WHERE 0", ["SCAN CONSTANT ROW"]),
        ("VALUES(1)", ["SCAN CONSTANT ROW"]),
        ("VALUES(1), (2), (3), (4), (5)", ["SCAN 5 CONSTANT ROWS"]),
        ("SELECT a, (SELECT 1) FROM t", ["SCAN t", "SCALAR SUBQUERY", "SCAN CONSTANT ROW"]),
        ("INSERT INTO t VALUES(1)", []),
        ("INSERT INTO t VALUES(1), (2)", ["SCAN 2 CONSTANT ROWS"]),
        ("INSERT INTO t SELECT 1", ["SCAN CONSTANT ROW"]),
        ("SELECT * FROM t", ["SCAN t"]),
    ])
    func `a query without FROM scans one`(_ sql: String, _ expected: [String]) throws {
        let connection = try Connection.memory("CREATE TABLE t(a)")
        let plan = try connection.rows("EXPLAIN QUERY PLAN \(sql)")
        #expect(plan.map { $0.split(separator: "|").last.map(String.init) ?? "" } == expected)
    }
}
