import Testing

@testable import WCDBEngine

/// UNION and its relatives. Results are those of SQLite 3.40.1.
@Suite struct `Compound queries` {
    /// 1 and 1.0 are equal: which of them is shown depends on how rows are compared.
    @Test func `of equal rows the last stays, where an order merges them the right side's first`()
        throws
    {
        try Script(
            #"""
            SELECT 1 UNION SELECT 1.0;
            --> 1.0
            SELECT 1 UNION SELECT 1.0 ORDER BY 1;
            --> 1.0
            SELECT * FROM (VALUES(1), (1.0)) UNION SELECT 2 ORDER BY 1;
            --> 1
            --> 2
            SELECT 2 UNION SELECT * FROM (VALUES(1), (1.0)) ORDER BY 1;
            --> 1
            --> 2
            SELECT 1 UNION SELECT 1.0 UNION SELECT 2 ORDER BY 1;
            --> 1.0
            --> 2
            SELECT 1 UNION SELECT 1.0 EXCEPT SELECT 2 ORDER BY 1;
            --> 1.0
            SELECT 1.0 INTERSECT SELECT 1 ORDER BY 1;
            --> 1.0
            """#
        ).run()
    }
}
