import Testing

@testable import WCDBEngine

/// Functions that change JSON. Results and messages are those of SQLite 3.40.1.
@Suite struct `Changes of JSON` {
    @Test func `paths see what earlier ones have put`() throws {
        try Script(
            #"""
            SELECT json_set('{"a":1,"b":[1,2]}', '$.a', 9, '$.b[1]', 8, '$.b[2]', 7, '$.c', 6);
            --> '{"a":9,"b":[1,8,7],"c":6}'
            SELECT json_set(' { "a" : 1 , "b" : [ 1 , 2 ] } ', '$.b[0]', json('{"x":[1]}'),
              '$.n.m', NULL);
            --> '{"a":1,"b":[{"x":[1]},2],"n":{"m":null}}'
            SELECT json_set('{"a":1}', '$.b.c', 1, '$.b.d', 2, '$.b.c', 3, '$.e[0]', 4, '$.e[1]',
              5);
            --> '{"a":1,"b":{"c":3,"d":2},"e":[4,5]}'
            SELECT json_set('{"a":{"b":1}}', '$.a', json('{"c":1}'), '$.a.c', 2, '$.a', 3);
            --> '{"a":3}'
            SELECT json_set('{"a":{"b":1}}', '$.a.c', 2, '$.a', 3, '$.a.d', 4);
            --> '{"a":3}'
            SELECT json_insert('{"a":1}', '$.a', 2, '$.b', 3, '$.b', 4), json_insert('[]',
              '$[0]', 1, '$[1]', 2);
            --> '{"a":1,"b":3}'|'[1,2]'
            SELECT json_replace('{"a":1}', '$.b', 2, '$.a', 3, '$.a.x', 4), json_replace('[1,2]',
              '$[#-1]', 3);
            --> '{"a":3}'|'[1,3]'
            SELECT json_insert('[1,2]', '$[#]', 3, '$[#]', 4, '$[#-1]', 5), json_insert('[1]',
              '$[2]', 3);
            --> '[1,2,3,4]'|'[1]'
            SELECT json_set('{}', '$.a[1]', 1), json_set('{}', '$.a[#]', 1), json_set('{}',
              '$.a[0][0].b', 1);
            --> '{}'|'{}'|'{"a":[[{"b":1}]]}'
            SELECT json_set('{"a\u0062":1,"ab":2}', '$.ab', 3), json_set('{"a":1,"a":2}', '$.a',
              3);
            --> '{"a\u0062":1,"ab":3}'|'{"a":3,"a":2}'
            SELECT json_set('{}', '$."x y"', 1, '$."q\"', 2), json_set('{}', '$.é', 'ü');
            --> '{"x y":1,"q\\":2}'|'{"é":"ü"}'
            SELECT json_set('5', '$.a', 1), json_set('5', '$', 2), json_set('[]', '$.a', 1),
              json_set('{}', '$[0]', 1);
            --> '5'|2|'[]'|'{}'
            """#
        ).run()
    }

    @Test func `what is not there, and what is removed`() throws {
        try Script(
            #"""
            SELECT json_set('{"a":1}', NULL, 1, '$.b', 2), json_set('{"a":1}', '$', NULL, '$.b',
              2);
            --> '{"a":1,"b":2}'|NULL
            SELECT json_set('{"a":1}', '$.b', x'00');
            --! JSON cannot hold BLOB values
            SELECT json_set('{"a":1}', '$.b', 1, 'c', 2);
            --! JSON path error near 'c'
            SELECT json_set('{"a":1}', '$.b.', 1);
            --! JSON path error near ''
            SELECT json_set('{"a":1}', '$.a.', 1), json_set('[1]', '$.a.', 1), json_replace('{}',
              '$.b.', 1);
            --> '{"a":1}'|'[1]'|'{}'
            SELECT json_remove('{"a":1,"b":2,"c":3}', '$.a', '$.c'), json_remove('{"a":1}',
              '$.a'),
              json_remove('{"a":{"b":1,"c":2}}', '$.a.b', '$.a.c');
            --> '{"b":2}'|'{}'|'{"a":{}}'
            SELECT json_remove('[0,1,2,3]', '$[0]', '$[0]'), json_remove('[0,1,2,3]', '$[#-1]',
              '$[#-1]'),
              json_remove('[0,1]', '$[2]', '$[#]'), json_remove(' [ 0 , [ 1 , 2 ] , 3 ] ',
              '$[1][0]', '$[0]');
            --> '[2,3]'|'[0,1]'|'[0,1]'|'[[2],3]'
            SELECT json_remove('{"a":1}'), json_remove('{"a":1}', '$'), json_remove('{"a":1}',
              NULL),
              json_remove('{"a":1}', '$.b'), json_remove(NULL, '$.a');
            --> '{"a":1}'|NULL|NULL|'{"a":1}'|NULL
            SELECT json_remove('{"a":1}', '$', 'x');
            --! JSON path error near 'x'
            """#
        ).run()
    }

    @Test func `a patch is merged`() throws {
        try Script(
            #"""
            SELECT json_patch('{"a":1,"b":2,"c":3}', '{"b":null}'), json_patch('{"a":1,"b":2}',
              '{"a":null,"b":null}');
            --> '{"a":1,"c":3}'|'{}'
            SELECT json_patch('{"a":1,"b":2,"c":3}', '{"c":4,"a":5,"d":{"e":null,"f":[null]}}');
            --> '{"a":5,"b":2,"c":4,"d":{"f":[null]}}'
            SELECT json_patch(' { "a" : { "b" : [ 1 ] , "c" : 2 } } ',
              ' { "a" : { "c" : { "d" : null } } } ');
            --> '{"a":{"b":[1],"c":{}}}'
            SELECT json_patch('{"a":1}', '{"a":{"b":null,"c":1}}'), json_patch('{"a":{"b":1}}',
              '{"a":[null]}');
            --> '{"a":{"c":1}}'|'{"a":[null]}'
            SELECT json_patch('{"a":{"b":1}}', '{"a":null}'), json_patch('{}', '{"a":null}');
            --> '{}'|'{}'
            SELECT json_patch('[1]', '{"a":null,"b":2}'), json_patch('{"a":1}', '[null]'),
              json_patch('1', 'null');
            --> '{"b":2}'|'[null]'|'null'
            SELECT json_patch('{"a":1,"a":2}', '{"a":3}'), json_patch('{"a":1,"a":2}',
              '{"a":null}');
            --> '{"a":3,"a":2}'|'{"a":2}'
            SELECT json_patch('{"a":1}', '{"a":2,"a":3}'), json_patch('{}', '{"a":2,"a":3}');
            --> '{"a":2}'|'{"a":2,"a":3}'
            SELECT json_patch('{"a":{"x":1}}', '{"a":{"y":2},"a":{"z":3}}');
            --> '{"a":{"x":1,"z":3}}'
            SELECT json_patch('{"a":{"x":1}}', '{"a":{"y":2},"a":{"x":null}}');
            --> '{"a":{"y":2}}'
            SELECT json_patch('{"a":{"x":1}}', '{"a":{"y":2},"a":5,"a":{"q":1}}');
            --> '{"a":5}'
            SELECT json_patch('{"a":{"x":1}}', '{"a":{"y":2},"a":null,"a":{"q":1}}');
            --> '{}'
            SELECT json_patch('{"a":{"x":{"m":1}}}',
              '{"a":{"x":{"n":2}},"a":{"x":{"o":3},"p":4}}');
            --> '{"a":{"x":{"m":1,"o":3},"p":4}}'
            SELECT json_patch('{"\u0061":1}', '{"a":2}'), json_patch('{"a b":"\n"}',
              '{"a b":{"\t":"\/"}}');
            --> '{"\u0061":1,"a":2}'|'{"a b":{"\t":"\/"}}'
            SELECT json_patch(NULL, '{}'), json_patch('{}', NULL);
            --> NULL|NULL
            SELECT json_patch('{', '{}');
            --! malformed JSON
            SELECT json_patch('{}', '[');
            --! malformed JSON
            """#
        ).run()
    }

    /// The place of the text that was asked for first is the next to be taken.
    @Test func `a patch does not take the place of what it patches`() throws {
        try Script(
            #"""
            SELECT json_valid('{"a":1}'), json_valid('[1]'), json_valid('[2]'), json_valid('[3]'),
              json_patch('{"a":1}', '{"b":2}');
            --> 1|1|1|1|'{"a":1,"b":2}'
            """#
        ).run()
    }

    @Test func `a path may make containers deeper than a stack`() throws {
        let connection = try Connection(path: nil)
        let path = "$" + String(repeating: "[0]", count: 100_000)
        let rows = try connection.rows("SELECT length(json_set('[]', '\(path)', 1))")
        #expect(rows == ["200001"])
    }
}
