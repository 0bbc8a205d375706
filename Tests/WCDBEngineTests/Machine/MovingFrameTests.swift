import StorageSimulation
import Testing

@testable import WCDBEngine

/// Frames that move from row to row: rows come at one end and leave at the other.
@Suite struct `Moving frames` {
    /// With EXCLUDE NO OTHERS each frame is computed by itself, and means the same.
    @Test(arguments: 1...12) func `give what frames give by themselves`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let connection = try Connection.memory(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, g, v, w, c COLLATE NOCASE)")
        for row in 0...random.below(60) {
            try connection.execute(Self.insertion(of: row, &random))
        }
        let calls = [
            "count(*) @", "count(v) @", "sum(w) @", "total(v) @", "avg(v) @",
            "group_concat(v || 'z') @", "group_concat(w, g) @", "min(w) @", "max(w) @",
            "lower(max(c) @)", "json_group_array(v) @", "first_value(v) @", "last_value(v) @",
            "nth_value(v, 2) @", "count(w) FILTER (WHERE w > 3) @",
            "max(w) FILTER (WHERE id % 2) @",
        ]
        for call in calls {
            for _ in 0..<8 {
                let window = "OVER (PARTITION BY g ORDER BY " + Self.frame(&random)
                let moving = call.replacing("@", with: window + ")")
                let alone = call.replacing("@", with: window + " EXCLUDE NO OTHERS)")
                let differences = try connection.rows(
                    """
                    SELECT id, a, b FROM (SELECT id, \(moving) AS a, \(alone) AS b FROM t)
                    WHERE a IS NOT b AND NOT abs(a - b) <= 1e-9 * abs(a)
                    """)
                #expect(differences.isEmpty, "\(call) \(window)), seed \(seed)")
            }
        }
    }

    private static func insertion(of row: Int, _ random: inout SeededRandom) -> String {
        let values = ["NULL", "1", "-7", "2.25", "'x'", "''", "9007199254740993", "1e12"]
        let texts = ["'a'", "'B'", "'b'", "NULL"]
        let order = random.oneIn(5) ? "NULL" : "\(random.below(10))"
        return """
            INSERT INTO t(g, v, w, c) VALUES(\(row % 3), \(values[random.below(values.count)]),
            \(order), \(texts[random.below(texts.count)]))
            """
    }

    /// An order and a frame in it.
    private static func frame(_ random: inout SeededRandom) -> String {
        let starts = [
            "UNBOUNDED PRECEDING", "3 PRECEDING", "1 PRECEDING", "CURRENT ROW", "2 FOLLOWING",
        ]
        let ends = [
            "1 PRECEDING", "CURRENT ROW", "1 FOLLOWING", "4 FOLLOWING", "UNBOUNDED FOLLOWING",
        ]
        let start = random.below(starts.count)
        // A frame does not end before it begins.
        let end = max(start == 4 ? 2 : start == 3 ? 1 : 0, random.below(ends.count))
        let unit = ["ROWS", "GROUPS", "RANGE"][random.below(3)]
        let order = unit == "RANGE" ? "w" : "w, id"
        return "\(order) \(unit) BETWEEN \(starts[start]) AND \(ends[end])"
    }

    @Test func `keep nothing of numbers that have left`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(v); INSERT INTO t VALUES(0.1), (1e20), (0.2), (0.3), (9e999), (1), (2)")
        let rows = try connection.rows(
            """
            SELECT sum(v) OVER w, avg(v) OVER w FROM t
            WINDOW w AS (ORDER BY rowid ROWS 1 PRECEDING)
            """
        )
        #expect(
            rows == [
                "0.1|0.1", "1e+20|5e+19", "1e+20|5e+19", "0.5|0.25", "inf|inf", "inf|inf",
                "3.0|1.5",
            ])
    }

    @Test func `add up integers that no real holds`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(v);
            INSERT INTO t VALUES(9223372036854775800), (7), (-9223372036854775807), (3), (4)
            """)
        let query = "SELECT sum(v) OVER (ORDER BY rowid ROWS 1 PRECEDING) FROM t"
        #expect(
            try connection.rows(query) == [
                "9223372036854775800", "9223372036854775807", "-9223372036854775800",
                "-9223372036854775804", "7",
            ])
        try connection.execute("INSERT INTO t VALUES(9223372036854775807)")
        #expect(connection.refusal(query) == "integer overflow")
    }

    /// A text without characters is a text: the next one is separated from it. SQLite loses that.
    @Test func `separate what stands behind empty texts`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(v); INSERT INTO t VALUES('e'), (''), ('f'), ('g'), (NULL), ('h')")
        let rows = try connection.rows(
            "SELECT group_concat(v) OVER (ORDER BY rowid ROWS 1 PRECEDING) FROM t")
        #expect(rows == ["e", "e,", ",f", "f,g", "g", "h"])
    }

    /// What was rounded off, and infinity, made every frame behind it be added up afresh.
    @Test(.timeLimit(.minutes(1))) func `take no longer for numbers of all sizes`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(v);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO t
            SELECT CASE i WHEN 5 THEN 9e999 ELSE exp(-(i % 100) / 3.0) * 1e6 END FROM n
            """)
        let window = "OVER (ORDER BY rowid ROWS 10000 PRECEDING)"
        let rows = try connection.rows(
            "SELECT count(a), sum(a < 9e999) FROM (SELECT avg(v) \(window) AS a FROM t)")
        #expect(rows == ["20000|9999"])
    }

    /// Each row used to be looked at once for each frame that it is in: a hundred million steps.
    @Test(.timeLimit(.minutes(1))) func `take time for their rows only`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(v);
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
            INSERT INTO t SELECT i * 7919 % 20011 FROM n
            """)
        for call in ["sum(v)", "avg(v * 0.5)", "max(v)", "min(-v)", "count(v)"] {
            let window = "OVER (ORDER BY rowid ROWS 10000 PRECEDING)"
            let rows = try connection.rows(
                "SELECT count(a) FROM (SELECT \(call) \(window) AS a FROM t)")
            #expect(rows == ["20000"])
        }
    }
}
