import Testing

@testable import WCDBEngine

/// Bounds of rowids that are no integers. Results are those of SQLite 3.40.1.
@Suite struct `Rowids beside a real` {
    /// The least integer as a real is no integer to affinity, and has no fraction either: rows at
    /// the bound were left out, or came in.
    @Test func `that is the least integer`() throws {
        try Script(
            #"""
            CREATE TABLE t(a INTEGER PRIMARY KEY, b);
            INSERT INTO t VALUES(-9223372036854775808, 'least'), (5, 'five'),
              (9223372036854775807, 'most');
            SELECT group_concat(b) FROM t WHERE a >= -9223372036854775808.0;
            --> 'least,five,most'
            SELECT group_concat(b) FROM t WHERE a > -9223372036854775808.0;
            --> 'five,most'
            SELECT b FROM t WHERE a <= -9223372036854775808.0 ORDER BY a DESC;
            --> 'least'
            SELECT b FROM t WHERE a < -9223372036854775808.0 ORDER BY a DESC;
            --> (no rows)
            SELECT group_concat(b) FROM t WHERE a BETWEEN -9223372036854775808.0 AND 5.5;
            --> 'least,five'
            SELECT group_concat(b) FROM t WHERE a >= '-9223372036854775808.0';
            --> 'least,five,most'
            """#
        ).run()
    }

    @Test func `that has a fraction, or is beyond all integers`() throws {
        try Script(
            #"""
            CREATE TABLE t(a INTEGER PRIMARY KEY); INSERT INTO t VALUES(-3), (-2), (2), (3);
            SELECT group_concat(a) FROM t WHERE a >= -2.5;
            --> '-2,2,3'
            SELECT group_concat(a) FROM t WHERE a > 2.5;
            --> '3'
            SELECT group_concat(a) FROM (SELECT a FROM t WHERE a < -2.5 ORDER BY a DESC);
            --> '-3'
            SELECT group_concat(a) FROM (SELECT a FROM t WHERE a <= 2.5 ORDER BY a DESC);
            --> '2,-2,-3'
            SELECT count(*) FROM t WHERE a >= -1e19;
            --> 4
            SELECT count(*) FROM (SELECT a FROM t WHERE a <= 1e19 ORDER BY a DESC);
            --> 4
            SELECT a FROM t WHERE a > 1e19;
            --> (no rows)
            SELECT a FROM t WHERE a = 2.5;
            --> (no rows)
            """#
        ).run()
    }
}
