import Testing

@testable import WCDBEngine

/// Hash tables of joins without an index: they are filled once.
/// Results are those of SQLite 3.40.1.
@Suite struct `Hash joins` {
    private static let rows = """
        CREATE TABLE a(x, k); CREATE TABLE b(y, z); CREATE TABLE c(w, v);
        INSERT INTO a VALUES(1, 5), (2, 6), (3, 7);
        INSERT INTO b VALUES(1, 5), (2, 6), (9, 7);
        INSERT INTO c VALUES(5, 'five'), (6, 'six'), (7, 'seven');

        """

    /// A condition on the row of the query around was tested once, when the table was filled.
    @Test func `a row of the query around chooses among all rows`() throws {
        try Script(
            Self.rows + #"""
                SELECT x FROM a WHERE EXISTS (SELECT 1 FROM b LEFT JOIN c ON c.w = b.z
                  AND c.w = a.k WHERE v IS NOT NULL) ORDER BY x;
                --> 1
                --> 2
                --> 3
                SELECT x, (SELECT count(v) FROM b CROSS JOIN c ON c.w = b.z AND c.w + 0 = a.k)
                  FROM a ORDER BY x;
                --> 1|1
                --> 2|1
                --> 3|1
                SELECT x, (SELECT count(v) FROM b LEFT JOIN (SELECT w, v FROM c WHERE w > 5
                  LIMIT 10) AS q ON q.w = b.z AND q.w = a.k) FROM a ORDER BY x;
                --> 1|0
                --> 2|1
                --> 3|1
                DELETE FROM a WHERE NOT EXISTS (SELECT 1 FROM b LEFT JOIN c ON c.w = b.z
                  AND c.w = a.k WHERE v IS NOT NULL);
                SELECT count(*) FROM a;
                --> 3
                """#
        ).run()
    }

    /// The same with the rows that a FULL or RIGHT JOIN had put aside.
    @Test func `behind an outer join each row chooses among all rows`() throws {
        try Script(
            #"""
            CREATE TABLE a(x); CREATE TABLE b(y, z); CREATE TABLE c(w, v);
            INSERT INTO a VALUES(1); INSERT INTO b VALUES(5, 5); INSERT INTO c VALUES(5, 'hit');
            SELECT * FROM (a FULL JOIN b ON a.x = b.y) JOIN a AS a2 LEFT JOIN c ON c.w = b.z
              ORDER BY 1;
            --> NULL|5|5|1|5|'hit'
            --> 1|NULL|NULL|1|NULL|NULL
            """#
        ).run()
    }
}
