import Testing
import WCDBSQL

struct TableMentionsTests {
    /// Texts are those that SQLite 3.40.1 leaves behind; nil where the table is not mentioned.
    private static let examples: [(String, String?)] = [
        (
            "CREATE TRIGGER g AFTER UPDATE OF a ON t BEGIN UPDATE OR IGNORE t SET a = new.a"
                + " WHERE t.a = 1; DELETE FROM t; INSERT INTO t SELECT * FROM t; END",
            "CREATE TRIGGER g AFTER UPDATE OF a ON \"s\" BEGIN UPDATE OR IGNORE \"s\" SET a = new.a"
                + " WHERE \"s\".a = 1; DELETE FROM \"s\";"
                + " INSERT INTO \"s\" SELECT * FROM \"s\"; END"
        ),
        (
            "CREATE VIEW v AS SELECT u.t FROM u, main.t JOIN (t) AS q ON t.t IS DISTINCT FROM u.t",
            "CREATE VIEW v AS SELECT u.t FROM u, main.\"s\" JOIN (\"s\") AS q"
                + " ON \"s\".t IS DISTINCT FROM u.t"
        ),
        (
            "CREATE VIEW v AS SELECT a IN (NULL, t.a, t) FROM t WHERE a IN t AND a IN (SELECT t.b)",
            "CREATE VIEW v AS SELECT a IN (NULL, \"s\".a, t) FROM \"s\" WHERE a IN \"s\""
                + " AND a IN (SELECT \"s\".b)"
        ),
        (
            "CREATE TRIGGER g AFTER UPDATE OF t, a ON t BEGIN SELECT new.t; END",
            "CREATE TRIGGER g AFTER UPDATE OF t, a ON \"s\" BEGIN SELECT new.t; END"
        ),
        (
            "CREATE VIEW v AS SELECT t.a FROM u AS t WHERE t.a IN (SELECT (SELECT t.b FROM t))",
            "CREATE VIEW v AS SELECT t.a FROM u AS t"
                + " WHERE t.a IN (SELECT (SELECT \"s\".b FROM \"s\"))"
        ),
        (
            "CREATE VIEW v AS SELECT t.a, (SELECT t.b FROM u AS t) FROM t",
            "CREATE VIEW v AS SELECT \"s\".a, (SELECT t.b FROM u AS t) FROM \"s\""
        ),
        (
            "CREATE VIEW v AS SELECT t.a FROM t"
                + " WHERE EXISTS (WITH t AS (SELECT 2 AS a) SELECT t.a FROM t, main.t AS x)",
            "CREATE VIEW v AS SELECT \"s\".a FROM \"s\""
                + " WHERE EXISTS (WITH t AS (SELECT 2 AS a) SELECT t.a FROM t, main.\"s\" AS x)"
        ),
        (
            "CREATE VIEW v AS SELECT t.*, u.* FROM t, u GROUP BY t.a HAVING t.a BETWEEN t.b AND 1"
                + " ORDER BY sum(t.a) OVER (ORDER BY t.b) LIMIT (SELECT count(*) FROM t)",
            "CREATE VIEW v AS SELECT \"s\".*, u.* FROM \"s\", u GROUP BY \"s\".a"
                + " HAVING \"s\".a BETWEEN \"s\".b AND 1"
                + " ORDER BY sum(\"s\".a) OVER (ORDER BY \"s\".b)"
                + " LIMIT (SELECT count(*) FROM \"s\")"
        ),
        (
            "CREATE VIEW v AS SELECT [t].a, \"T\".b"
                + " FROM 't' LEFT JOIN (t AS x JOIN u ON x.a = u.a)",
            "CREATE VIEW v AS SELECT \"s\".a, \"s\".b"
                + " FROM \"s\" LEFT JOIN (\"s\" AS x JOIN u ON x.a = u.a)"
        ),
        (
            "CREATE TRIGGER g AFTER INSERT ON u BEGIN UPDATE t SET a = t.b FROM u AS x"
                + " WHERE t.a = x.a; INSERT INTO t(a) SELECT t.a FROM u AS t WHERE 1"
                + " ON CONFLICT(a) DO UPDATE SET b = t.b + excluded.b; END",
            "CREATE TRIGGER g AFTER INSERT ON u BEGIN UPDATE \"s\" SET a = \"s\".b FROM u AS x"
                + " WHERE \"s\".a = x.a; INSERT INTO \"s\"(a) SELECT t.a FROM u AS t WHERE 1"
                + " ON CONFLICT(a) DO UPDATE SET b = \"s\".b + excluded.b; END"
        ),
        (
            "CREATE TABLE w(x REFERENCES t(a), t CHECK(t > 0), FOREIGN KEY(t) REFERENCES t)",
            "CREATE TABLE w(x REFERENCES \"s\"(a), t CHECK(t > 0), FOREIGN KEY(t)"
                + " REFERENCES \"s\")"
        ),
        (
            "CREATE TABLE t(t, b CHECK(t.t > 0))", "CREATE TABLE \"s\"(t, b CHECK(\"s\".t > 0))"
        ),
        ("CREATE INDEX t ON t(t) WHERE t.a > 1", "CREATE INDEX t ON \"s\"(t) WHERE \"s\".a > 1"),
        ("CREATE VIEW v AS WITH t AS (SELECT 1) SELECT * FROM t WHERE 1 IN t", nil),
        ("CREATE VIEW v AS SELECT t.a FROM other.t", nil),
        ("CREATE VIEW v AS SELECT t.a FROM u AS t", nil),
        ("CREATE TABLE u(t, b CHECK(t > 0))", nil),
    ]

    @Test(arguments: examples)
    func `only what means the table gets the name`(_ sql: String, _ expected: String?) throws {
        let mentions = TableMentions(of: "T", in: "main", try Parser.statement(sql))
        let text = Lexer(Array(sql.utf8)).replacing(at: mentions.offsets) { _ in "\"s\"" }
        #expect(text == expected ?? sql)
    }

    @Test func `a name without a database means the table only where it is told to`() throws {
        let sql = "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM t WHERE a IN main.t; END"
        let statement = try Parser.statement(sql)
        func text(_ bareNames: TableMentions.BareNames) -> String {
            let mentions = TableMentions(of: "t", in: "main", bareNames: bareNames, statement)
            return Lexer(Array(sql.utf8)).replacing(at: mentions.offsets) { _ in "s" }
        }
        #expect(text([]) == sql.replacing("main.t", with: "main.s"))
        #expect(
            text(.watched)
                == "CREATE TRIGGER g AFTER INSERT ON s BEGIN DELETE FROM t WHERE a IN main.s; END")
        #expect(
            text(.others)
                == "CREATE TRIGGER g AFTER INSERT ON t BEGIN DELETE FROM s WHERE a IN main.s; END")
    }

    @Test func `the databases in front of tables are told`() throws {
        let sql = "CREATE VIEW v AS SELECT a.x.y FROM b.t, c.u WHERE 1 IN d.t"
        #expect(TableMentions(of: "", try Parser.statement(sql)).databases == ["b", "c", "d"])
    }
}
