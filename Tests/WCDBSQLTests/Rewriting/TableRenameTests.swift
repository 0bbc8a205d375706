import Testing
import WCDBSQL

struct TableRenameTests {
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
        ("CREATE VIEW v AS SELECT t.a FROM u AS t", nil),
        ("CREATE TABLE u(t, b CHECK(t > 0))", nil),
    ]

    @Test(arguments: examples)
    func `only the table gets the name`(_ sql: String, _ expected: String?) {
        #expect(TableRename(sql, from: "T").text(with: "s") == expected)
    }

    @Test func `a common table expression of the name is told`() {
        let rename = TableRename("CREATE VIEW v AS WITH t AS (SELECT 1) SELECT * FROM t", from: "t")
        #expect(rename.isShadowed)
    }
}
