import Testing
import WCDBSQL

@testable import WCDBEngine

/// Generated columns and STRICT tables.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Columns that are computed or strict` {
    @Test func `values are computed`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, a INT, d INT AS (a * 2), s TEXT GENERATED
              ALWAYS AS ('n' || d) STORED, CHECK(d < 100));
            INSERT INTO t(a) VALUES(5); INSERT INTO t VALUES(9, 7);
            SELECT * FROM t;
            --> 1|5|10|'n10'
            --> 9|7|14|'n14'
            INSERT INTO t(id, d) VALUES(3, 4);
            --! cannot INSERT into generated column "d"
            UPDATE t SET d = 1;
            --! cannot UPDATE generated column "d"
            INSERT INTO t(a) VALUES(60);
            --! CHECK constraint failed: d < 100
            CREATE INDEX ti ON t(d);
            UPDATE t SET a = 8 WHERE d = 14;
            SELECT id, s FROM t WHERE d = 16;
            --> 9|'n16'
            SELECT d FROM t ORDER BY d DESC;
            --> 16
            --> 10
            DELETE FROM t WHERE d = 10;
            PRAGMA integrity_check;
            --> 'ok'
            SELECT u.d FROM (SELECT 1 AS x) LEFT JOIN t AS u ON u.id = 77;
            --> NULL
            INSERT INTO t(id, a) VALUES(9, 1) ON CONFLICT(id) DO UPDATE SET a = excluded.d
              RETURNING a, d, s;
            --> 2|4|'n4'
            ALTER TABLE t ADD COLUMN e AS (d + 1);
            SELECT e FROM t;
            --> 5
            """#
        ).run()
    }

    @Test func `columns may need each other`() throws {
        try Script(
            #"""
            CREATE TABLE t(c AS (b + 1), a, b AS (a + 1));
            INSERT INTO t VALUES(1);
            SELECT * FROM t;
            --> 3|1|2
            CREATE UNIQUE INDEX u ON t(c);
            INSERT INTO t VALUES(1);
            --! UNIQUE constraint failed: t.c
            CREATE TABLE l(a AS (b), b AS (a), c);
            INSERT INTO l VALUES(1);
            --! generated column loop on "b"
            SELECT * FROM l;
            --! generated column loop on "b"
            CREATE TABLE n(a AS (1));
            --! must have at least one non-generated column
            CREATE TABLE n(a, b AS (a > ?));
            --! parameters prohibited in generated columns
            CREATE TABLE n(a, b AS ((SELECT 1)));
            --! subqueries prohibited in generated columns
            CREATE TABLE n(a, b AS (random()));
            --! non-deterministic functions prohibited in generated columns
            CREATE TABLE n(a, b AS (sum(a)));
            --! misuse of aggregate function sum()
            CREATE TABLE n(a, b AS (nope));
            --! no such column: nope
            CREATE TABLE f(a, b AS (coalesce(a, 'none')) COLLATE NOCASE NOT NULL, UNIQUE(b));
            INSERT INTO f VALUES(NULL);
            INSERT INTO f VALUES('NONE');
            --! UNIQUE constraint failed: f.b
            SELECT b FROM f WHERE b = 'None';
            --> 'none'
            """#
        ).run()
    }

    @Test func `a strict table takes what fits`() throws {
        try Script(
            #"""
            CREATE TABLE t(i INT, r REAL, x TEXT, b BLOB, a ANY) STRICT;
            INSERT INTO t VALUES('12', 3, 45, x'01', '007');
            SELECT typeof(i), typeof(r), typeof(x), typeof(b), typeof(a), * FROM t;
            --> 'integer'|'real'|'text'|'blob'|'text'|12|3.0|'45'|x'01'|'007'
            INSERT INTO t(i) VALUES('12x');
            --! cannot store TEXT value in INT column t.i
            INSERT INTO t(i) VALUES(1.5);
            --! cannot store REAL value in INT column t.i
            INSERT INTO t(b) VALUES('text');
            --! cannot store TEXT value in BLOB column t.b
            INSERT INTO t(r) VALUES('abc');
            --! cannot store TEXT value in REAL column t.r
            INSERT INTO t(x) VALUES(x'00');
            --! cannot store BLOB value in TEXT column t.x
            UPDATE t SET i = 'z';
            --! cannot store TEXT value in INT column t.i
            INSERT OR IGNORE INTO t(i) VALUES('12x');
            --! cannot store TEXT value in INT column t.i
            CREATE TABLE u(a VARCHAR(10)) STRICT;
            --! unknown datatype for u.a: "VARCHAR(10)"
            CREATE TABLE u(a) STRICT;
            --! missing datatype for u.a
            CREATE TABLE w(k TEXT PRIMARY KEY) STRICT;
            INSERT INTO w VALUES(NULL);
            --! NOT NULL constraint failed: w.k
            CREATE TABLE v(id INTEGER PRIMARY KEY, x TEXT) STRICT;
            INSERT INTO v VALUES(NULL, 1);
            SELECT * FROM v;
            --> 1|'1'
            """#
        ).run()
    }

    @Test func `what a definition may say`() throws {
        try Script(
            #"""
            CREATE TABLE t(a CHECK(a > (SELECT 1)));
            --! subqueries prohibited in CHECK constraints
            CREATE TABLE t(a CHECK(sum(a) > 1));
            --! misuse of aggregate function sum()
            CREATE TABLE t(a CHECK(b > 1));
            --! no such column: b
            CREATE TABLE t(a DEFAULT (b), b);
            --! default value of column [a] is not constant
            CREATE TABLE t(a, d DEFAULT ("a"));
            --! default value of column [d] is not constant
            CREATE TABLE t(a, d DEFAULT (lower("Q")));
            --! default value of column [d] is not constant
            CREATE TABLE t(a DEFAULT (1 + 1), b DEFAULT (upper('x')), c DEFAULT word, d
              CHECK(random() IS NOT NULL));
            INSERT INTO t(d) VALUES(1);
            SELECT * FROM t;
            --> 2|'X'|'word'|1
            CREATE INDEX i ON t(random());
            --! non-deterministic functions prohibited in index expressions
            CREATE INDEX i ON t((SELECT 1));
            --! subqueries prohibited in index expressions
            CREATE INDEX i ON t(nope);
            --! no such column: nope
            CREATE INDEX i ON t(a) WHERE b > (SELECT 1);
            --! subqueries prohibited in partial index WHERE clauses
            CREATE INDEX i ON t(date(c));
            INSERT INTO t(c) VALUES('now');
            --! non-deterministic use of date() in an index
            CREATE TABLE f(a, FOREIGN KEY(x) REFERENCES y(z));
            --! unknown column "x" in foreign key definition
            CREATE TABLE f(a REFERENCES y(z, w));
            --! foreign key on a should reference only one column of table y
            CREATE TABLE q(x "integer", y, PRIMARY KEY(x)); INSERT INTO q VALUES(5, 'p');
            SELECT rowid, x FROM q;
            --> 5|5
            """#
        ).run()
    }

    @Test func `a strict table looks at what is stored, before anything else`() throws {
        try Script(
            #"""
            CREATE TABLE t(a TEXT NOT NULL, b INT, v INT AS (a), s INT AS (b)) STRICT;
            INSERT INTO t VALUES('x', 1);
            SELECT * FROM t;
            --> 'x'|1|'x'|1
            INSERT INTO t VALUES(NULL, 'y');
            --! cannot store TEXT value in INT column t.b
            CREATE TABLE u(a, v AS (a), PRIMARY KEY (v));
            --! generated columns cannot be part of the PRIMARY KEY
            """#
        ).run()
    }

    /// REPLACE puts the default in the place of a NULL; what was computed from the NULL stayed.
    @Test func `a default that takes the place of a NULL is computed with`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b NOT NULL DEFAULT 7, s AS (b + 1) STORED, v AS (s + 1));
            REPLACE INTO t VALUES(1, NULL);
            SELECT * FROM t;
            --> 1|7|8|9
            """#
        ).run()
    }

    /// Source and value held each other, and each statement that was compiled left both behind.
    @Test func `a compilation leaves nothing behind`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a, b AS (a + 1), c AS (b + 1))")
        weak var source: Source?
        func bind() throws {
            let binder = connection.makeBinder()
            defer { binder.releaseSources() }
            try connection.beginReadingAll()
            var parser = Parser("SELECT c FROM t")
            guard case .select(let select)? = try parser.nextStatement()?.statement else { return }
            source = try binder.bind(select, parent: nil).cores[0].joins[0].source
            #expect(source?.generated.count == 2)
        }
        try bind()
        #expect(source == nil)
    }
}
