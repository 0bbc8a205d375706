import Testing
import WCDBSQL

/// Spellings that mean the same become the same tree.
@Suite struct `Spellings` {
    static let samples: [(text: String, normal: String)] = [
        ("replace into t values(1)", "INSERT OR REPLACE INTO t VALUES(1)"),
        ("SELECT ALL a aa, b 'c d' FROM t x, u", "SELECT a AS aa, b AS `c d` FROM t AS x, u"),
        ("SELECT 1 AS end", "SELECT 1 AS end"),
        ("SELECT a window FROM t over", "SELECT a AS window FROM t AS over"),
        ("SELECT sum(a) filter FROM t", "SELECT sum(a) AS `filter` FROM t"),
        (
            "SELECT a FROM t window WINDOW w AS (), window AS (w)",
            "SELECT a FROM t AS window WINDOW w AS (), window AS (w)"
        ),
        (
            "SELECT * FROM a OUTER LEFT NATURAL JOIN b",
            "SELECT * FROM a NATURAL LEFT OUTER JOIN b"
        ),
        ("SELECT * FROM a LEFT RIGHT JOIN b", "SELECT * FROM a FULL JOIN b"),
        ("SELECT * FROM a FULL OUTER JOIN b", "SELECT * FROM a FULL OUTER JOIN b"),
        ("SELECT * FROM ((a)) AS x", "SELECT * FROM ((a)) AS x"),
        ("SELECT * FROM left LEFT JOIN right ON 1", "SELECT * FROM left LEFT JOIN right ON 1"),
        ("SELECT 't'.a, 't'.* FROM 't'", "SELECT `t`.a, `t`.* FROM 't'"),
        ("SELECT a <> b, a = b", "SELECT a != b, a == b"),
        ("SELECT like(a, b), glob, replace(a, b, c)", "SELECT like(a, b), glob, replace(a, b, c)"),
        ("SELECT true, \"true\", t.true", "SELECT TRUE, \"true\", t.`true`"),
        ("INSERT INTO t(a) VALUES(1) ON CONFLICT DO NOTHING", ""),
        (
            "INSERT INTO t SELECT a FROM u ON CONFLICT(a) DO NOTHING",
            "INSERT INTO t SELECT a FROM u ON CONFLICT(a) DO NOTHING"
        ),
        ("UPDATE t SET (a) = 1", "UPDATE t SET a = 1"),
        ("CREATE TEMPORARY TABLE temp.t(a)", "CREATE TEMP TABLE t(a)"),
        (
            "CREATE TABLE t(a  INT(10 , -2)primary key, b AS (1), c generated)",
            "CREATE TABLE t(a INT(10 , -2) PRIMARY KEY, b GENERATED ALWAYS AS(1), c generated)"
        ),
        (
            "CREATE TABLE t(a REFERENCES p NOT DEFERRABLE NOT NULL, b INT NULL DEFERRABLE)",
            "CREATE TABLE t(a REFERENCES p NOT DEFERRABLE NOT NULL, b INT NULL)"
        ),
        (
            "CREATE TABLE t(a, UNIQUE(a) CHECK(a), CONSTRAINT x FOREIGN KEY(a) REFERENCES b)",
            "CREATE TABLE t(a, UNIQUE(a), CHECK(a), CONSTRAINT x FOREIGN KEY(a) REFERENCES b)"
        ),
        (
            "CREATE TABLE t(a DEFAULT +1, b DEFAULT - 1)",
            "CREATE TABLE t(a DEFAULT 1, b DEFAULT -1)"
        ),
        (
            "CREATE VIRTUAL TABLE t USING m( a  b , c(d, e) ,)",
            "CREATE VIRTUAL TABLE t USING m(a  b, c(d, e), )"
        ),
        ("ALTER TABLE t ADD a", "ALTER TABLE t ADD COLUMN a"),
        ("ALTER TABLE t RENAME a TO b", "ALTER TABLE t RENAME COLUMN a TO b"),
        ("PRAGMA a = +1", "PRAGMA a = 1"), ("PRAGMA a(on)", "PRAGMA a(on)"),
        ("PRAGMA a = 'x'", "PRAGMA a = 'x'"), ("PRAGMA a = \"x\"", "PRAGMA a = \"x\""),
        ("BEGIN TRANSACTION x", "BEGIN"), ("END", "COMMIT"), ("COMMIT TRANSACTION", "COMMIT"),
        ("ROLLBACK TRANSACTION TO SAVEPOINT a", "ROLLBACK TO a"),
        ("RELEASE SAVEPOINT a", "RELEASE a"), ("ATTACH DATABASE 'f' AS x", "ATTACH 'f' AS x"),
        ("DETACH DATABASE x", "DETACH x"), ("VACUUM INTO 'f'", "VACUUM INTO 'f'"),
        ("explain select 1", "EXPLAIN SELECT 1"),
    ]

    @Test(arguments: samples)
    func `become one`(sample: (text: String, normal: String)) throws {
        let statement = try Parser.statement(sample.text)
        #expect(statement.sql == (sample.normal.isEmpty ? sample.text : sample.normal))
        #expect(try Parser.statement(statement.sql) == statement)
    }

    @Test(arguments: Keyword.allCases)
    func `of keywords are names as far as the grammar allows`(keyword: Keyword) throws {
        func isAccepted(_ text: String) -> Bool { (try? Parser.statement(text)) != nil }
        let word = keyword.rawValue
        #expect(isAccepted("SELECT 1 AS \(word)") == (keyword.use != .reserved))
        #expect(isAccepted("SAVEPOINT \(word)") == (keyword.use != .reserved))
        // Words that make a constraint of their own behind a column are not part of its type.
        let constraints: Set<Keyword> = [.null, .unique, .deferrable]
        let isType = keyword.use == .name || constraints.contains(keyword)
        #expect(isAccepted("CREATE TABLE t(a \(word) PRIMARY KEY)") == isType)
        let bare = isAccepted("SELECT \(word) FROM t")
        #expect(bare || keyword.needsQuotes)
        for name in [Name(word), Name(word.uppercased())] {
            let column = Expression.column(ColumnReference(name))
            #expect(
                try Parser.expression("1 + \(column.sql)") == .binary(.add, .integer(1), column))
            let table = DropStatement(.table, QualifiedName(name, schema: name))
            #expect(try Parser.statement(table.sql) == .drop(table))
        }
    }
}
