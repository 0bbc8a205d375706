import Testing

@testable import WCDBEngine

/// Functions of JSON, and tables made of it.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `JSON in SQL` {
    @Test func `values are taken out`() throws {
        try Script(
            #"""
            SELECT json_extract('{"a":[1,2.5,"x",null,true]}','$.a[0]'),
              json_extract('{"a":[1,2]}','$.a'), json_extract('{"a":1}','$.b'),
              json_extract('{"a":1,"b":2}','$.a','$.b'), json_extract('[1,2,3]','$[#-1]');
            --> 1|'[1,2]'|NULL|'[1,2]'|3
            SELECT '{"a":"x"}'->'a', '{"a":"x"}'->>'a', '[10,20]'->>1, '{"a b":3}'->>'$."a b"',
              '{"a":null}'->'a', '{"a":null}'->>'a', '{"a":{"b":[5]}}'->'a'->'b'->>0;
            --> '"x"'|'x'|20|3|'null'|NULL|5
            SELECT json_type('{"a":[1,2.5,"x",null,true]}','$.a[1]'), json_type('[]'),
              json_type('null'), json_type('1'), json_type('"x"'), json_type('true'),
              json_type('{}'), json_type('[1]','$.x'), json_type(NULL);
            --> 'real'|'array'|'null'|'integer'|'text'|'true'|'object'|NULL|NULL
            SELECT json_valid('{"a":1'), json_valid('{a:1}'), json_valid(NULL),
              json_valid(' [1 , 2] '), json_valid('01'), json_valid('1.'), json_valid('"\x"'),
              json_valid('"\u00e4"'), json_valid('[1] x'), json_valid('-0.5e+7'), json_valid('');
            --> 0|0|0|1|0|0|0|1|0|1|0
            SELECT json_array_length('[1,[2,3]]'), json_array_length('{"a":[1,2,3]}','$.a'),
              json_array_length('{}'), json_array_length('[1]','$.x'), json_array_length(NULL);
            --> 2|3|0|NULL|NULL
            SELECT json_extract('"a\n\u00e4\ud83d\ude00\"b"', '$'),
              json_extract('12345678901234567890', '$'), typeof(json_extract('[true]','$[0]')),
              json_extract('[1e3]','$[0]'), json_extract('[-7]','$[0]');
            --> 'a\nä😀"b'|1.23456789012346e+19|'integer'|1000.0|-7
            SELECT json_extract('{bad','$');
            --! malformed JSON
            SELECT json_extract('{"a":1}','a');
            --! JSON path error near 'a'
            SELECT json_extract('{"a":1}','$a');
            --! JSON path error near 'a'
            SELECT json_extract('[1]','$[x]');
            --! JSON path error near '[x]'
            SELECT json_extract(NULL,'$.a'), json_extract('[1]', NULL), '[1]'->NULL,
              json_extract('[1]');
            --> NULL|NULL|NULL|NULL
            """#
        ).run()
    }

    /// What a sub-query made as JSON is a text like any other outside, also where an expression
    /// hands it on as it is.
    @Test func `a column of a query is no JSON, however it is handed on`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, n); INSERT INTO t VALUES('x', 1);
            SELECT json_quote(y), json_quote(CASE WHEN n THEN y END), json_quote(+y),
              json_quote(coalesce(y, 1)), json_quote(iif(n, y, 1))
              FROM (SELECT json_quote(a) y, n FROM t) ORDER BY n;
            --> '"\"x\""'|'"\"x\""'|'"\"x\""'|'"\"x\""'|'"\"x\""'
            SELECT json_quote(CAST(y AS TEXT)), json_quote(max(y, '')),
              json_quote(y COLLATE nocase), json_quote(nullif(y, 1)),
              json_quote(CASE n WHEN 2 THEN 1 ELSE y END)
              FROM (SELECT json_quote(a) y, n FROM t) ORDER BY n;
            --> '"\"x\""'|'"\"x\""'|'"\"x\""'|'"\"x\""'|'"\"x\""'
            SELECT json_group_array(CASE WHEN n THEN y END)
              FROM (SELECT json_quote(a) y, n FROM t);
            --> '["\"x\""]'
            SELECT json_quote(coalesce(json_quote(a), 1)), json_quote(iif(n, json_quote(a), 1))
              FROM t;
            --> '"x"'|'"x"'
            """#
        ).run()
    }

    @Test func `values are made and changed`() throws {
        try Script(
            #"""
            SELECT json_array(1,'2',NULL,3.0,json('[4]'),'[5]'),
              json_object('a',1,'b',json('{"c":null}')), json_quote('x"y');
            --> '[1,"2",null,3.0,[4],"[5]"]'|'{"a":1,"b":{"c":null}}'|'"x\"y"'
            SELECT json_quote(3), json_quote(json('[1]')), json(' { "a" : [ 1 , 2 ] } '),
              json_array(), json_object();
            --> '3'|'[1]'|'{"a":[1,2]}'|'[]'|'{}'
            SELECT json_array(json_extract('{"a":"[1]","b":[2]}', '$.a'),
              json_extract('{"a":"[1]","b":[2]}', '$.b'), '[1]'->0);
            --> '["[1]",[2],1]'
            SELECT json_set('{"a":1}','$.a',9,'$.b',8), json_insert('{"a":1}','$.a',9,'$.b',8),
              json_replace('{"a":1}','$.a',9,'$.b',8), json_remove('{"a":1,"b":2}','$.a'),
              json_set('[1,2]','$[#]',3), json_remove('[0,1,2]','$[1]','$[0]');
            --> '{"a":9,"b":8}'|'{"a":1,"b":8}'|'{"a":9}'|'{"b":2}'|'[1,2,3]'|'[2]'
            SELECT json_set('{"a":{"b":1}}', '$.a.b', json('[1,2]'), '$.a.c', '[1,2]'),
              json_set('{}', '$.x.y', 1), json_insert('[1,2]', '$[0]', 9), json_insert('[1,2]',
              '$[#]', 9), json_set('[1]', '$[5]', 2), json_remove('{"a":1}', '$'),
              json_replace('{"a":1}', '$', 5), json_set(NULL, '$', 1);
            --> '{"a":{"b":[1,2],"c":"[1,2]"}}'|'{"x":{"y":1}}'|'[1,2]'|'[1,2,9]'|'[1]'|NULL|5|NULL
            SELECT json_patch('{"a":1,"b":2}','{"b":null,"c":3}'), json_patch('[1,2]','[3]'),
              json_patch('{"a":{"x":1,"y":2}}','{"a":{"x":null,"z":{"q":null}}}'),
              json_patch('{"a":1}', '5');
            --> '{"a":1,"c":3}'|'[3]'|'{"a":{"y":2,"z":{}}}'|'5'
            SELECT json_object('a');
            --! json_object() requires an even number of arguments
            SELECT json_object(1, 2);
            --! json_object() labels must be TEXT
            SELECT json_array(x'00');
            --! JSON cannot hold BLOB values
            SELECT json_set('{}', '$.a');
            --! json_set() needs an odd number of arguments
            SELECT json_group_array(v), json_group_object(v, v*2) FROM (SELECT 1 AS v UNION ALL
              SELECT NULL UNION ALL SELECT 3) WHERE v IS NOT NULL;
            --> '[1,3]'|'{"1":2,"3":6}'
            SELECT json_group_array(v), json_group_array(json_array(v)), json_group_array(v)
              FILTER (WHERE v > 1) FROM (SELECT 1 AS v UNION ALL SELECT NULL UNION ALL SELECT 3);
            --> '[1,null,3]'|'[[1],[null],[3]]'|'[3]'
            SELECT json_group_array(v) OVER (ORDER BY v ROWS 1 PRECEDING) FROM (SELECT 1 AS v
              UNION ALL SELECT 2 UNION ALL SELECT 3);
            --> '[1]'
            --> '[1,2]'
            --> '[2,3]'
            SELECT json_array(-0.0, 1.0, 1e21, 0.1), json_quote(char(9) || 'ä' || char(1));
            --> '[0.0,1.0,1.0e+21,0.1]'|'"\tä\u0001"'
            """#
        ).run()
    }

    @Test func `JSON is a table`() throws {
        try Script(
            #"""
            SELECT * FROM json_each('[1,"x",null]');
            --> 0|1|'integer'|1|1|NULL|'$[0]'|'$'
            --> 1|'x'|'text'|'x'|2|NULL|'$[1]'|'$'
            --> 2|NULL|'null'|NULL|3|NULL|'$[2]'|'$'
            SELECT * FROM json_each('{"a":1,"b":[2,3],"c d":true}');
            --> 'a'|1|'integer'|1|2|NULL|'$.a'|'$'
            --> 'b'|'[2,3]'|'array'|NULL|4|NULL|'$.b'|'$'
            --> 'c d'|1|'true'|1|8|NULL|'$."c d"'|'$'
            SELECT * FROM json_tree('[1,{"x":[null,2.5]},"t"]');
            --> NULL|'[1,{"x":[null,2.5]},"t"]'|'array'|NULL|0|NULL|'$'|'$'
            --> 0|1|'integer'|1|1|0|'$[0]'|'$'
            --> 1|'{"x":[null,2.5]}'|'object'|NULL|2|0|'$[1]'|'$'
            --> 'x'|'[null,2.5]'|'array'|NULL|4|2|'$[1].x'|'$[1]'
            --> 0|NULL|'null'|NULL|5|4|'$[1].x[0]'|'$[1].x'
            --> 1|2.5|'real'|2.5|6|4|'$[1].x[1]'|'$[1].x'
            --> 2|'t'|'text'|'t'|7|0|'$[2]'|'$'
            SELECT key, value, fullkey, path FROM json_each('{"a":{"b":[5,6]}}', '$.a.b');
            --> 0|5|'$.a.b[0]'|'$.a.b'
            --> 1|6|'$.a.b[1]'|'$.a.b'
            SELECT key, value, fullkey, path FROM json_tree('{"a":{"b":[5,6]}}', '$.a.b');
            --> 'b'|'[5,6]'|'$.a.b'|'$.a'
            --> 0|5|'$.a.b[0]'|'$.a.b'
            --> 1|6|'$.a.b[1]'|'$.a.b'
            SELECT key, value, type FROM json_each('7');
            --> NULL|7|'integer'
            SELECT count(*) FROM json_each(NULL);
            --> 0
            SELECT * FROM json_each('{bad');
            --! malformed JSON
            """#
        ).run()
    }

    @Test func `such a table may need another`() throws {
        try Script(
            #"""
            CREATE TABLE t(id, tags); INSERT INTO t
              VALUES(1,'["red","blue"]'),(2,'["red"]'),(3,'[]');
            SELECT t.id, j.value FROM t, json_each(t.tags) AS j WHERE j.value LIKE 'r%' ORDER BY
              t.id;
            --> 1|'red'
            --> 2|'red'
            SELECT t.id, j.value FROM t LEFT JOIN json_each(t.tags) AS j ORDER BY 1, 2;
            --> 1|'blue'
            --> 1|'red'
            --> 2|'red'
            --> 3|NULL
            SELECT t.id FROM t WHERE EXISTS(SELECT 1 FROM json_each(tags) WHERE value='blue');
            --> 1
            SELECT value, count(*) FROM t, json_each(t.tags) GROUP BY value ORDER BY 1;
            --> 'blue'|1
            --> 'red'|2
            SELECT id FROM t, json_each(t.tags) AS j;
            --! ambiguous column name: id
            SELECT a.value, b.value FROM json_each('[1,2]') AS a, json_each('[3,4]') AS b ORDER
              BY 1, 2;
            --> 1|3
            --> 1|4
            --> 2|3
            --> 2|4
            SELECT 2 IN (SELECT value FROM json_each('[1,2]'));
            --> 1
            """#
        ).run()
    }

    @Test func `pragmas are tables`() throws {
        try Script(
            #"""
            CREATE TABLE t(id INTEGER PRIMARY KEY, a TEXT NOT NULL, b AS (a || 'x')); CREATE
              TABLE u(x REFERENCES t); CREATE INDEX i ON t(a);
            SELECT name, hidden FROM pragma_table_xinfo('t');
            --> 'id'|0
            --> 'a'|0
            --> 'b'|2
            SELECT m.name, p.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS p WHERE
              m.type = 'table' ORDER BY 1, 2;
            --> 't'|'a'
            --> 't'|'id'
            --> 'u'|'x'
            SELECT "table", "from" FROM pragma_foreign_key_list('u');
            --> 't'|'x'
            SELECT name FROM pragma_index_list('t', 'main');
            --> 'i'
            SELECT user_version FROM pragma_user_version;
            --> 0
            SELECT * FROM pragma_nope;
            --! no such table: pragma_nope
            SELECT * FROM t(1);
            --! 't' is not a function
            """#
        ).run()
    }

    @Test func `a blob may hold the text of JSON`() throws {
        try Script(
            #"""
            SELECT json_valid(x'5b315d'), json_type(x'5b315d'), x'5b315d' -> 0;
            --> 1|'array'|'1'
            SELECT json(x'5b');
            --! malformed JSON
            SELECT value FROM json_each(x'5b315d');
            --> 1
            """#
        ).run()
    }
}
