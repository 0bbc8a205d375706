import Testing

@testable import WCDBEngine

/// Joins in parentheses that have a name.
/// Results are those of SQLite 3.40.1, but for `x.*` and ALTER, where it knows less.
@Suite struct `Named joins` {
    static let tables = """
        CREATE TABLE a(p, q); CREATE TABLE b(p, r); CREATE TABLE c(r, s);
        INSERT INTO a VALUES(1, 2); INSERT INTO b VALUES(1, 3); INSERT INTO c VALUES(3, 4);

        """

    /// The name hid them.
    @Test func `their tables are seen beside the name`() throws {
        try Script(
            Self.tables + #"""
                SELECT x.q, a.q, b.r, main.b.r, q FROM (a JOIN b USING(p)) AS x WHERE a.q = 2;
                --> 2|2|3|3|2
                SELECT b.p, x.p, p FROM (a JOIN b USING(p)) AS x;
                --> 1|1|1
                SELECT s, a.q FROM (a JOIN b USING(p)) AS x LEFT JOIN c ON b.r = c.r;
                --> 4|2
                SELECT y.q, z.q FROM ((a AS y JOIN b) AS x JOIN c) AS z;
                --> 2|2
                SELECT x.q FROM ((a AS y JOIN b) AS x JOIN c) AS z;
                --! no such column: x.q
                SELECT a.q FROM a JOIN (a JOIN b) AS x;
                --! ambiguous column name: a.q
                SELECT main.x.q FROM (a JOIN b) AS x;
                --! no such column: main.x.q
                """#
        ).run()
    }

    @Test func `a column that comes twice is the first behind the name`() throws {
        try Script(
            Self.tables + #"""
                UPDATE b SET p = 9;
                SELECT x.p, x."p:1", a.p, b.p FROM (a JOIN b) AS x;
                --> 1|9|1|9
                SELECT p FROM (a JOIN b) AS x;
                --! ambiguous column name: p
                SELECT * FROM (a LEFT JOIN b USING(p)) AS x;
                --> 1|2|NULL
                SELECT x.*, 0 FROM (a LEFT JOIN b USING(p)) AS x;
                --> 1|2|NULL|0
                SELECT b.*, c.s FROM (a FULL JOIN b USING(p)) AS x LEFT JOIN c ON 1 ORDER BY 1;
                --> NULL|NULL|4
                --> 9|3|4
                """#
        ).run()
    }

    @Test func `a column by which they are joined is still one behind the name`() throws {
        try Script(
            Self.tables + #"""
                SELECT x.r, x.q FROM c JOIN (a JOIN b USING(p)) AS x USING(r);
                --> 3|2
                SELECT x.*, c.* FROM c NATURAL JOIN (a JOIN b USING(p)) AS x;
                --> 1|2|3|3|4
                SELECT x.p, x.r FROM c NATURAL RIGHT JOIN (a JOIN b USING(p)) AS x;
                --> 1|3
                """#
        ).run()
    }

    /// The second of them was found, and refused or passed over.
    @Test func `a column that comes twice is joined as the first, or by its own name`() throws {
        try Script(
            Self.tables + #"""
                UPDATE b SET p = 7; CREATE TABLE d(p, z); INSERT INTO d VALUES(1, 5), (8, 6);
                SELECT p, z FROM d FULL JOIN (a JOIN b) AS x USING(p) LEFT JOIN a AS y USING(p)
                ORDER BY 1;
                --> 1|5
                --> 8|6
                SELECT p, z FROM d FULL JOIN (a JOIN b) USING(p) LEFT JOIN a AS y USING(p)
                ORDER BY 1;
                --> 1|5
                --> 8|6
                SELECT count(*) FROM (a JOIN b) AS x NATURAL JOIN (a JOIN d) AS y;
                --> 0
                SELECT x.p, y."p:1" FROM (a JOIN d) AS x JOIN (a JOIN d AS e) AS y USING("p:1")
                ORDER BY 2;
                --> 1|1
                --> 1|8
                """#
        ).run()
    }

    /// A name came twice.
    @Test func `a star calls their columns as the name does`() throws {
        let connection = try Connection.memory(Self.tables)
        for (sql, names) in [
            ("SELECT * FROM c, (a JOIN b) AS x", ["r", "s", "p", "q", "p:1", "r"]),
            ("SELECT x.* FROM (a JOIN b) AS x", ["p", "q", "p:1", "r"]),
            ("SELECT b.* FROM (a JOIN b) AS x", ["p", "r"]),
            (
                "SELECT * FROM ((a JOIN b) AS y JOIN a AS z) AS x",
                ["p", "q", "p:1", "r", "p:2", "q:1"]
            ),
        ] {
            let select = try #require(try connection.prepare(sql))
            #expect((0..<select.columnCount).map(select.columnName) == names)
        }
    }

    /// They were ambiguous.
    @Test func `a column beside one that a join in them has joined is not meant`() throws {
        try Script(
            Self.tables + #"""
                UPDATE b SET p = 7; CREATE TABLE d(p, z); INSERT INTO d VALUES(1, 5), (8, 6);
                SELECT p FROM (d LEFT JOIN (a JOIN b) USING(p)) AS x ORDER BY 1;
                --> 1
                --> 8
                SELECT p FROM c JOIN (d LEFT JOIN (a LEFT JOIN b) USING(p)) ORDER BY 1;
                --> 1
                --> 8
                SELECT p FROM (d FULL JOIN (a JOIN b) AS y USING(p)) AS x ORDER BY 1;
                --> 1
                --> 8
                SELECT b.p FROM (d LEFT JOIN (a JOIN b) USING(p)) AS x ORDER BY 1;
                --> NULL
                --> 7
                """#
        ).run()
    }

    @Test func `a table in them goes before the name`() throws {
        try Script(
            Self.tables + #"""
                UPDATE b SET p = 7;
                SELECT b.p, b."p:1", b.q, a.p FROM (a JOIN b) AS b;
                --> 7|7|2|1
                SELECT a.p, a.r FROM (a JOIN b) AS a;
                --> 1|3
                SELECT a.*, b.* FROM (c AS a JOIN a AS x) AS a JOIN b;
                --> 3|4|7|3
                """#
        ).run()
    }

    /// They counted as tables whose rowid might be meant.
    @Test func `joins in parentheses have no rowid`() throws {
        try Script(
            Self.tables + #"""
                SELECT a.rowid FROM a JOIN (a JOIN b) AS x;
                --> 1
                SELECT rowid, a.rowid FROM a LEFT JOIN (b JOIN c);
                --> 1|1
                SELECT (SELECT rowid FROM (b LEFT JOIN c) AS x) FROM a;
                --> 1
                SELECT rowid FROM (a LEFT JOIN b) AS x;
                --! no such column: rowid
                SELECT rowid FROM (a JOIN (SELECT 'R' AS rowid) AS y) AS x JOIN b;
                --> 'R'
                SELECT rowid FROM b JOIN (a LEFT JOIN (SELECT 'R' AS rowid)) AS x;
                --> 'R'
                """#
        ).run()
    }

    @Test func `a table in them gets another name`() throws {
        try Script(
            Self.tables + #"""
                CREATE VIEW v AS SELECT a.q, x.r FROM (a JOIN b) AS x;
                ALTER TABLE a RENAME TO d;
                SELECT sql FROM sqlite_master WHERE name = 'v';
                --> 'CREATE VIEW v AS SELECT "d".q, x.r FROM ("d" JOIN b) AS x'
                SELECT * FROM v;
                --> 2|3
                """#
        ).run()
    }
}
