import Testing

@testable import WCDBEngine

/// Results and messages are those of SQLite 3.40.1.
struct AlterTableTests {
    @Test(arguments: [
        ("c DEFAULT (-5)", "1|-5"),
        ("c DEFAULT (CAST(5 AS TEXT))", "1|5"),
        ("c DEFAULT TRUE", "1|1"),
        ("c DEFAULT abc", "1|abc"),
        ("c DEFAULT (NULL)", "1|"),
        ("c CHECK(c > 0)", "1|"),
        ("c TEXT NOT NULL DEFAULT 7", "1|7"),
    ])
    func `rows that were there read the default`(_ column: String, _ row: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        try connection.execute("ALTER TABLE t ADD COLUMN \(column) ;")
        #expect(try connection.rows("SELECT * FROM t") == [row])
        #expect(
            try connection.rows("SELECT sql FROM sqlite_schema")
                == ["CREATE TABLE t(a, \(column))"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [
        ("d UNIQUE", "Cannot add a UNIQUE column"),
        ("d INTEGER PRIMARY KEY", "Cannot add a PRIMARY KEY column"),
        ("d NOT NULL", "Cannot add a NOT NULL column with default value NULL"),
        ("d DEFAULT CURRENT_TIME", "Cannot add a column with non-constant default"),
        ("d DEFAULT (1+1)", "Cannot add a column with non-constant default"),
        ("d CHECK(a > 1)", "CHECK constraint failed"),
        ("d AS (NULL) NOT NULL", "NOT NULL constraint failed"),
        ("d AS (a*2) STORED", "cannot add a STORED column"),
        ("A", "duplicate column name: A"),
        ("d COLLATE nosuch", "no such collation sequence: nosuch"),
    ])
    func `what rows cannot be given is refused`(_ column: String, _ message: String) throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1)")
        #expect(connection.refusal("ALTER TABLE t ADD COLUMN \(column)") == message)
        #expect(try connection.rows("SELECT sql FROM sqlite_schema") == ["CREATE TABLE t(a)"])
        #expect(try connection.rows("SELECT * FROM t") == ["1"])
    }

    @Test func `a column comes before the constraints of the table`() throws {
        let connection = try Connection.memory("CREATE TABLE u(a, b, UNIQUE(b))")
        try connection.execute("SELECT 1; ALTER TABLE u ADD c /* new */ INT; SELECT 2")
        #expect(
            try connection.rows("SELECT sql FROM sqlite_schema WHERE name = 'u'")
                == ["CREATE TABLE u(a, b, c /* new */ INT, UNIQUE(b))"])
    }

    /// Blanks behind the last column were left to the column that followed.
    @Test func `a column comes behind the blanks of the last one`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE u ( a /* one */ ); CREATE TABLE v(a INT) STRICT")
        try connection.execute("ALTER TABLE u ADD b")
        #expect(
            try connection.rows("SELECT sql FROM sqlite_schema WHERE name = 'u'")
                == ["CREATE TABLE u ( a /* one */ , b)"])
        #expect(
            connection.refusal("ALTER TABLE v ADD b")
                == "error in table v after add column: missing datatype for v.b")
    }

    @Test func `an update that reads a default is whole`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1), (2), (3)")
        try connection.execute("ALTER TABLE t ADD COLUMN b DEFAULT 5")
        #expect(connection.refusal("UPDATE t SET a = CASE a WHEN 1 THEN 9 ELSE b END") != nil)
        #expect(try connection.rows("SELECT * FROM t") == ["1|5", "2|5", "3|5"])
    }

    @Test func `a rename reaches every definition`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a);
            CREATE TABLE u(
                id INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE, t REFERENCES t,
                FOREIGN KEY(b) REFERENCES T(a));
            CREATE INDEX i ON t(a);
            INSERT INTO u VALUES(NULL, 2, 3);
            CREATE VIEW w AS SELECT t.a, t FROM t, u WHERE t.a IN (SELECT a FROM "t");
            CREATE VIEW x AS SELECT t.a FROM t AS t;
            ALTER TABLE u RENAME TO [x y];
            ALTER TABLE t RENAME TO s;
            """)
        let found = try connection.rows("SELECT name, tbl_name, sql FROM sqlite_schema")
        #expect(
            found == [
                "s|s|CREATE TABLE \"s\"(a)",
                """
                x y|x y|CREATE TABLE "x y"(
                    id INTEGER PRIMARY KEY AUTOINCREMENT, b UNIQUE, t REFERENCES "s",
                    FOREIGN KEY(b) REFERENCES "s"(a))
                """,
                "sqlite_autoindex_x y_1|x y|",
                "sqlite_sequence|sqlite_sequence|CREATE TABLE sqlite_sequence(name,seq)",
                "i|s|CREATE INDEX i ON \"s\"(a)",
                "w|w|CREATE VIEW w AS SELECT \"s\".a, t FROM \"s\", \"x y\""
                    + " WHERE \"s\".a IN (SELECT a FROM \"s\")",
                "x|x|CREATE VIEW x AS SELECT t.a FROM \"s\" AS t",
            ])
        #expect(try connection.rows("SELECT * FROM sqlite_sequence") == ["x y|1"])
        #expect(try connection.rows("SELECT b FROM [x y]") == ["2"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test(arguments: [
        ("t RENAME TO sqlite_x", "object name reserved for internal use: sqlite_x"),
        ("t RENAME TO T", "there is already another table or index with this name: T"),
        ("t RENAME TO v", "there is already another table or index with this name: v"),
        ("t RENAME TO i", "there is already another table or index with this name: i"),
        ("nope RENAME TO x", "no such table: nope"),
        ("v RENAME TO x", "view v may not be altered"),
        ("v ADD x", "Cannot add a column to a view"),
        ("sqlite_master ADD x", "table sqlite_master may not be altered"),
    ])
    func `what may not be altered is refused`(_ change: String, _ message: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); CREATE INDEX i ON t(a); CREATE VIEW v AS SELECT 1")
        #expect(connection.refusal("ALTER TABLE \(change)") == message)
    }

    /// The index was named, which is looked at behind its table.
    @Test func `a table keeps a column that is not generated`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b AS (1)); CREATE INDEX i ON t(a);")
        #expect(
            connection.refusal("ALTER TABLE t DROP COLUMN a")
                == "error in table t after drop column: "
                + "must have at least one non-generated column")
    }

    /// A view that means nothing was passed over, and its text renamed blindly.
    @Test func `nothing is renamed or dropped while a view or trigger is broken`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE VIEW v AS SELECT zz FROM t;")
        for alter in ["RENAME TO u", "RENAME a TO c", "DROP COLUMN b"] {
            #expect(
                connection.refusal("ALTER TABLE t \(alter)")
                    == "error in view v: no such column: zz")
        }
        try connection.execute(
            """
            DROP VIEW v; CREATE TABLE m(q);
            CREATE TRIGGER g AFTER INSERT ON m BEGIN SELECT * FROM missing; END;
            """)
        #expect(
            connection.refusal("ALTER TABLE t RENAME TO u")
                == "error in trigger g: no such table: main.missing")
    }

    /// Whether a qualifier meant the alias was asked of the whole text: the inner query went on to
    /// name the table as before, and so meant the alias around it.
    @Test func `a table is renamed where its name is an alias elsewhere`() throws {
        try Script(
            """
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 10);
            CREATE TABLE u(a, b); INSERT INTO u VALUES(2, 20);
            CREATE VIEW v AS SELECT (SELECT t.b FROM t), t.b FROM u AS t;
            CREATE VIEW w AS WITH t AS (SELECT 3 AS b) SELECT t.b FROM t UNION SELECT b FROM main.t;
            CREATE TRIGGER g AFTER INSERT ON t BEGIN
            INSERT INTO u WITH t AS (SELECT 4) SELECT *, new.b FROM t; END;
            ALTER TABLE t RENAME TO s;
            SELECT * FROM v; SELECT * FROM w
            --> 10|20
            --> 3
            --> 10
            INSERT INTO s VALUES(5, 50); SELECT * FROM u
            --> 2|20
            --> 4|50
            CREATE TEMP TABLE s(a, b); CREATE TEMP VIEW x AS SELECT s.a FROM main.s;
            CREATE TEMP TRIGGER h AFTER INSERT ON main.s BEGIN INSERT INTO s VALUES(new.a, 0); END;
            ALTER TABLE main.s RENAME TO r;
            INSERT INTO r VALUES(6, 60); SELECT * FROM s; SELECT * FROM x WHERE a > 1
            --> 6|0
            --> 5
            --> 6
            """
        ).run()
    }

    /// SQLite renames, and the definitions mean something else from then on.
    @Test(arguments: [
        ("VIEW v AS SELECT (SELECT t.a FROM x AS s) FROM t", "view v", "s"),
        ("VIEW v AS WITH s AS (SELECT 7 AS a) SELECT a FROM t", "view v", "s"),
        (
            "VIEW v AS SELECT 1 FROM x AS s WHERE EXISTS(SELECT 1 FROM t WHERE a = s.a)",
            "view v", "s"
        ),
        ("VIEW v AS SELECT s.* FROM t, x AS s", "view v", "s"),
        ("VIEW v AS SELECT t.* FROM t, x AS t", "view v", "s"),
        ("VIEW v AS SELECT t.* FROM x AS t, t", "view v", "s"),
        (
            "TRIGGER g AFTER INSERT ON x BEGIN DELETE FROM t WHERE a = new.a; END",
            "trigger g", "new"
        ),
        (
            "TRIGGER g AFTER INSERT ON x BEGIN INSERT INTO t VALUES(1)"
                + " ON CONFLICT DO UPDATE SET a = excluded.a; END", "trigger g", "excluded"
        ),
        ("TEMP VIEW v AS SELECT a FROM t", "view v", "x2"),
    ])
    func `a table does not get a name that means something else`(
        _ definition: String, _ object: String, _ name: String
    ) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a); CREATE TABLE x(a); CREATE TEMP TABLE x2(a);
            CREATE \(definition)
            """)
        #expect(
            connection.refusal("ALTER TABLE t RENAME TO \(name)")
                == "error in \(object) after rename: \(name) means something else there")
        try connection.execute("SELECT * FROM t")
    }

    /// The name is also that of something which the definition goes on to mean.
    @Test func `a table gets a name that other scopes have`() throws {
        try Script(
            """
            CREATE TABLE t(a); INSERT INTO t VALUES(1), (2);
            CREATE TABLE x(a); INSERT INTO x VALUES(0), (2);
            CREATE VIEW v AS SELECT s.a FROM x AS s WHERE (SELECT count(*) FROM t) = 2;
            CREATE VIEW w AS WITH s AS (SELECT 7 AS a) SELECT s.a, t.a FROM s, main.t AS t;
            CREATE VIEW y AS SELECT (SELECT main.t.a FROM t AS t WHERE a = 2) FROM t;
            CREATE VIEW z AS SELECT count(*) FROM t JOIN (x JOIN x AS t ON t.a);
            ALTER TABLE t RENAME TO s;
            SELECT * FROM v; SELECT * FROM w; SELECT * FROM y; SELECT * FROM z
            --> 0
            --> 2
            --> 7|1
            --> 7|2
            --> 2
            --> 2
            --> 4
            SELECT sql FROM sqlite_schema WHERE name IN ('w', 'y')
            --> 'CREATE VIEW w AS WITH s AS (SELECT 7 AS a) SELECT s.a, t.a FROM s, main."s" AS t'
            --> 'CREATE VIEW y AS SELECT (SELECT main.t.a FROM "s" AS t WHERE a = 2) FROM "s"'
            """
        ).run()
    }

    /// They went on to name the table as it was called before.
    @Test func `temporary triggers and views follow the table that they mean`() throws {
        try Script(
            """
            CREATE TABLE l(x); CREATE TABLE w(x);
            CREATE TEMP VIEW lv AS SELECT l.x FROM l;
            CREATE TEMP TRIGGER g AFTER INSERT ON w BEGIN INSERT INTO l SELECT new.x + l.x FROM l;
            END;
            INSERT INTO l VALUES(1);
            ALTER TABLE l RENAME TO m;
            INSERT INTO w VALUES(5);
            SELECT * FROM lv
            --> 1
            --> 6
            SELECT sql FROM temp.sqlite_master WHERE type = 'view'
            --> 'CREATE VIEW lv AS SELECT "m".x FROM "m"'
            CREATE TEMP TABLE m(x);
            ALTER TABLE main.m RENAME TO n;
            SELECT sql FROM temp.sqlite_master WHERE type = 'view'
            --> 'CREATE VIEW lv AS SELECT "m".x FROM "m"'
            """
        ).run()
    }

    /// It fails when it runs, as in SQLite.
    @Test func `what a trigger forgets to fill does not hinder a new name`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b);
            CREATE TRIGGER g AFTER UPDATE ON t BEGIN INSERT INTO t VALUES(1); END;
            """)
        #expect(connection.refusal("ALTER TABLE t RENAME TO u") == nil)
    }

    /// Without the column its name would be a text there, and the index would not fit the rows.
    @Test(arguments: [
        ("CREATE INDEX i ON t(a) WHERE \"x y\" > 0", "index i"),
        ("CREATE INDEX i ON t(lower(\"X Y\"), a)", "index i"),
        ("ALTER TABLE t ADD COLUMN c CHECK(\"x y\" <> 5)", "table t"),
        ("ALTER TABLE t ADD COLUMN c AS (\"x y\" || 1)", "table t"),
    ])
    func `a column in double quotes is still needed`(_ user: String, _ place: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, \"x y\" CHECK(\"x y\" < 5), b); INSERT INTO t VALUES(1, -1, 2)")
        try connection.execute(user)
        #expect(
            connection.refusal("ALTER TABLE t DROP COLUMN \"x y\"")
                == "error in \(place) after drop column: no such column: x y")
        #expect(try connection.rows("SELECT \"x y\" FROM t") == ["-1"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `a column may go that its own constraint alone has in double quotes`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, "x" CHECK("x" < 5), b DEFAULT "x");
            CREATE INDEX i ON t(a) WHERE b <> "y";
            CREATE VIEW v AS SELECT "x" FROM t;
            INSERT INTO t VALUES(1, 2, 3);
            ALTER TABLE t DROP COLUMN "x";
            """)
        #expect(try connection.rows("SELECT * FROM t, v") == ["1|3|x"])
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// Numbers of definitions are those of their database: a temporary view was taken for the table
    /// that has the same one.
    @Test func `a column may go that temporary definitions have in double quotes`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2);
            CREATE TEMP VIEW v AS SELECT a, "b" AS z FROM t;
            ALTER TABLE t DROP COLUMN b;
            """)
        #expect(try connection.rows("SELECT * FROM v") == ["1|b"])
    }

    /// The step was done away with as one that fails when it runs, and what it reads was not
    /// looked at: the next change of the table failed.
    @Test(arguments: ["VALUES(new.c)", "SELECT c FROM t WHERE b < new.c", "VALUES(1)"])
    func `a column stays that a trigger inserts into`(source: String) throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b, c); INSERT INTO t VALUES(1, 2, 3);
            CREATE TRIGGER h AFTER UPDATE ON t BEGIN INSERT INTO t(c) \(source); END;
            """)
        #expect(
            connection.refusal("ALTER TABLE t DROP COLUMN c")
                == "error in trigger h after drop column: table t has no column named c")
        try connection.execute("UPDATE t SET a = 1")
        #expect(try connection.rows("SELECT c FROM t").count == 2)
    }

    @Test func `a column may go beside a trigger that was broken before`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE t(a, b); CREATE TABLE u(a, b); CREATE TABLE z(p, q);
            CREATE TRIGGER g AFTER INSERT ON t BEGIN INSERT INTO u(nope) VALUES(1); END;
            CREATE TRIGGER h AFTER INSERT ON t BEGIN UPDATE u SET none = 1; END;
            INSERT INTO z VALUES(1, 2);
            ALTER TABLE z DROP COLUMN q;
            """)
        #expect(try connection.rows("SELECT * FROM z") == ["1"])
    }
}
