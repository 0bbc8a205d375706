import Testing
import WCDBStorage

@testable import WCDBEngine

/// A scan whose rows only go into aggregates does the work of its loop itself. Whatever the rows
/// are, the aggregates must be those of a loop that goes instruction by instruction.
@Suite struct `Scans that are folded` {
    /// Values of all kinds, runs of rows that look alike, rows too long for their leaf, rows that
    /// are older than a column, and enough of them for several leaves.
    private static func connection() throws -> Connection {
        let connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, b, "
                + "c TEXT COLLATE NOCASE, u AS (n + 1))")
        let values = [
            "NULL", "0", "-0.0", "1", "-5", "5.5", "4.999", "1e300", "'5'", "'abc'", "'ABC'",
            "'ab' || char(0) || 'c'", "'ä'", "X'6162'", "zeroblob(9000)",
            "'a' || hex(zeroblob(5000))", "4611686018427387904",
        ]
        try connection.execute("BEGIN")
        for (place, value) in values.enumerated() {
            let next = values[(place * 7 + 3) % values.count]
            try connection.execute(
                "INSERT INTO t(n, r, s, b, c) VALUES(\(value), \(value), \(value), \(next), "
                    + "\(value))")
            try connection.execute(
                "WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 90) "
                    + "INSERT INTO t(n, r, s, b, c) SELECT i * \(place), i / 7.0, 'text' || i, "
                    + "i, 'T' || i FROM k")
        }
        try connection.execute("COMMIT; ALTER TABLE t ADD COLUMN d DEFAULT 7")
        try connection.execute("INSERT INTO t(n, s, d) VALUES(1, 'abc', 5), (2, 'x', 'y')")
        return connection
    }

    private static let arguments = ["n", "r", "s", "b", "c", "d", "u", "id"]
    private static let functions = ["count", "sum", "total", "avg", "min", "max"]
    private static let conditions = [
        "", " WHERE n > 100", " WHERE s LIKE 'text1%'", " WHERE b IS NOT NULL AND r < 3",
        " WHERE n = -12345", " WHERE d = 7",
    ]

    private func isFolded(_ sql: String, _ connection: Connection) throws -> Bool {
        try connection.rows("EXPLAIN " + sql).contains { $0.contains("|tableFold|") }
    }

    @Test func `give what a loop gives that goes step by step`() throws {
        let connection = try Self.connection()
        for condition in Self.conditions {
            for argument in Self.arguments {
                for function in Self.functions {
                    let call = "\(function)(\(argument))"
                    // A FILTER keeps the steps out of the scan.
                    let plain = "SELECT count(*), \(call) FROM t\(condition)"
                    let stepped =
                        "SELECT count(*), \(call) FILTER (WHERE id > -99) FROM t\(condition)"
                    #expect(try !isFolded(stepped, connection))
                    #expect(outcome(plain, connection) == outcome(stepped, connection), "\(plain)")
                }
            }
        }
    }

    /// Groups of integers, of values of all kinds, of texts that differ in their case, of many
    /// columns; with room for all of them, and with room for few, so that rows are put aside.
    @Test(arguments: [64 << 20, 16 << 10])
    func `find their groups`(budget: Int) throws {
        let connection = try Self.connection()
        connection.scratchSpace.budget = budget
        var foldedCount = 0
        for keys in ["n", "s", "b", "c", "d", "u", "id", "r", "n, s", "c, b, id", "d, d"] {
            for condition in Self.conditions {
                let plain =
                    "SELECT \(keys), count(*), sum(n), total(b), count(c) FROM t\(condition) "
                    + "GROUP BY \(keys)"
                let stepped = plain.replacing(
                    "count(*)", with: "count(*) FILTER (WHERE id > -99)")
                if try isFolded(plain, connection) { foldedCount += 1 }
                #expect(try !isFolded(stepped, connection))
                #expect(outcome(plain, connection) == outcome(stepped, connection), "\(plain)")
            }
        }
        // Not those whose rows come group by group, nor those with one group.
        #expect(foldedCount > 35)
    }

    private func outcome(_ sql: String, _ connection: Connection) -> [String] {
        do { return try connection.rows(sql) } catch { return ["\(error)"] }
    }

    @Test(arguments: [
        "SELECT sum(n), avg(r), min(n), max(s) FROM t",
        "SELECT count(*) FROM t WHERE n > 3",
        "SELECT sum(n), sum(r) FROM t WHERE id > 3",
        "SELECT max(id), count(c) FROM t WHERE r BETWEEN 1 AND 2",
        "SELECT n, sum(r) FROM t GROUP BY n", "SELECT sum(n), sum(r) FROM t WHERE id < 3",
        "SELECT c, s, avg(n) FROM t WHERE id > 5 GROUP BY c, s",
    ])
    func `are those that only step aggregates`(sql: String) throws {
        #expect(try isFolded(sql, Self.connection()))
    }

    @Test(arguments: [
        "SELECT sum(n + 1) FROM t", "SELECT count(DISTINCT n), sum(n) FROM t",
        "SELECT n, sum(r) FROM t", "SELECT s, max(n), sum(r) FROM t",
        "SELECT n, r, sum(r) FROM t GROUP BY n, r + 1", "SELECT group_concat(s), sum(r) FROM t",
        "SELECT n, r, max(r) FROM t GROUP BY n",
        "SELECT sum(n), sum(r) FROM t WHERE n + r > 3",
        "SELECT sum(n) FILTER (WHERE r > 0), sum(r) FROM t",
    ])
    func `are no others`(sql: String) throws {
        #expect(try !isFolded(sql, Self.connection()))
    }

    @Test func `are the inner loop of a join and a query for each row as well`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE o(k); CREATE TABLE i(k, v); INSERT INTO o VALUES(1), (2), (3), (NULL);"
                + "INSERT INTO i VALUES(1, 10), (1, 20), (2, 5), (4, 7), (2, NULL)")
        let rows = try connection.rows(
            "SELECT k, (SELECT sum(v) FROM i WHERE i.k IS NOT NULL AND v < 10 * o.k), "
                + "(SELECT count(*) FROM i WHERE v > o.k) FROM o")
        #expect(rows == ["1|12|4", "2|22|4", "3|42|4", "||0"])
        let joined = try connection.rows(
            "SELECT sum(i.v), count(*), count(i.v) FROM o LEFT JOIN i ON i.v > 100")
        #expect(joined == ["|4|0"])
        #expect(try connection.rows("SELECT sum(i.v), count(*) FROM o, i") == ["168|20"])
    }

    @Test func `report a sum that overflows, and go on afterwards`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(n INTEGER); INSERT INTO t VALUES(9223372036854775807), (-1), (2)")
        #expect(
            outcome("SELECT sum(n), max(n) FROM t", connection) == [
                "\(EngineError.integerOverflow)"
            ])
        #expect(
            outcome("SELECT total(n), max(n) FROM t", connection) == [
                "9.223372036854776e+18|9223372036854775807"
            ])
        #expect(outcome("SELECT sum(n) FROM t WHERE n < 5", connection) == ["1"])
    }

    @Test func `stop when somebody wants it`() throws {
        let connection = try Self.connection()
        connection.interrupter.set()
        #expect(
            outcome("SELECT sum(n) FROM t", connection) == ["\(EngineError.storage(.interrupted))"])
        connection.interrupter.clear()
        #expect(outcome("SELECT count(n) FROM t WHERE n = -12345", connection) == ["0"])
    }
}
