import Testing

@testable import WCDBEngine

/// What CREATE TABLE makes of its words.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Definitions of tables` {
    /// It became an ordinary key, so the rows had numbers of their own.
    @Test func `a key that is declared behind the columns is the rowid, also a descending one`()
        throws
    {
        try Script(
            #"""
            CREATE TABLE t(a INTEGER, PRIMARY KEY(a DESC));
            INSERT INTO t VALUES(5), (4), (NULL);
            SELECT rowid, a FROM t ORDER BY rowid;
            --> 4|4
            --> 5|5
            --> 6|6
            INSERT INTO t VALUES('x');
            --! datatype mismatch
            CREATE TABLE u(a INTEGER PRIMARY KEY DESC);
            INSERT INTO u VALUES(5), (4);
            SELECT rowid, a FROM u ORDER BY rowid;
            --> 1|5
            --> 2|4
            """#
        ).run()
    }

    /// The last one counted, and the key had three columns.
    @Test func `a column that comes again in a primary key counts once`() throws {
        try Script(
            #"""
            CREATE TABLE w(a, b, c, PRIMARY KEY(c, a, c)) WITHOUT ROWID;
            SELECT name, pk FROM pragma_table_info('w');
            --> 'a'|2
            --> 'b'|0
            --> 'c'|1
            INSERT INTO w VALUES(1, 2, 3), (1, 2, 4);
            INSERT INTO w VALUES(1, 5, 3);
            --! UNIQUE constraint failed: w.c, w.a
            CREATE TABLE t(a, b, c, PRIMARY KEY(c, a, c));
            SELECT name, pk FROM pragma_table_info('t');
            --> 'a'|2
            --> 'b'|0
            --> 'c'|1
            """#
        ).run()
    }

    @Test func `a generated column has no default`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b AS (a) DEFAULT 5);
            --! cannot use DEFAULT on a generated column
            CREATE TABLE t(a, b DEFAULT 5 AS (a));
            --! error in generated column "b"
            """#
        ).run()
    }

    /// An index and a generated column took it.
    @Test func `what is computed of columns does not know the rowid`() throws {
        try Script(
            #"""
            CREATE TABLE t(a, b AS (rowid));
            --! no such column: rowid
            CREATE TABLE t(a INTEGER PRIMARY KEY, b AS (_rowid_ + 1));
            --! no such column: _rowid_
            CREATE TABLE t(a INTEGER PRIMARY KEY, b AS (a + 1), c CHECK(rowid > 0));
            INSERT INTO t(c) VALUES(1);
            CREATE INDEX i ON t(rowid + 1);
            --! no such column: rowid
            CREATE INDEX i ON t(b) WHERE rowid > 0;
            CREATE TABLE u(rowid, b AS (rowid + 1));
            INSERT INTO u VALUES(1);
            SELECT t.*, u.* FROM t, u;
            --> 1|2|1|1|2
            SELECT name, rootpage > 0 FROM sqlite_master WHERE type = 'table';
            --> 't'|1
            --> 'u'|1
            """#
        ).run()
    }

    /// It always took several.
    @Test func `a short definition that a query made takes one line`() throws {
        try Script(
            #"""
            CREATE TABLE q AS SELECT 1 AS a, CAST(2 AS TEXT) AS "b c";
            CREATE TABLE long AS SELECT 1 AS first_column, 2 AS second_column, 3 AS third_column;
            SELECT replace(sql, char(10), '/') FROM sqlite_master;
            --> 'CREATE TABLE q(a,"b c" TEXT)'
            --> 'CREATE TABLE long(/  first_column,/  second_column,/  third_column/)'
            """#
        ).run()
    }

    /// Where a definition begins was sought by its semicolon, which may be one of a comment.
    @Test func `a definition is found among others in one text`() throws {
        let connection = try Connection(path: nil)
        try connection.execute(
            """
            create table a(x); create /* ; */ table b(y /* ; */ , z);create temp table c(q);
            create trigger t after insert on a begin insert into b values(1, 2); delete from b; end;
            create view -- ;
              "v;" as select ';'; create index i on a(x)where x>0  ;
            """)
        #expect(
            try connection.rows(
                "SELECT sql FROM sqlite_schema UNION ALL SELECT sql FROM temp.sqlite_schema")
                == [
                    "CREATE TABLE a(x)", "CREATE TABLE b(y /* ; */ , z)",
                    "CREATE TRIGGER t after insert on a begin insert into b values(1, 2); "
                        + "delete from b; end",
                    "CREATE VIEW \"v;\" as select ';'", "CREATE INDEX i on a(x)where x>0",
                    "CREATE TABLE c(q)",
                ])
    }

    /// Each was looked for from the beginning of the text: a script took minutes.
    @Test func `many definitions in one text take no longer than each in its own`() throws {
        let texts = (0..<600).map { "CREATE TABLE t\($0)(a INTEGER PRIMARY KEY, b TEXT);" }
        let clock = ContinuousClock()
        let apart = try clock.measure {
            let connection = try Connection(path: nil)
            for text in texts { try connection.execute(text) }
        }
        let together = try clock.measure {
            let connection = try Connection(path: nil)
            try connection.execute(texts.joined())
        }
        #expect(together < apart * 5, "\(together) for what takes \(apart)")
    }
}
