import Testing

@testable import WCDBEngine

/// Rows of `json_each` and `json_tree`, which are read while a query runs.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Rows of JSON` {
    @Test func `columns may be asked for twice and in any order`() throws {
        try Script(
            #"""
            SELECT path, fullkey, path, key, key
              FROM json_tree('{"a b":[1.5,{"c\/":"x"}],"d":[ 2 , 3 ]}');
            --> '$'|'$'|'$'|NULL|NULL
            --> '$'|'$."a b"'|'$'|'a b'|'a b'
            --> '$."a b"'|'$."a b"[0]'|'$."a b"'|0|0
            --> '$."a b"'|'$."a b"[1]'|'$."a b"'|1|1
            --> '$."a b"[1]'|'$."a b"[1]."c\/"'|'$."a b"[1]'|'c/'|'c/'
            --> '$'|'$.d'|'$'|'d'|'d'
            --> '$.d'|'$.d[0]'|'$.d'|0|0
            --> '$.d'|'$.d[1]'|'$.d'|1|1
            SELECT value, atom, value FROM json_tree('{"a":[1.5,"\u0041\/"], "d":[2, 3]}');
            --> '{"a":[1.5,"\u0041\/"],"d":[2,3]}'|NULL|'{"a":[1.5,"\u0041\/"],"d":[2,3]}'
            --> '[1.5,"\u0041\/"]'|NULL|'[1.5,"\u0041\/"]'
            --> 1.5|1.5|1.5
            --> 'A/'|'A/'|'A/'
            --> '[2,3]'|NULL|'[2,3]'
            --> 2|2|2
            --> 3|3|3
            SELECT fullkey, path, id, parent FROM json_tree('[[[],{}],[[7]],{"a":{"b":[]}}]');
            --> '$'|'$'|0|NULL
            --> '$[0]'|'$'|1|0
            --> '$[0][0]'|'$[0]'|2|1
            --> '$[0][1]'|'$[0]'|3|1
            --> '$[1]'|'$'|4|0
            --> '$[1][0]'|'$[1]'|5|4
            --> '$[1][0][0]'|'$[1][0]'|6|5
            --> '$[2]'|'$'|7|0
            --> '$[2].a'|'$[2]'|9|7
            --> '$[2].a.b'|'$[2].a'|11|9
            SELECT json, root, key FROM json_each('{"a":{"b":[5,6]}}', '$.a.b');
            --> '{"a":{"b":[5,6]}}'|'$.a.b'|0
            --> '{"a":{"b":[5,6]}}'|'$.a.b'|1
            """#
        ).run()
    }

    @Test func `what has no rows, and what is refused`() throws {
        try Script(
            #"""
            SELECT value, typeof(value), type, atom FROM json_each('[1,2.5,"x",null,true,[],{}]');
            --> 1|'integer'|'integer'|1
            --> 2.5|'real'|'real'|2.5
            --> 'x'|'text'|'text'|'x'
            --> NULL|'null'|'null'|NULL
            --> 1|'integer'|'true'|1
            --> '[]'|'text'|'array'|NULL
            --> '{}'|'text'|'object'|NULL
            SELECT count(*) FROM json_each('[]');
            --> 0
            SELECT count(*) FROM json_each('{}');
            --> 0
            SELECT count(*), min(type) FROM json_tree('{}');
            --> 1|'object'
            SELECT count(*) FROM json_each('[1]', '$.a');
            --> 0
            SELECT count(*) FROM json_each('[1]', NULL);
            --> 0
            SELECT key, value FROM json_each(17);
            --> NULL|17
            SELECT key, value FROM json_each('{"a":1,"a":2,"":3}');
            --> 'a'|1
            --> 'a'|2
            --> ''|3
            SELECT value FROM json_each('[1]', 'x');
            --! JSON path error near 'x'
            SELECT value FROM json_each('[1,2');
            --! malformed JSON
            """#
        ).run()
    }

    @Test func `several may be gone through at once`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, d TEXT);
            INSERT INTO t VALUES(1,'[1,2]'),(2,'{"a":[3,{"b":4}]}'),(3,NULL),(4,'[]'),(5,'"x"');
            SELECT t.id, e.key, e.value, f.key, f.value
              FROM t, json_each(t.d) AS e, json_each(t.d) AS f;
            --> 1|0|1|0|1
            --> 1|0|1|1|2
            --> 1|1|2|0|1
            --> 1|1|2|1|2
            --> 2|'a'|'[3,{"b":4}]'|'a'|'[3,{"b":4}]'
            --> 5|NULL|'x'|NULL|'x'
            SELECT t.id, f.fullkey, f.value FROM t, json_each(t.d) AS e,
              json_tree(CASE WHEN json_valid(e.value) THEN e.value ELSE '[]' END) AS f;
            --> 1|'$'|1
            --> 1|'$'|2
            --> 2|'$'|'[3,{"b":4}]'
            --> 2|'$[0]'|3
            --> 2|'$[1]'|'{"b":4}'
            --> 2|'$[1].b'|4
            --> 5|'$'|'[]'
            SELECT t.id, e.value FROM t LEFT JOIN json_each(t.d) AS e;
            --> 1|1
            --> 1|2
            --> 2|'[3,{"b":4}]'
            --> 3|NULL
            --> 4|NULL
            --> 5|'x'
            SELECT t.id, e.value, e.fullkey
              FROM t LEFT JOIN json_tree(t.d) AS e ON e.type = 'integer';
            --> 1|1|'$[0]'
            --> 1|2|'$[1]'
            --> 2|3|'$.a[0]'
            --> 2|4|'$.a[1].b'
            --> 3|NULL|NULL
            --> 4|NULL|NULL
            --> 5|NULL|NULL
            """#
        ).run()
    }

    @Test func `sub-queries go through them`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, d TEXT);
            INSERT INTO t VALUES(1,'[1,2]'),(2,'{"a":[3,{"b":4}]}'),(3,NULL),(4,'[]'),(5,'"x"');
            SELECT id FROM t WHERE EXISTS(
              SELECT 1 FROM json_tree(d) WHERE type = 'integer' AND value > 2);
            --> 2
            SELECT id, (SELECT value FROM json_tree(d) LIMIT 1 OFFSET 1) FROM t;
            --> 1|1
            --> 2|'[3,{"b":4}]'
            --> 3|NULL
            --> 4|NULL
            --> 5|NULL
            SELECT id, (SELECT count(*) FROM json_each(d) AS e WHERE e.value IN (SELECT value FROM
              json_each('[2,5]'))) FROM t;
            --> 1|1
            --> 2|0
            --> 3|0
            --> 4|0
            --> 5|0
            SELECT e.value, f.value FROM json_each('[1,2]') AS e FULL JOIN json_each('[2,3]') AS f
              ON e.value = f.value ORDER BY 1, 2;
            --> NULL|3
            --> 1|NULL
            --> 2|2
            WITH RECURSIVE c(v) AS (SELECT '[1,[2,[3,[]]]]' UNION ALL
              SELECT e.value FROM c, json_each(c.v) AS e WHERE e.type = 'array') SELECT v FROM c;
            --> '[1,[2,[3,[]]]]'
            --> '[2,[3,[]]]'
            --> '[3,[]]'
            --> '[]'
            """#
        ).run()
    }

    @Test func `queries may change what they read`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, d TEXT);
            INSERT INTO t VALUES(1,'[1,2]'),(2,'{"a":[3,{"b":4}]}'),(3,NULL),(4,'[]'),(5,'"x"');
            SELECT value, row_number() OVER (ORDER BY value DESC)
              FROM json_each('[3,1,2]') ORDER BY key;
            --> 3|1
            --> 1|3
            --> 2|2
            SELECT DISTINCT value FROM t, json_tree(t.d) WHERE atom IS NOT NULL
              ORDER BY value DESC LIMIT 3;
            --> 'x'
            --> 4
            --> 3
            UPDATE t SET d = (SELECT json_group_array(value + 1)
              FROM json_each(t.d)) WHERE id = 1;
            INSERT INTO t(d) SELECT value FROM t, json_each(t.d) WHERE type = 'integer';
            DELETE FROM t WHERE d IN (SELECT value FROM t, json_each(t.d));
            SELECT * FROM t;
            --> 1|'[2,3]'
            --> 2|'{"a":[3,{"b":4}]}'
            --> 3|NULL
            --> 4|'[]'
            --> 5|'"x"'
            --> 6|'2'
            --> 7|'3'
            """#
        ).run()
    }

    @Test func `rows without a partner are kept on both sides`() throws {
        try Script(
            #"""
            SELECT e.value, f.value FROM json_each('[1,2]') AS e RIGHT JOIN json_each('[2,3]') AS f
              ON e.value = f.value;
            --> 2|2
            --> NULL|3
            """#
        ).run()
    }

    @Test func `text that is read again may be longer`() throws {
        try Script(
            #"""
            CREATE TABLE t(d); INSERT INTO t VALUES('[1]'), (json_array(printf('%9999d', 7), 2));
            SELECT length(e.value), f.key, length(f.value) FROM t, json_each(t.d) AS e,
              json_each(t.d) AS f;
            --> 1|0|1
            --> 9999|0|9999
            --> 9999|1|1
            --> 1|0|9999
            --> 1|1|1
            """#
        ).run()
    }

    @Test func `what is too deep is malformed`() throws {
        let connection = try Connection(path: nil)
        let deepest = String(repeating: "[", count: 2000) + String(repeating: "]", count: 2000)
        #expect(try connection.rows("SELECT count(*) FROM json_tree('\(deepest)')") == ["2000"])
        #expect(throws: EngineError.self) {
            try connection.rows("SELECT count(*) FROM json_tree('[\(deepest)]')")
        }
    }
}
