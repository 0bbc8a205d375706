import Testing

@testable import WCDBEngine

/// ALTER TABLE RENAME COLUMN and DROP COLUMN.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Columns that are renamed or dropped` {
    @Test func `a new name goes into every definition`() throws {
        try Script(
            #"""
            CREATE TABLE p(id INTEGER PRIMARY KEY, name TEXT, "b" INT, UNIQUE(name, id));
            CREATE TABLE q(name CHECK(name > 0), g AS (name + 1), CHECK(name <> 5));
            CREATE TABLE c(pid REFERENCES p(id), n, FOREIGN KEY(n, pid) REFERENCES p(name, id));
            CREATE INDEX pn ON p(name DESC, lower(name)) WHERE name > 'a';
            CREATE VIEW v AS SELECT p.name, 'name' AS name2 FROM p WHERE name > 'a';
            CREATE VIEW x AS SELECT id FROM p WHERE EXISTS(SELECT 1 FROM c WHERE n = name);
            CREATE VIEW w(name) AS SELECT n FROM c JOIN p USING(name);
            CREATE TRIGGER t1 AFTER UPDATE OF name ON p BEGIN INSERT INTO c(n) VALUES(NEW.name);
              END;
            CREATE TRIGGER t2 AFTER INSERT ON c BEGIN UPDATE p SET name = 1 WHERE name = NEW.n; END;
            CREATE TRIGGER t3 AFTER DELETE ON c BEGIN INSERT INTO p(name) SELECT name FROM q; END;
            DROP VIEW w;
            ALTER TABLE p RENAME COLUMN name TO title;
            ALTER TABLE q RENAME name TO "the name";
            CREATE VIEW d AS SELECT substr(replace(sql, char(10) || '  ', ' '), 8) AS s FROM
              sqlite_schema;
            SELECT substr(s, 1, 70) FROM d WHERE s NOT LIKE 'VIEW d%';
            --> 'TABLE p(id INTEGER PRIMARY KEY, title TEXT, "b" INT, UNIQUE(title, id)'
            --> 'TABLE q("the name" CHECK("the name" > 0), g AS ("the name" + 1), CHECK'
            --> 'TABLE c(pid REFERENCES p(id), n, FOREIGN KEY(n, pid) REFERENCES p(titl'
            --> 'INDEX pn ON p(title DESC, lower(title)) WHERE title > ''a'''
            --> 'VIEW v AS SELECT p.title, ''name'' AS name2 FROM p WHERE title > ''a'''
            --> 'VIEW x AS SELECT id FROM p WHERE EXISTS(SELECT 1 FROM c WHERE n = titl'
            --> 'TRIGGER t1 AFTER UPDATE OF title ON p BEGIN INSERT INTO c(n) VALUES(NE'
            --> 'TRIGGER t2 AFTER INSERT ON c BEGIN UPDATE p SET title = 1 WHERE title '
            --> 'TRIGGER t3 AFTER DELETE ON c BEGIN INSERT INTO p(title) SELECT "the na'
            SELECT substr(s, 71) FROM d WHERE length(s) > 70 AND s NOT LIKE 'VIEW d%';
            --> ')'
            --> '("the name" <> 5))'
            --> 'e, id))'
            --> 'e)'
            --> 'W.title); END'
            --> '= NEW.n; END'
            --> 'me" FROM q; END'
            DROP VIEW d;
            INSERT INTO p(title, b) VALUES('abc', 1);
            SELECT title FROM p;
            --> 'abc'
            PRAGMA integrity_check;
            --> 'ok'
            ALTER TABLE p RENAME b TO "new b";
            SELECT sql FROM sqlite_schema WHERE name = 'p';
            --> 'CREATE TABLE p(id INTEGER PRIMARY KEY, title TEXT, "new b" INT, UNIQUE(title, id))'
            ALTER TABLE p RENAME title TO ID;
            --! error in table p after rename: duplicate column name: ID
            ALTER TABLE p RENAME nope TO x;
            --! no such column: "nope"
            ALTER TABLE v RENAME title TO x;
            --! cannot rename columns of view "v"
            CREATE VIEW broken AS SELECT zz FROM p;
            ALTER TABLE p RENAME title TO name;
            --! error in view broken: no such column: zz
            """#
        ).run()
    }

    @Test func `a column leaves every row`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b, c, d CHECK(d > 0), e, CHECK(e > 0));
            CREATE INDEX ib ON t(b); CREATE INDEX ie ON t(e);
            INSERT INTO t VALUES(1, 2, 3, 4, 5, 6), (2, 3, 4, 5, 6, 7);
            ALTER TABLE t ADD COLUMN f DEFAULT 'later';
            INSERT INTO t VALUES(3, 4, 5, 6, 7, 8, 'own');
            ALTER TABLE t DROP COLUMN id;
            --! cannot drop PRIMARY KEY column: "id"
            ALTER TABLE t DROP COLUMN a;
            --! cannot drop UNIQUE column: "a"
            ALTER TABLE t DROP COLUMN b;
            --! error in index ib after drop column: no such column: b
            ALTER TABLE t DROP COLUMN nope;
            --! no such column: "nope"
            ALTER TABLE t DROP COLUMN c;
            ALTER TABLE t DROP COLUMN d;
            SELECT * FROM t;
            --> 1|2|3|6|'later'
            --> 2|3|4|7|'later'
            --> 3|4|5|8|'own'
            SELECT id FROM t WHERE e = 7;
            --> 2
            SELECT substr(replace(sql, char(10) || '  ', ' '), 14) FROM sqlite_schema WHERE name =
              't';
            --> 't(id INTEGER PRIMARY KEY, a UNIQUE, b, e, f DEFAULT ''later'', CHECK(e > 0))'
            PRAGMA integrity_check;
            --> 'ok'
            DROP INDEX ie;
            ALTER TABLE t DROP COLUMN e;
            --! error in table t after drop column: no such column: e
            CREATE VIEW v AS SELECT f FROM t;
            ALTER TABLE t DROP COLUMN f;
            --! error in view v after drop column: no such column: f
            DROP VIEW v;
            ALTER TABLE t DROP COLUMN f;
            SELECT * FROM t;
            --> 1|2|3|6
            --> 2|3|4|7
            --> 3|4|5|8
            CREATE TABLE one(x);
            ALTER TABLE one DROP COLUMN x;
            --! cannot drop column "x": no other columns exist
            """#
        ).run()
    }

    @Test func `what stood behind the last column goes with it`() throws {
        try Script(
            #"""
            CREATE TABLE t(a , b /* last */ , PRIMARY KEY(a)); CREATE TABLE u(a, b  );
            ALTER TABLE t DROP COLUMN b; ALTER TABLE u DROP COLUMN b;
            SELECT sql FROM sqlite_schema WHERE type = 'table';
            --> 'CREATE TABLE t(a , PRIMARY KEY(a))'
            --> 'CREATE TABLE u(a)'
            """#
        ).run()
    }

    /// They went on to name the column as it was called before.
    @Test func `temporary triggers and views follow the columns that they mean`() throws {
        try Script(
            #"""
            ATTACH ':memory:' AS aux;
            CREATE TABLE l(x, y); CREATE TABLE w(x); CREATE TABLE aux.l(x, y);
            CREATE TEMP VIEW lv AS SELECT l.x FROM l;
            CREATE TEMP VIEW av AS SELECT l.x FROM aux.l;
            CREATE TEMP TRIGGER g AFTER INSERT ON w BEGIN INSERT INTO l(x) SELECT new.x; END;
            CREATE TEMP TRIGGER h AFTER UPDATE OF x ON l BEGIN INSERT INTO w SELECT new.x; END;
            CREATE TEMP TRIGGER k AFTER UPDATE OF x ON aux.l BEGIN INSERT INTO w SELECT new.x; END;
            ALTER TABLE l RENAME COLUMN x TO z;
            SELECT substr(sql, 8) FROM temp.sqlite_master ORDER BY name;
            --> 'VIEW av AS SELECT l.x FROM aux.l'
            --> 'TRIGGER g AFTER INSERT ON w BEGIN INSERT INTO l(z) SELECT new.x; END'
            --> 'TRIGGER h AFTER UPDATE OF z ON l BEGIN INSERT INTO w SELECT new.z; END'
            --> 'TRIGGER k AFTER UPDATE OF x ON aux.l BEGIN INSERT INTO w SELECT new.x; END'
            --> 'VIEW lv AS SELECT l.z FROM l'
            ALTER TABLE aux.l DROP COLUMN x;
            --! error in view av after drop column: no such column: l.x
            ALTER TABLE l DROP COLUMN z;
            --! error in view lv after drop column: no such column: l.z
            ALTER TABLE l DROP COLUMN y;
            ALTER TABLE w RENAME TO u;
            INSERT INTO u VALUES(5);
            SELECT z FROM lv;
            --> 5
            """#
        ).run()
    }

    /// A text in double quotes that is the new name would be the column from then on.
    @Test func `texts in double quotes stay texts`() throws {
        try Script(
            #"""
            CREATE TABLE d(a, c);
            CREATE INDEX di ON d(a) WHERE "b" = 'b';
            CREATE INDEX dj ON d(("B" || a));
            INSERT INTO d VALUES(1, 2);
            CREATE VIEW dv AS SELECT a, "b" AS s, "it's" AS w FROM d WHERE c <> "B";
            CREATE TRIGGER dt AFTER INSERT ON d BEGIN DELETE FROM d WHERE a = "b"; END;
            CREATE TABLE e(b CHECK(b <> "b"));
            ALTER TABLE d RENAME a TO b;
            PRAGMA integrity_check;
            --> 'ok'
            SELECT * FROM dv;
            --> 1|'b'|'it''s'
            SELECT sql FROM sqlite_schema;
            --> 'CREATE TABLE d(b, c)'
            --> 'CREATE INDEX di ON d(b) WHERE ''b'' = ''b'''
            --> 'CREATE INDEX dj ON d((''B'' || b))'
            --> 'CREATE VIEW dv AS SELECT b, ''b'' AS s, "it''s" AS w FROM d WHERE c <> ''B'''
            --> 'CREATE TRIGGER dt AFTER INSERT ON d BEGIN DELETE FROM d WHERE b = ''b''; END'
            --> 'CREATE TABLE e(b CHECK(b <> "b"))'
            """#
        ).run()
    }

    /// The index kept the old name, and the change was refused.
    @Test func `texts name columns of keys`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b, UNIQUE('a', b), CHECK(b <> 'a'));
            CREATE INDEX i ON t(('b') DESC, upper('b'));
            CREATE TABLE w(a, b, PRIMARY KEY ('a' COLLATE NOCASE, 'b')) WITHOUT ROWID;
            ALTER TABLE t RENAME COLUMN b TO c;
            ALTER TABLE t RENAME COLUMN a TO "d e";
            ALTER TABLE w RENAME COLUMN a TO c;
            SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL;
            --> 'CREATE TABLE t("d e", c, UNIQUE("d e", c), CHECK(c <> ''a''))'
            --> 'CREATE INDEX i ON t(("c") DESC, upper(''b''))'
            --> 'CREATE TABLE w(c, b, PRIMARY KEY ("c" COLLATE NOCASE, ''b'')) WITHOUT ROWID'
            """#
        ).run()
    }

    @Test func `a mistake of a trigger elsewhere is its own`() throws {
        try Script(
            #"""
            CREATE TABLE a(x); CREATE TABLE b(x); CREATE VIEW v AS SELECT * FROM a;
            CREATE TRIGGER t1 AFTER INSERT ON a BEGIN
              INSERT INTO a VALUES(1) ON CONFLICT(x) DO NOTHING; END;
            CREATE TRIGGER t2 AFTER INSERT ON a BEGIN INSERT INTO v VALUES(1); END;
            CREATE TRIGGER t3 AFTER INSERT ON a BEGIN
              INSERT INTO v VALUES(1) ON CONFLICT DO NOTHING; END;
            ALTER TABLE b RENAME COLUMN x TO y; ALTER TABLE b RENAME TO c;
            SELECT sql FROM sqlite_schema WHERE name = 'c';
            --> 'CREATE TABLE "c"(y)'
            """#
        ).run()
    }

    @Test func `a WITH clause of the name is not the table`() throws {
        try Script(
            #"""
            CREATE TABLE a(x); INSERT INTO a VALUES(7);
            CREATE VIEW v AS WITH a(p) AS (SELECT 1) SELECT p FROM a;
            ALTER TABLE a RENAME TO b;
            SELECT * FROM v, b;
            --> 1|7
            CREATE VIEW w AS SELECT (WITH b AS (SELECT 1 AS p) SELECT p FROM b), x FROM b;
            ALTER TABLE b RENAME TO c;
            SELECT * FROM w;
            --> 1|7
            """#
        ).run()
    }

    /// They were refused for the stack of the thread, though the trigger itself ran.
    @Test(arguments: [
        "RENAME COLUMN a TO z", "RENAME TO u", "DROP COLUMN b", "ADD COLUMN c",
    ])
    func `triggers and views may be as deep as a statement`(_ change: String) throws {
        let deep = "a" + String(repeating: "+1", count: 900)
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b); CREATE INDEX i ON t(\(deep)); CREATE VIEW v AS SELECT \(deep)"
                + " FROM t; CREATE TRIGGER d AFTER INSERT ON t BEGIN SELECT new.\(deep); END")
        #expect(connection.refusal("ALTER TABLE t \(change)") == nil)
        let table = change == "RENAME TO u" ? "u" : "t"
        #expect(connection.refusal("INSERT INTO \(table) DEFAULT VALUES") == nil)
    }
}
