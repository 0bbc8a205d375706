import Testing
import WCDBSQL

@Suite struct `Syntax errors` {
    static let samples: [(sql: String, message: String, offset: Int)] = [
        ("SELECT 1 2", "near \"2\": syntax error", 9),
        ("SELEC 1", "near \"SELEC\": syntax error", 0),
        ("SELECT;", "near \";\": syntax error", 6),
        ("SELECT", "incomplete input", 6),
        ("SELECT (1", "incomplete input", 9),
        ("SELECT 'abc;", "unrecognized token: \"'abc;\"", 7),
        ("SELECT # 1", "unrecognized token: \"#\"", 7),
        ("SELECT * FORM t", "near \"FORM\": syntax error", 9),
        ("CREATE TABLE t(a,)", "near \")\": syntax error", 17),
        ("SELECT 1 FROM", "incomplete input", 13),
        ("INSERT INTO t VALUES(1", "incomplete input", 22),
        ("SELECT 12abc", "unrecognized token: \"12abc\"", 7),
        ("SELECT 1e", "unrecognized token: \"1e\"", 7),
        ("SELECT x'abc'", "unrecognized token: \"x'abc'\"", 7),
        ("SELECT 0x10000000000000000", "hex literal too big: 0x10000000000000000", 7),
        ("SELECT -0x8000000000000000", "hex literal too big: -0x8000000000000000", 8),
        ("SELECT ?0", "variable number must be between ?1 and ?32766", 7),
        ("SELECT ?32767", "variable number must be between ?1 and ?32766", 7),
        ("SELECT CASE WHEN 1 END", "near \"END\": syntax error", 19),
        ("UPDATE OR NOTHING t SET a = 1", "near \"NOTHING\": syntax error", 10),
        ("SELECT 1 order", "incomplete input", 14),
        (
            "SELECT 1 ORDER BY 1 UNION SELECT 2",
            "ORDER BY clause should come after UNION not before", 20
        ),
        (
            "SELECT 1 LIMIT 1 EXCEPT SELECT 2",
            "LIMIT clause should come after EXCEPT not before", 17
        ),
        ("SELECT * FROM a LEFT INNER JOIN b", "unknown join type: LEFT INNER", 16),
        ("SELECT * FROM a ON 1", "a JOIN clause is required before ON", 16),
        ("CREATE TEMP TABLE main.t(a)", "temporary table name must be unqualified", 18),
        ("CREATE TEMP VIEW main.t AS SELECT 1", "temporary table name must be unqualified", 17),
        (
            "CREATE TEMP TRIGGER temp.g AFTER DELETE ON t BEGIN SELECT 1; END",
            "temporary trigger may not have qualified name", 20
        ),
        ("CREATE TABLE t(a) WITHOUT x", "unknown table option: x", 18),
        ("CREATE VIEW v(a DESC) AS SELECT 1", "syntax error after column name \"a\"", 16),
        ("DELETE FROM t ORDER BY a", "ORDER BY without LIMIT on DELETE", 24),
        (
            "CREATE TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM main.t; END",
            "qualified table names are not allowed on INSERT, UPDATE, and DELETE statements "
                + "within triggers", 53
        ),
        (
            "CREATE TRIGGER a AFTER INSERT ON t BEGIN DELETE FROM t RETURNING a; END",
            "cannot use RETURNING in a trigger", 55
        ),
        (
            "SELECT sum(a) OVER(ROWS UNBOUNDED FOLLOWING)", "near \"FOLLOWING\": syntax error", 34
        ),
        ("SELECT sum(a) OVER(ROWS 1 FOLLOWING)", "unsupported frame specification", 24),
    ]

    @Test(arguments: samples)
    func `have the message and the place`(sample: (sql: String, message: String, offset: Int)) {
        #expect {
            _ = try Parser.statement(sample.sql)
        } throws: { error in
            guard let error = error as? ParseError else { return false }
            return error.message == sample.message && error.offset == sample.offset
        }
    }

    @Test func `come in the order of the text`() {
        #expect(throws: ParseError.syntax(near: "SELEC", offset: 0)) {
            _ = try Parser.statement("SELEC #")
        }
    }
}
