import Testing
import WCDBSQL

@Suite struct `Shapes of statements` {
    /// The shape of a text, and its constants as they would be written; nil if it has none.
    private func shape(_ text: String) -> [String]? {
        var shape = StatementShape()
        guard shape.read(Lexer(Array(text.utf8)), from: 0) else { return nil }
        let constants = shape.constants.map { constant in
            switch constant {
            case .integer(let value): "\(value)"
            case .real(let value): "\(value)"
            case .text(let range): "'\(String(decoding: shape.characters[range], as: UTF8.self))'"
            case .blob(let range): "\(Array(shape.characters[range]))"
            }
        }
        return [String(decoding: shape.text, as: UTF8.self)] + constants
    }

    static let lifted: [(String, [String])] = [
        (
            "INSERT INTO t VALUES(1, 'it''s', x'00ff', -2.5)",
            ["INSERT INTO t VALUES(?, ?, ?, ?)", "1", "'it's'", "[0, 255]", "-2.5"]
        ),
        (
            "REPLACE INTO t(a, b) VALUES (1, NULL), (- 2, 'é');",
            ["REPLACE INTO t(a, b) VALUES (?, NULL), (?, ?)", "1", "-2", "'é'"]
        ),
        (
            "INSERT INTO t VALUES('', 1 + 2, abs(3), (SELECT 4), 5) RETURNING 6",
            ["INSERT INTO t VALUES(?, 1 + 2, abs(3), (SELECT 4), ?) RETURNING 6", "''", "5"]
        ),
        (
            "INSERT INTO t VALUES(1) ON CONFLICT DO UPDATE SET a = 2 WHERE a = 3",
            ["INSERT INTO t VALUES(?) ON CONFLICT DO UPDATE SET a = 2 WHERE a = 3", "1"]
        ),
        (
            "UPDATE t SET a = 1, b = 'x', c = c + 2, d = 3 - e WHERE id = 4",
            ["UPDATE t SET a = ?, b = ?, c = c + 2, d = 3 - e WHERE id = ?", "1", "'x'", "4"]
        ),
        (
            "UPDATE t SET a = 1 FROM u WHERE b <> 2 RETURNING a = 3",
            ["UPDATE t SET a = ? FROM u WHERE b <> ? RETURNING a = 3", "1", "2"]
        ),
        (
            "DELETE FROM t WHERE a >= 1 AND (b < -2 OR NOT c == 'x') ORDER BY 1 LIMIT 5",
            [
                "DELETE FROM t WHERE a >= ? AND (b < ? OR NOT c == ?) ORDER BY 1 LIMIT 5",
                "1", "-2", "'x'",
            ]
        ),
        (
            "SELECT a, 1 FROM t WHERE a = 2 GROUP BY b = 3 HAVING c = 4",
            ["SELECT a, 1 FROM t WHERE a = ? GROUP BY b = 3 HAVING c = 4", "2"]
        ),
        (
            "SELECT a FROM t WHERE b IN (1, 'x', c, 2 + 3) AND d BETWEEN 4 AND 5 AND e = 6",
            [
                "SELECT a FROM t WHERE b IN (?, ?, c, 2 + 3) AND d BETWEEN ? AND ? AND e = ?",
                "1", "'x'", "4", "5", "6",
            ]
        ),
        (
            "SELECT a FROM t WHERE b BETWEEN 1 AND c AND d NOT BETWEEN e AND 2",
            ["SELECT a FROM t WHERE b BETWEEN ? AND c AND d NOT BETWEEN e AND 2", "1"]
        ),
        (
            "SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE d = 1 GROUP BY d = 1) AND e = 2",
            [
                "SELECT a FROM t WHERE b IN (SELECT c FROM u WHERE d = 1 GROUP BY d = 1) AND e = ?",
                "2",
            ]
        ),
        (
            "SELECT a FROM t WHERE b = 1 UNION SELECT a FROM t WHERE b = 2 ORDER BY 1",
            ["SELECT a FROM t WHERE b = ? UNION SELECT a FROM t WHERE b = 2 ORDER BY 1", "1"]
        ),
        (";; SELECT a FROM t WHERE b = 1; SELECT 2", ["SELECT a FROM t WHERE b = ?", "1"]),
    ]

    @Test(arguments: lifted)
    func `have parameters where constants are values`(text: String, expected: [String]) {
        #expect(shape(text) == expected)
    }

    static let refused = [
        "", ";", "SELECT 1", "SELECT a FROM t", "SELECT a FROM t WHERE b = ?",
        "SELECT a FROM t WHERE b = 1 AND c = :d", "EXPLAIN SELECT a FROM t WHERE b = 1",
        "CREATE TABLE t(a DEFAULT 1)", "PRAGMA user_version = 1", "VALUES(1)",
        "WITH u AS (SELECT 1) SELECT a FROM t WHERE b = 1", "SELECT a FROM t WHERE 1 = 1",
        "SELECT a FROM t WHERE b LIKE 'x%'", "SELECT a FROM t WHERE b = 1 COLLATE NOCASE",
        "SELECT a FROM t WHERE (b, c) = (1, 2)", "SELECT a FROM t WHERE likelihood(b = 1, 0.5)",
        "SELECT a FROM t WHERE b = 9223372036854775808", "SELECT a FROM t WHERE b = 0x10",
        "SELECT a FROM t WHERE b = -'x'", "SELECT a FROM t LIMIT 1 OFFSET 2",
        "SELECT a FROM t WHERE b = 'open", "SELECT a FROM t WHERE b = 1 !",
        "INSERT INTO t SELECT 1, 2", "INSERT INTO t DEFAULT VALUES", "SELECT a FROM t WHERE b - 1",
        "SELECT a FROM t WHERE b IS 1", "SELECT a FROM t WHERE b = 1 + c",
        "SELECT a FROM t WHERE NULL = 1 OR TRUE < 2",
    ]

    @Test(arguments: refused)
    func `are none where nothing may be lifted`(text: String) {
        #expect(shape(text) == nil)
    }

    @Test func `end behind the semicolon`() {
        let text = "DELETE FROM t WHERE a = 1 ; DELETE FROM t WHERE b = 2"
        let lexer = Lexer(Array(text.utf8))
        var shape = StatementShape()
        let isFirst = shape.read(lexer, from: 0)
        let end = shape.end
        let isSecond = shape.read(lexer, from: end)
        #expect(isFirst && isSecond)
        #expect(end == 27)
        #expect(shape.end == text.utf8.count)
        #expect(shape.constants == [.integer(2)])
    }

    @Test func `have a bounded number of constants`() {
        func insertion(_ count: Int) -> String {
            "INSERT INTO t VALUES(\(Array(repeating: "1", count: count).joined(separator: ",")))"
        }
        #expect(shape(insertion(StatementShape.maximumCount)) != nil)
        #expect(shape(insertion(StatementShape.maximumCount + 1)) == nil)
    }

    @Test func `have a bounded length`() {
        let fits = String(repeating: "x", count: StatementShape.maximumLength - 30)
        #expect(shape("INSERT INTO t VALUES('\(fits)')") != nil)
        #expect(shape("INSERT INTO t VALUES('\(fits)\(fits)')") == nil)
        #expect(shape("INSERT INTO t VALUES('a', b) /* \(fits)\(fits) */") != nil)
    }
}
