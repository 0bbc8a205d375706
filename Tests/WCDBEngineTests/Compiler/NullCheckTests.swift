import Testing

@testable import WCDBEngine

/// NOT NULL where REPLACE puts a default in the place of a NULL.
@Suite struct `Columns without NULL` {
    /// The message named the first column, whose default was NULL too.
    @Test func `a column without a default fails before any default is taken`() throws {
        try Script(
            """
            CREATE TABLE t(a NOT NULL DEFAULT NULL, b NOT NULL);
            REPLACE INTO t VALUES(NULL, NULL)
            --! NOT NULL constraint failed: t.b
            REPLACE INTO t VALUES(NULL, 1)
            --! NOT NULL constraint failed: t.a
            """
        ).run()
    }

    /// The computed column was looked at while it still came from the NULL.
    @Test func `what is computed from a default is looked at behind it`() throws {
        try Script(
            """
            CREATE TABLE t(g AS (a + 1) NOT NULL, a NOT NULL DEFAULT 4, b NOT NULL);
            REPLACE INTO t VALUES(NULL, 2);
            SELECT * FROM t
            --> 5|4|2
            REPLACE INTO t VALUES('x', NULL)
            --! NOT NULL constraint failed: t.b
            CREATE TABLE u(g AS (a + NULL) NOT NULL, a NOT NULL);
            INSERT INTO u VALUES(NULL)
            --! NOT NULL constraint failed: u.a
            INSERT INTO u VALUES(1)
            --! NOT NULL constraint failed: u.g
            """
        ).run()
    }
}
