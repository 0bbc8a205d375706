import Testing

@testable import WCDBEngine

/// Terms of ORDER BY and GROUP BY that are the number of a result column.
/// Results and messages are those of SQLite 3.40.1.
@Suite struct `Numbers of result columns` {
    private static let rows = """
        CREATE TABLE t(a, b);
        INSERT INTO t VALUES(1, 2), (2, 1), (1, 1), (2, 2);

        """

    /// A sign made an expression of it, which orders nothing.
    @Test func `signs before a number change nothing but its sign`() throws {
        try Script(
            Self.rows + #"""
                SELECT a, count(*) FROM t GROUP BY +1;
                --> 1|2
                --> 2|2
                SELECT a, b FROM t ORDER BY +1, - -2;
                --> 1|1
                --> 1|2
                --> 2|1
                --> 2|2
                SELECT a, b FROM t ORDER BY -(-1) DESC, 2;
                --> 2|1
                --> 2|2
                --> 1|1
                --> 1|2
                SELECT a, b FROM t UNION SELECT b, a FROM t ORDER BY +2, 1;
                --> 1|1
                --> 2|1
                --> 1|2
                --> 2|2
                SELECT a FROM t GROUP BY a, + 0;
                --! 2nd GROUP BY term out of range - should be between 1 and 1
                SELECT a FROM t ORDER BY - +1;
                --! 1st ORDER BY term out of range - should be between 1 and 1
                """#
        ).run()
    }

    /// Only ORDER BY looked through one, and only through one.
    @Test func `COLLATE around a number is looked through`() throws {
        try Script(
            #"""
            CREATE TABLE t(a);
            INSERT INTO t VALUES('b'), ('A'), ('a'), ('B');
            SELECT a COLLATE BINARY = 'a', count(*) FROM t GROUP BY 1 COLLATE NOCASE;
            --> 0|3
            --> 1|1
            SELECT lower(a), count(*) FROM t GROUP BY 1 COLLATE NOCASE;
            --> 'a'|2
            --> 'b'|2
            SELECT a FROM t ORDER BY 1 COLLATE NOCASE COLLATE BINARY DESC LIMIT 2;
            --> 'b'
            --> 'a'
            """#
        ).run()
    }

    /// It was taken for the number of a column that is not there.
    @Test func `a number of more than 31 bits is a value`() throws {
        try Script(
            Self.rows + #"""
                SELECT a FROM t ORDER BY 2147483647;
                --! 1st ORDER BY term out of range - should be between 1 and 1
                SELECT count(*) FROM (SELECT a FROM t ORDER BY 2147483648);
                --> 4
                SELECT count(*) FROM t GROUP BY 99999999999;
                --> 4
                SELECT a FROM t UNION SELECT b FROM t ORDER BY 99999999999;
                --! 1st ORDER BY term does not match any column in the result set
                """#
        ).run()
    }

    @Test func `a row value orders nothing`() throws {
        try Script(
            Self.rows + #"""
                SELECT a FROM t ORDER BY (1, 2);
                --! row value misused
                """#
        ).run()
    }
}
