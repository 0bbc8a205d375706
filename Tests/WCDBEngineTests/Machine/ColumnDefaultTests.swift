import Testing

@testable import WCDBEngine

/// Rows keep the width that their table had when they came; columns that were added since are read
/// as their defaults, by every way that a column is read.
@Suite struct `Rows that are older than a column` {
    /// Groups of rows before, between and behind three additions; in each, rows that look alike
    /// and rows that do not.
    private static func connection() throws -> Connection {
        let connection = try Connection.memory("CREATE TABLE t(id INTEGER PRIMARY KEY, a)")
        let additions = [
            "", "ALTER TABLE t ADD COLUMN n INTEGER DEFAULT '12'",
            "ALTER TABLE t ADD COLUMN s TEXT DEFAULT 'a default that is longer'",
            "ALTER TABLE t ADD COLUMN z; ALTER TABLE t ADD COLUMN b DEFAULT X'00FF'",
        ]
        for addition in additions {
            try connection.execute(addition)
            try connection.execute(
                """
                WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 40)
                INSERT INTO t(a) SELECT CASE WHEN i % 10 < 7 THEN i ELSE hex(zeroblob(i)) END FROM k
                """)
        }
        try connection.execute("UPDATE t SET n = n + 1 WHERE id % 5 = 0")
        return connection
    }

    private static let whole = "id, n, s, typeof(z), hex(b)"

    private static func expected(_ id: Int) -> String {
        let number = id % 5 == 0 ? 13 : 12
        return "\(id)|\(number)|a default that is longer|null|00FF"
    }

    @Test func `show the defaults in a scan`() throws {
        let rows = try Self.connection().rows("SELECT \(Self.whole) FROM t")
        #expect(rows == (1...160).map(Self.expected))
    }

    @Test(arguments: [
        "n = 12", "s LIKE 'a def%' AND n = 12", "s > 'a' AND n < 13", "z IS NULL AND n <> 13",
        "b = X'00FF' AND n = 12", "length(s) = 24 AND n BETWEEN 3 AND 12",
    ])
    func `show them to conditions`(condition: String) throws {
        let rows = try Self.connection().rows("SELECT \(Self.whole) FROM t WHERE \(condition)")
        #expect(rows == (1...160).filter { $0 % 5 != 0 }.map(Self.expected))
    }

    @Test func `show them to aggregates, sorters, joins and lookups`() throws {
        let connection = try Self.connection()
        #expect(
            try connection.rows("SELECT sum(n), max(s), min(hex(b)), count(z) FROM t")
                == ["1952|a default that is longer|00FF|0"])
        #expect(
            try connection.rows("SELECT n, s, count(*) FROM t GROUP BY n, s")
                == ["12|a default that is longer|128", "13|a default that is longer|32"])
        #expect(
            try connection.rows("SELECT \(Self.whole) FROM t ORDER BY s, b, n, id LIMIT 3")
                == [1, 2, 3].map(Self.expected))
        #expect(
            try connection.rows(
                "SELECT count(*) FROM t x JOIN t y ON x.s = y.s AND y.id = x.id + 1")
                == ["159"])
        for id in [1, 41, 81, 121] {
            let row = try connection.rows("SELECT \(Self.whole) FROM t WHERE id = \(id)")
            #expect(row == [Self.expected(id)])
        }
    }

    @Test func `keep what was read when a still older row comes next`() throws {
        let connection = try Self.connection()
        let rows = try connection.rows(
            """
            SELECT id, s, lag(s) OVER (ORDER BY id DESC), max(s) OVER (ORDER BY id DESC) FROM t
            ORDER BY id DESC LIMIT 130
            """)
        let text = "a default that is longer"
        #expect(
            rows.dropFirst() == (31..<160).reversed().map { "\($0)|\(text)|\(text)|\(text)" }[...])
    }

    /// The second row lacks a column more than the first. Its default was found after that of the
    /// column behind it, whose bytes went away while a register had them.
    @Test func `stay while another column of the row is looked for`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a);
            INSERT INTO t VALUES(1), (2), (3);
            ALTER TABLE t ADD COLUMN d DEFAULT 'the first default';
            UPDATE t SET d = 'its own' WHERE a = 1;
            ALTER TABLE t ADD COLUMN e DEFAULT 'the second default';
            """)
        let rows = [
            "the second default|its own", "the second default|the first default",
            "the second default|the first default",
        ]
        #expect(try connection.rows("SELECT e, d FROM t") == rows)
        #expect(try connection.rows("SELECT e, d FROM t WHERE a % 1 = 0") == rows)
        #expect(try connection.rows("SELECT e, d FROM t ORDER BY a") == rows)
    }
}
