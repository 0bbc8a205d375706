import Testing
import WCDBStorage

@testable import WCDBEngine

/// The keys of an index end with the rowid: where all columns are equal to something, a range of
/// rowids is a range of keys.
@Suite struct `Rowids at the end of keys` {
    private static func connection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b TEXT COLLATE NOCASE, c);
            CREATE INDEX by_a ON t(a);
            CREATE INDEX by_ba ON t(b, a DESC);
            CREATE UNIQUE INDEX by_c ON t(c);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 600)
                INSERT INTO t SELECT i * 3 - 900, i % 7, 'b' || (i % 4), i FROM s;
            INSERT INTO t VALUES(9223372036854775807, 3, 'B1', NULL);
            INSERT INTO t VALUES(-9223372036854775808, 3, 'b1', NULL);
            """)
    }

    @Test(arguments: [
        "id > 30", "id >= 30", "id < 30", "id <= 30.0", "id > 29.5 AND id < 300.5",
        "id BETWEEN -99 AND 600", "id > '30'", "id < 'abc'", "id > 'abc'", "id > X'00'",
        "id <= NULL", "id > 9223372036854775806", "id < -9223372036854775807",
        "id > 9223372036854775807", "id <= 9.3e18", "id > -1e300", "id < -0.0",
        "id > (SELECT min(c) FROM t)", "rowid > 5 AND _rowid_ < 90",
    ])
    func `bound a scan of the index`(range: String) throws {
        let connection = try Self.connection()
        for (keys, index) in [
            ("a = 3", "by_a (a=? AND rowid"), ("a IN (1, 3)", "by_a (a=? AND rowid"),
            ("a IS NULL", "by_a (a=? AND rowid"),
            ("b = 'B1' AND a = 3", "by_ba (b=? AND a=? AND rowid"),
        ] {
            for order in ["", " ORDER BY id DESC", " ORDER BY id LIMIT 3"] {
                let rest = "WHERE \(keys) AND \(range)\(order)"
                let name = index.prefix { $0 != " " }
                let fast = "SELECT id, a, b, c FROM t INDEXED BY \(name) \(rest)"
                let slow = "SELECT id, a, b, c FROM t NOT INDEXED \(rest)"
                let plan = try connection.rows("EXPLAIN QUERY PLAN \(fast)").joined()
                #expect(plan.contains(index), "\(plan)")
                let sorted = order.isEmpty ? { (rows: [String]) in rows.sorted() } : { $0 }
                #expect(
                    try sorted(connection.rows(fast)) == sorted(connection.rows(slow)), "\(fast)")
            }
        }
    }

    @Test func `bound one table by another`() throws {
        let connection = try Self.connection()
        for (join, count) in [("y.id > x.id", "25588"), ("y.id <= x.id", "26190")] {
            #expect(
                try connection.rows(
                    "SELECT count(*) FROM t x CROSS JOIN t y INDEXED BY by_a "
                        + "ON y.a = x.a AND \(join)") == [count])
        }
    }

    /// It has one row at most, or rows whose keys have NULL.
    @Test func `are not sought behind keys of a unique index`() throws {
        let connection = try Self.connection()
        for (sql, count) in [("c = 20 AND id > 0", "0"), ("c IS NULL AND id > 0", "1")] {
            let query = "SELECT count(*) FROM t INDEXED BY by_c WHERE \(sql)"
            #expect(try connection.rows("EXPLAIN QUERY PLAN \(query)").joined().contains("(c=?)"))
            #expect(try connection.rows(query) == [count])
        }
    }
}
