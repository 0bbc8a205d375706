import Testing

@testable import WCDBEngine

/// ON CONFLICT … DO, and RETURNING.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Upserts` {
    @Test func `the row that is there is changed`() throws {
        try Script(
            #"""
            CREATE TABLE t(k TEXT PRIMARY KEY, n INT DEFAULT 1, x UNIQUE, note);
            INSERT INTO t(k, x) VALUES('a', 1), ('b', 2);
            INSERT INTO t(k) VALUES('a') ON CONFLICT(k) DO UPDATE SET n = n + 1, note =
              excluded.k || k;
            INSERT INTO t(k, x) VALUES('c', 2) ON CONFLICT DO NOTHING;
            INSERT INTO t(k, x) VALUES('d', 2) ON CONFLICT(k) DO NOTHING;
            --! UNIQUE constraint failed: t.x
            INSERT INTO t(k, x) VALUES('d', 2) ON CONFLICT(k) DO NOTHING ON CONFLICT(x) DO UPDATE
              SET note = 'x' WHERE t.n > 0;
            INSERT INTO t AS tt(k) SELECT 'a' WHERE true ON CONFLICT(k) DO UPDATE SET n = tt.n *
              10 WHERE tt.n > 1000 RETURNING k, n;
            --> (no rows)
            INSERT INTO t(k, n) VALUES('a', 5), ('z', 6) ON CONFLICT(k) DO UPDATE SET (n, note) =
              (excluded.n + n, 'both') RETURNING k, n, note;
            --> 'a'|7|'both'
            --> 'z'|6|NULL
            INSERT INTO t(k, n) VALUES('a', 5) ON CONFLICT(k) DO UPDATE SET (n, note) = (SELECT
              max(n), 'most' FROM t);
            SELECT k, n, x, note FROM t ORDER BY k;
            --> 'a'|7|1|'most'
            --> 'b'|1|2|'x'
            --> 'z'|6|NULL|NULL
            SELECT changes(), total_changes();
            --> 1|7
            """#
        ).run()
    }

    @Test func `a target has to be a key`() throws {
        try Script(
            #"""
            CREATE TABLE t(a INTEGER PRIMARY KEY, b COLLATE NOCASE UNIQUE, c);
            CREATE UNIQUE INDEX e ON t(c + 1);
            INSERT INTO t VALUES(1, 'x', 1);
            INSERT INTO t VALUES(1, 'y', 2) ON CONFLICT(c) DO NOTHING;
            --! ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint
            INSERT INTO t VALUES(1, 'y', 2) ON CONFLICT(a) DO UPDATE SET b = excluded.b;
            INSERT INTO t VALUES(2, 'Y', 2) ON CONFLICT(b COLLATE NOCASE) DO UPDATE SET c = 9;
            INSERT INTO t VALUES(2, 'Y', 2) ON CONFLICT(b COLLATE BINARY) DO UPDATE SET c = 9;
            --! ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint
            INSERT INTO t VALUES(3, 'q', 9) ON CONFLICT(c + 1) DO UPDATE SET b = 'by expression';
            INSERT INTO t VALUES(1, 'y', 2) ON CONFLICT(a) DO UPDATE SET zz = 1;
            --! no such column: zz
            SELECT * FROM t;
            --> 1|'by expression'|9
            CREATE TABLE p(a, b, live); CREATE UNIQUE INDEX pl ON p(a) WHERE live;
            INSERT INTO p VALUES(1, 'x', 1), (1, 'y', 0);
            INSERT INTO p VALUES(1, 'z', 1) ON CONFLICT(a) DO NOTHING;
            --! ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint
            INSERT INTO p VALUES(1, 'z', 1) ON CONFLICT(a) WHERE live DO UPDATE SET b =
              excluded.b;
            SELECT * FROM p;
            --> 1|'z'|1
            --> 1|'y'|0
            """#
        ).run()
    }

    @Test func `the key itself may change`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v UNIQUE);
            INSERT INTO t VALUES(1, 'a'), (2, 'b');
            INSERT INTO t VALUES(1, 'c') ON CONFLICT(id) DO UPDATE SET id = 10, v = excluded.v;
            INSERT INTO t VALUES(2, 'z') ON CONFLICT(id) DO UPDATE SET v = 'c';
            --! UNIQUE constraint failed: t.v
            SELECT * FROM t;
            --> 2|'b'
            --> 10|'c'
            PRAGMA integrity_check;
            --> 'ok'
            """#
        ).run()
    }

    @Test func `triggers see what happens`() throws {
        try Script(
            #"""
            CREATE TABLE t(k PRIMARY KEY, n); CREATE TABLE log(m);
            CREATE TRIGGER bi BEFORE INSERT ON t BEGIN INSERT INTO log VALUES('bi ' || NEW.k);
              END;
            CREATE TRIGGER ai AFTER INSERT ON t BEGIN INSERT INTO log VALUES('ai ' || NEW.k); END;
            CREATE TRIGGER bu BEFORE UPDATE ON t BEGIN INSERT INTO log VALUES('bu ' || OLD.n ||
              NEW.n); END;
            CREATE TRIGGER au AFTER UPDATE ON t BEGIN INSERT INTO log VALUES('au ' || OLD.n ||
              NEW.n); END;
            INSERT INTO t VALUES('a', 1);
            INSERT INTO t VALUES('a', 2) ON CONFLICT(k) DO UPDATE SET n = excluded.n;
            INSERT INTO t VALUES('a', 3) ON CONFLICT(k) DO NOTHING;
            SELECT m FROM log;
            --> 'bi a'
            --> 'ai a'
            --> 'bi a'
            --> 'bu 12'
            --> 'au 12'
            --> 'bi a'
            """#
        ).run()
    }

    @Test func `RETURNING tells of every row`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b DEFAULT 'd');
            INSERT INTO t(a) VALUES(1), (2), (3) RETURNING id, a * 10 AS x, b, (SELECT 'sub' ||
              t.a);
            --> 1|10|'d'|'sub1'
            --> 2|20|'d'|'sub2'
            --> 3|30|'d'|'sub3'
            INSERT INTO t(a) SELECT a + 10 FROM t RETURNING *;
            --> 4|11|'d'
            --> 5|12|'d'
            --> 6|13|'d'
            UPDATE t SET a = -a WHERE id < 3 RETURNING rowid, a, t.b;
            --> 1|-1|'d'
            --> 2|-2|'d'
            UPDATE t SET a = 0 WHERE 0 RETURNING a;
            --> (no rows)
            DELETE FROM t WHERE a < 0 RETURNING id, a;
            --> 1|-1
            --> 2|-2
            INSERT INTO t(id, a) VALUES(3, 1) RETURNING id;
            --! UNIQUE constraint failed: t.id
            INSERT OR IGNORE INTO t(id, a) VALUES(3, 1), (9, 9) RETURNING id;
            --> 9
            INSERT OR REPLACE INTO t(id, a) VALUES(3, 'new') RETURNING *;
            --> 3|'new'|'d'
            INSERT INTO t(a) VALUES(1) RETURNING count(*);
            --! misuse of aggregate function count()
            INSERT INTO t(a) VALUES(1) RETURNING nope;
            --! no such column: nope
            DELETE FROM t RETURNING a;
            --> 'new'
            --> 11
            --> 12
            --> 13
            --> 9
            SELECT count(*) FROM t;
            --> 0
            """#
        ).run()
    }

    @Test func `UPDATE takes values from other tables`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, v); CREATE TABLE s(k, w, x);
            INSERT INTO t VALUES(1, 'a'), (2, 'b'), (3, 'c'); INSERT INTO s VALUES(1, 10, 'p'),
              (3, 30, 'q'), (3, 30, 'q');
            UPDATE t SET v = s.w FROM s WHERE s.k = t.id;
            SELECT *, changes() FROM t;
            --> 1|10|2
            --> 2|'b'|2
            --> 3|30|2
            UPDATE t AS u SET v = u.v || z.x FROM (SELECT k, x FROM s WHERE k = 1) AS z WHERE z.k
              = u.id RETURNING id, v;
            --> 1|'10p'
            UPDATE t SET v = a.w + b.w FROM s AS a JOIN s AS b ON a.k = b.k WHERE a.k = t.id AND
              t.id = 1;
            UPDATE t SET (id, v) = (SELECT id + 100, 'moved') WHERE id = 2;
            SELECT * FROM t;
            --> 1|20
            --> 3|30
            --> 102|'moved'
            """#
        ).run()
    }

    /// The constraint's own clause let the update go on, and counted.
    @Test func `a conflict of the update is an error whatever the constraint says`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, UNIQUE(a) ON CONFLICT FAIL);
            INSERT INTO t VALUES(1), (2);
            INSERT INTO t VALUES(3), (2) ON CONFLICT(a) DO UPDATE SET a = 1;
            --! UNIQUE constraint failed: t.a
            SELECT changes(), count(*) FROM t;
            --> 0|2
            CREATE TABLE u(a INTEGER PRIMARY KEY ON CONFLICT REPLACE);
            INSERT INTO u VALUES(1), (2);
            INSERT INTO u VALUES(2) ON CONFLICT(a) DO UPDATE SET a = 1;
            --! UNIQUE constraint failed: u.a
            """#
        ).run()
    }

    /// Each constraint compiled it anew, and counted its parameters again.
    @Test func `parameters of an upsert are counted once, behind those of the rows`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a UNIQUE, b UNIQUE, c); INSERT INTO t VALUES(1, 1, 1), (2, 2, 2);")
        let statement = try #require(
            try connection.prepare(
                """
                INSERT INTO t VALUES(?, 7, 0), (8, ?, 0) ON CONFLICT DO UPDATE SET c = ?
                RETURNING a, c, ?
                """))
        for (index, value) in [Int64(1), 2, 50, 60].enumerated() {
            try statement.bind(.integer(value), at: index + 1)
        }
        var rows: [[Value]] = []
        while try statement.step() { rows.append((0..<3).map { Value(statement.column($0)) }) }
        let expected: [[Value]] = [1, 2].map { [.integer($0), .integer(50), .integer(60)] }
        #expect(rows == expected)
        #expect(statement.parameterCount == 4)
    }

    @Test func `what excluded has is compared as an expression is`() throws {
        try Script(
            #"""
            CREATE TABLE t(a TEXT UNIQUE, b);
            INSERT INTO t VALUES('1', 0);
            INSERT INTO t VALUES('1', 0) ON CONFLICT DO UPDATE SET b = (excluded.a < 3);
            SELECT b FROM t;
            --> 0
            """#
        ).run()
    }

    /// A rowid that replaces is asked last where another constraint ignores; one for which there
    /// is an upsert replaces nothing.
    @Test func `an upsert for any conflict is asked in the order of the constraints`() throws {
        try Script(
            #"""
            CREATE TABLE t(a INTEGER PRIMARY KEY ON CONFLICT REPLACE,
              b UNIQUE ON CONFLICT IGNORE, c);
            INSERT INTO t VALUES(1, 1, 1), (2, 2, 2);
            INSERT INTO t VALUES(1, 2, 6) ON CONFLICT DO UPDATE SET c = excluded.c + 200;
            SELECT * FROM t;
            --> 1|1|206
            --> 2|2|2
            CREATE TABLE u(a INTEGER PRIMARY KEY, b UNIQUE, c UNIQUE ON CONFLICT REPLACE, d);
            INSERT INTO u VALUES(1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3);
            INSERT INTO u VALUES(9, 2, 3, 9) ON CONFLICT DO UPDATE SET d = excluded.d + 100;
            SELECT * FROM u;
            --> 1|1|1|1
            --> 2|2|2|109
            --> 3|3|3|3
            """#
        ).run()
    }
}
