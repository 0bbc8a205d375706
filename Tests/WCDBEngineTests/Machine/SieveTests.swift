import Testing
import WCDBStorage

@testable import WCDBEngine

/// A scan leaves out rows that fail its conditions before they are rows. Whatever it leaves out,
/// or lets pass, must be what the conditions say when they are computed as values.
@Suite struct `Scans with a sieve` {
    /// Values of all kinds in columns of all affinities, and between them runs of rows that look
    /// alike, so that their shape is known, and of rows that don't.
    private static func connection() throws -> Connection {
        let connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT, b BLOB, "
                + "c TEXT COLLATE NOCASE, u AS (n + 1))")
        let values = [
            "NULL", "0", "-0.0", "1", "5", "-5", "5.5", "4.999", "1e300", "-1e300",
            "9223372036854775807", "-9223372036854775808", "9007199254740993", "''", "'5'",
            "'abc'", "'ABC'", "'Abd'", "'ab' || char(0) || 'c'", "'a%c'", "'ä'", "X''", "X'6162'",
            "zeroblob(9000)", "'a' || hex(zeroblob(5000))",
        ]
        for (place, value) in values.enumerated() {
            let next = values[(place * 7 + 3) % values.count]
            try connection.execute(
                "INSERT INTO t(n, r, s, b, c) VALUES(\(value), \(value), \(value), \(next), "
                    + "\(value)), (\(place), 0.5, 'abcd', \(value), 'aBc'), "
                    + "(\(place), 1.5, 'bcde', 7, 'xBc'), (\(place), 2.5, 'Abcf', \(value), NULL)")
        }
        try connection.execute("ALTER TABLE t ADD COLUMN d INTEGER DEFAULT 5")
        try connection.execute("INSERT INTO t(n, s, d) VALUES(1, 'abc', 5), (2, 'x', 6)")
        return connection
    }

    private static let subjects = ["n", "r", "s", "b", "c", "d", "u", "s COLLATE NOCASE", "id"]
    private static let others = [
        "5", "5.0", "4.9995", "-0.0", "NULL", "'5'", "'abc'", "X'6162'", "9223372036854775807",
        "9.007199254740992e15", "-9.3e18", "2 + 3", "?1",
    ]

    private static var conditions: [String] {
        var conditions: [String] = []
        for subject in subjects {
            for other in others {
                for operation in ["<", "<=", "=", "<>", ">", ">=", "IS"] {
                    conditions.append("\(subject) \(operation) \(other)")
                }
                conditions.append("\(other) < \(subject)")
                conditions.append("\(other) >= \(subject)")
                conditions.append("\(subject) BETWEEN -5 AND \(other)")
                conditions.append("\(subject) NOT BETWEEN \(other) AND 6")
            }
            conditions += ["\(subject) ISNULL", "\(subject) NOTNULL"]
            for pattern in [
                "a%", "A%", "ab%", "abc", "ab_%", "%b", "", "5%", "a%c", "ä%", "a", "Z%",
            ] {
                conditions.append("\(subject) LIKE '\(pattern)'")
                conditions.append("\(subject) NOT LIKE '\(pattern)'")
                let glob = pattern.replacing("%", with: "*").replacing("_", with: "?")
                conditions.append("\(subject) GLOB '\(glob)'")
            }
        }
        return conditions
    }

    private func expectSame(_ condition: String, _ connection: Connection) throws {
        func answer(_ sql: String) throws -> [String] {
            guard sql.contains("?1") else { return try connection.rows(sql) }
            let statement = try #require(try connection.prepare(sql))
            try statement.bind(.integer(5), at: 1)
            #expect(try statement.step())
            return ["\(statement.column(0).integer)"]
        }
        let sifted = try answer("SELECT count(*) FROM t WHERE \(condition)")
        let computed = try answer("SELECT count(CASE WHEN (\(condition)) THEN 1 END) FROM t")
        #expect(sifted == computed, "\(condition)")
    }

    @Test(arguments: [false, true])
    func `find what the conditions say`(isCaseSensitive: Bool) throws {
        let connection = try Self.connection()
        if isCaseSensitive { try connection.execute("PRAGMA case_sensitive_like = ON") }
        for condition in Self.conditions
        where !isCaseSensitive || condition.contains("LIKE") {
            try expectSame(condition, connection)
        }
    }

    @Test func `conditions together, and with ones that no sieve has`() throws {
        let connection = try Self.connection()
        let conditions = Self.conditions
        for place in conditions.indices where place % 7 == 0 {
            let other = conditions[(place * 31 + 11) % conditions.count]
            try expectSame("\(conditions[place]) AND \(other)", connection)
            try expectSame("length(s) > 3 AND \(conditions[place])", connection)
            try expectSame("\(conditions[place]) OR \(other)", connection)
        }
    }

    @Test func `are used where they can be`() throws {
        let connection = try Self.connection()
        func opcodes(_ sql: String) throws -> [String] {
            try connection.rows("EXPLAIN \(sql)").compactMap { line in
                line.split(separator: "|").first { $0.hasPrefix("sieve") }.map(String.init)
            }
        }
        #expect(
            try opcodes("SELECT count(*) FROM t WHERE n < 5 AND s LIKE 'a%' AND b IS NULL")
                == ["sieveCompare", "sievePrefix", "sieveNull"])
        #expect(try opcodes("SELECT * FROM t ORDER BY n LIMIT 3") == ["sieveAdmit"])
        #expect(try opcodes("SELECT * FROM t WHERE u < 5 OR n < 3").isEmpty)
        // Which rows a window sees does not depend on which ones come first.
        #expect(try opcodes("SELECT sum(n) OVER () FROM t ORDER BY n LIMIT 3").isEmpty)
        #expect(try opcodes("SELECT DISTINCT s FROM t ORDER BY s LIMIT 3").isEmpty)
    }

    @Test(arguments: [
        "n", "n DESC", "s", "s DESC", "r, id", "c", "n NULLS LAST", "b DESC, id DESC",
    ])
    func `the first rows are those of the whole order`(order: String) throws {
        let connection = try Self.connection()
        try connection.execute(
            """
            WITH i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < 3000)
            INSERT INTO t(n, r, s, b, c)
            SELECT i * 7919 % 3001 - 500, i * 31 % 97 + 0.5, 'abc' || i * 71 % 997, i, i FROM i
            """)
        let all = try connection.rows("SELECT id FROM t ORDER BY \(order)")
        for limit in [0, 1, 10, 300] {
            let first = try connection.rows("SELECT id FROM t ORDER BY \(order) LIMIT \(limit)")
            #expect(first == Array(all.prefix(limit)))
        }
    }

    /// The scan goes on behind rows that it has changed itself, and in inner loops again from the
    /// first row on.
    @Test func `in changes and joins`() throws {
        let connection = try Self.connection()
        let expected = try connection.rows(
            "SELECT count(CASE WHEN n > 3 THEN 1 END) FROM t")
        try connection.execute("UPDATE t SET b = zeroblob(50), r = n WHERE n > 3")
        #expect(
            try connection.rows("SELECT count(*) FROM t WHERE b = zeroblob(50)") == expected)
        let pairs = try connection.rows(
            "SELECT count(*) FROM t x CROSS JOIN t y WHERE x.n < 4 AND y.s LIKE 'ab%'")
        let product = try connection.rows(
            """
            SELECT (SELECT count(*) FROM t WHERE n < 4)
                * (SELECT count(*) FROM t WHERE s LIKE 'ab%')
            """)
        #expect(pairs == product)
        try connection.execute("DELETE FROM t WHERE s LIKE 'a%'")
        #expect(
            try connection.rows("SELECT count(CASE WHEN s LIKE 'a%' THEN 1 END) FROM t") == ["0"])
    }
}
