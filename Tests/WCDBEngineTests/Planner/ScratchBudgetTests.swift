import Testing
import WCDBStorage

@testable import WCDBEngine

/// What queries remember may be more than the budget: then they are slower, not wrong.
@Suite("Queries beyond the budget")
struct ScratchBudgetTests {
    @Test("groups, sets and joins take more keys than the budget holds")
    func manyKeys() throws {
        var options = StoreOptions()
        options.cacheBudget = 8 << 20
        let connection = try Connection(path: nil, options: options)
        try connection.execute(
            """
            CREATE TABLE t(a TEXT);
            INSERT INTO t VALUES('a value that is not short, number 1');
            """)
        // Doubled again and again: 2^17 rows, with keys of some forty bytes each.
        for power in 0..<17 {
            let number = "(rowid + \(1 << power))"
            try connection.execute(
                "INSERT INTO t SELECT 'a value that is not short, number ' || \(number) FROM t")
        }
        #expect(
            try connection.rows("SELECT count(DISTINCT a), count(*) FROM t") == ["131072|131072"])
        #expect(
            try connection.rows("SELECT count(*) FROM (SELECT a FROM t GROUP BY a)") == ["131072"])
        #expect(
            try connection.rows("SELECT count(*) FROM t AS x JOIN t AS y ON x.a = y.a")
                == ["131072"])
    }
}
