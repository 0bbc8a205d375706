/// A database that is set up, and queries with the rows that SQLite 3.40 gives for them.
struct Scenario: Sendable {
    var name: String
    var setup: String
    var queries: [(sql: String, rows: [String])]

    static let all: [Scenario] = [
        Scenario(
            name: "joins",
            setup: "CREATE TABLE a(id INTEGER PRIMARY KEY, k, v); CREATE TABLE b(id INTEGER "
                + "PRIMARY KEY, k, w); CREATE INDEX bk ON b(k); INSERT INTO a "
                + "VALUES(1,1,'x'),(2,2,'y'),(3,NULL,'z'),(4,2,'q'); INSERT INTO b "
                + "VALUES(1,2,'p'),(2,2,'r'),(3,5,'s'),(4,NULL,'t')",
            queries: [
                (
                    "SELECT a.id, b.id FROM a JOIN b ON a.k = b.k ORDER BY 1, 2",
                    ["2|1", "2|2", "4|1", "4|2"]
                ),
                (
                    "SELECT a.id, b.w FROM a LEFT JOIN b ON a.k = b.k AND b.id > 1 ORDER BY "
                        + "a.id, b.id",
                    ["1|NULL", "2|'r'", "3|NULL", "4|'r'"]
                ),
                (
                    "SELECT a.id FROM a LEFT JOIN b ON a.k = b.k WHERE b.id IS NULL ORDER BY 1",
                    ["1", "3"]
                ),
                (
                    "SELECT a.id, b.id FROM a LEFT JOIN b ON a.k = b.k WHERE b.w = 'r' ORDER BY 1",
                    ["2|2", "4|2"]
                ),
                (
                    "SELECT k, count(*) FROM a NATURAL JOIN (SELECT k FROM b) GROUP BY k ORDER "
                        + "BY k",
                    ["2|4"]
                ),
                (
                    "SELECT * FROM a JOIN b USING (k) ORDER BY a.id, b.id",
                    ["2|2|'y'|1|'p'", "2|2|'y'|2|'r'", "4|2|'q'|1|'p'", "4|2|'q'|2|'r'"]
                ),
                (
                    "SELECT a.v || b.w FROM a, b WHERE a.id = b.id ORDER BY a.id",
                    ["'xp'", "'yr'", "'zs'", "'qt'"]
                ),
            ]),
        Scenario(
            name: "groups",
            setup: "CREATE TABLE t(g, v, name); INSERT INTO t "
                + "VALUES('x',3,'c'),('x',9,'i'),('y',5,'e'),('y',1,'a'),('z',NULL,'n')",
            queries: [
                (
                    "SELECT g, max(v), name FROM t GROUP BY g ORDER BY g",
                    ["'x'|9|'i'", "'y'|5|'e'", "'z'|NULL|'n'"]
                ),
                (
                    "SELECT g, min(v), name, count(*) FROM t GROUP BY g ORDER BY g",
                    ["'x'|3|'c'|2", "'y'|1|'a'|2", "'z'|NULL|'n'|1"]
                ),
                (
                    "SELECT g, sum(v), total(v), avg(v), group_concat(name) FROM t GROUP BY g "
                        + "ORDER BY g",
                    ["'x'|12|12.0|6.0|'c,i'", "'y'|6|6.0|3.0|'e,a'", "'z'|NULL|0.0|NULL|'n'"]
                ),
                (
                    "SELECT count(*), count(v), count(DISTINCT g), sum(DISTINCT v) FROM t",
                    ["5|4|3|18"]
                ),
                (
                    "SELECT g FROM t GROUP BY g HAVING count(v) > 1 ORDER BY g DESC",
                    ["'y'", "'x'"]
                ),
                (
                    "SELECT max(v), name FROM t WHERE v > 100",
                    ["NULL|NULL"]
                ),
                (
                    "SELECT count(*) FILTER (WHERE v > 2), g FROM t GROUP BY 2 ORDER BY 2",
                    ["2|'x'", "1|'y'", "0|'z'"]
                ),
                (
                    "SELECT DISTINCT g FROM t ORDER BY g LIMIT 2 OFFSET 1",
                    ["'y'", "'z'"]
                ),
            ]),
        Scenario(
            name: "subqueries",
            setup: "CREATE TABLE t(a, b); INSERT INTO t VALUES(1,10),(2,20),(3,30),(NULL,40)",
            queries: [
                (
                    "SELECT a, (SELECT count(*) FROM t AS i WHERE i.b < t.b) FROM t ORDER BY b",
                    ["1|0", "2|1", "3|2", "NULL|3"]
                ),
                (
                    "SELECT a FROM t WHERE a IN (SELECT a + 1 FROM t) ORDER BY a",
                    ["2", "3"]
                ),
                (
                    "SELECT a IN (1, NULL), a NOT IN (2, 3), a IN () FROM t ORDER BY b",
                    ["1|1|0", "NULL|0|0", "NULL|0|0", "NULL|NULL|0"]
                ),
                (
                    "SELECT b FROM t WHERE EXISTS (SELECT 1 FROM t AS i WHERE i.a = t.a + 1) "
                        + "ORDER BY b",
                    ["10", "20"]
                ),
                (
                    "SELECT (SELECT a FROM t WHERE b > 100), (SELECT max(b) FROM t)",
                    ["NULL|40"]
                ),
                (
                    "SELECT x.s FROM (SELECT sum(b) AS s, a % 2 AS m FROM t GROUP BY m) AS x "
                        + "ORDER BY 1",
                    ["20", "40", "40"]
                ),
                (
                    "WITH big AS (SELECT * FROM t WHERE b > 15) SELECT count(*), min(a) FROM big",
                    ["3|2"]
                ),
                (
                    "SELECT (a, b) < (2, 25), (a, b) = (1, 10) FROM t WHERE a IS NOT NULL ORDER "
                        + "BY a",
                    ["1|1", "1|0", "0|0"]
                ),
            ]),
        Scenario(
            name: "compounds",
            setup: "CREATE TABLE t(a); INSERT INTO t VALUES(1),(2),(2),(3)",
            queries: [
                (
                    "SELECT a FROM t UNION SELECT a + 1 FROM t ORDER BY 1",
                    ["1", "2", "3", "4"]
                ),
                (
                    "SELECT a FROM t INTERSECT SELECT a + 1 FROM t ORDER BY 1",
                    ["2", "3"]
                ),
                (
                    "SELECT a FROM t EXCEPT SELECT 2 ORDER BY 1 DESC",
                    ["3", "1"]
                ),
                (
                    "SELECT a FROM t UNION ALL SELECT 9 ORDER BY a LIMIT 3 OFFSET 1",
                    ["2", "2", "3"]
                ),
                (
                    "VALUES (1, 'a'), (2, 'b')",
                    ["1|'a'", "2|'b'"]
                ),
            ]),
        Scenario(
            name: "changes",
            setup: "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b DEFAULT 'd'); INSERT "
                + "INTO t(a) VALUES(1),(2),(3); INSERT OR IGNORE INTO t(a,b) "
                + "VALUES(2,'no'),(4,'yes'); INSERT OR REPLACE INTO t(a,b) VALUES(1,'new'); "
                + "UPDATE t SET b = b || a WHERE a > 2; UPDATE OR REPLACE t SET a = 2 WHERE a "
                + "= 3; DELETE FROM t WHERE a = 4; INSERT INTO t SELECT id + 100, a + 100, b "
                + "FROM t",
            queries: [
                (
                    "SELECT * FROM t ORDER BY id",
                    ["3|2|'d3'", "5|1|'new'", "103|102|'d3'", "105|101|'new'"]
                ),
                (
                    "SELECT changes(), total_changes() > 5, last_insert_rowid()",
                    ["2|1|105"]
                ),
            ]),
        Scenario(
            name: "triggers",
            setup: "CREATE TABLE t(id INTEGER PRIMARY KEY, a); CREATE TABLE log(what, o, n); "
                + "CREATE TRIGGER ti AFTER INSERT ON t BEGIN INSERT INTO log VALUES('i', NULL, "
                + "new.a); END; CREATE TRIGGER tu BEFORE UPDATE OF a ON t WHEN new.a > 5 BEGIN "
                + "INSERT INTO log VALUES('u', old.a, new.a); END; CREATE TRIGGER td AFTER "
                + "DELETE ON t BEGIN INSERT INTO log SELECT 'd', old.a, count(*) FROM t; END; "
                + "INSERT INTO t(a) VALUES(1),(3); UPDATE t SET a = a + 4; DELETE FROM t WHERE "
                + "a = 7",
            queries: [
                (
                    "SELECT * FROM log ORDER BY rowid",
                    ["'i'|NULL|1", "'i'|NULL|3", "'u'|3|7", "'d'|7|1"]
                )
            ]),
        Scenario(
            name: "views",
            setup: "CREATE TABLE t(a, b); INSERT INTO t VALUES(1,'x'),(2,'y'); CREATE VIEW v(p, "
                + "q) AS SELECT a * 2, b FROM t; CREATE VIEW w AS SELECT p + 1 AS r FROM v",
            queries: [
                (
                    "SELECT * FROM v ORDER BY p",
                    ["2|'x'", "4|'y'"]
                ),
                (
                    "SELECT r FROM w WHERE r > 3",
                    ["5"]
                ),
                (
                    "SELECT v.q, t.a FROM v JOIN t ON v.p = t.a",
                    ["'x'|2"]
                ),
            ]),
        Scenario(
            name: "savepoints",
            setup: "CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES(1); SAVEPOINT s; INSERT INTO "
                + "t VALUES(2); SAVEPOINT r; INSERT INTO t VALUES(3); ROLLBACK TO s; INSERT "
                + "INTO t VALUES(4); RELEASE s; COMMIT; BEGIN; DELETE FROM t; ROLLBACK",
            queries: [
                (
                    "SELECT a FROM t ORDER BY a",
                    ["1", "4"]
                )
            ]),
        Scenario(
            name: "affinities",
            setup: "CREATE TABLE t(i INTEGER, r REAL, x TEXT, n NUMERIC, b BLOB); CREATE INDEX "
                + "ti ON t(i); CREATE INDEX tx ON t(x); INSERT INTO t "
                + "VALUES('12',12,12.5,'12.0','12'),(1e3,'1e3',7,'x',x'31')",
            queries: [
                (
                    "SELECT typeof(i), typeof(r), typeof(x), typeof(n), typeof(b) FROM t ORDER "
                        + "BY rowid",
                    [
                        "'integer'|'real'|'text'|'integer'|'text'",
                        "'integer'|'real'|'text'|'text'|'blob'",
                    ]
                ),
                (
                    "SELECT x FROM t WHERE i = '12'",
                    ["'12.5'"]
                ),
                (
                    "SELECT i FROM t WHERE x = 12.5",
                    ["12"]
                ),
                (
                    "SELECT i FROM t WHERE x > 10 ORDER BY i",
                    ["12", "1000"]
                ),
                (
                    "SELECT i FROM t WHERE i BETWEEN '5' AND 2000 ORDER BY i DESC",
                    ["1000", "12"]
                ),
            ]),
        Scenario(
            name: "withoutrowid",
            setup: "CREATE TABLE w(a TEXT, b INT, c, PRIMARY KEY(a, b)) WITHOUT ROWID; INSERT "
                + "INTO w VALUES('b',1,'x'),('a',2,'y'),('a',1,'z'); REPLACE INTO w "
                + "VALUES('a',2,'Y')",
            queries: [
                (
                    "SELECT * FROM w ORDER BY a, b",
                    ["'a'|1|'z'", "'a'|2|'Y'", "'b'|1|'x'"]
                ),
                (
                    "SELECT c FROM w WHERE a = 'a' AND b = 2",
                    ["'Y'"]
                ),
            ]),
    ]
}
