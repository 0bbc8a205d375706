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

    private func connection(_ megabytes: Int) throws -> Connection {
        var options = StoreOptions()
        options.cacheBudget = megabytes << 20
        let connection = try Connection(path: nil, options: options)
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER, a TEXT COLLATE NOCASE);
            WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 90000)
            INSERT INTO t SELECT i, i * 7919 % 40009, char(65 + i % 2 * 32) || i / 2 FROM c;
            """)
        return connection
    }

    static let groupings = [
        "SELECT k, count(*), sum(id), min(a), total(id) FROM t GROUP BY k",
        "SELECT k, a, max(id), avg(id) FROM t GROUP BY k ORDER BY k DESC",
        "SELECT a, count(DISTINCT k), group_concat(id) FROM t GROUP BY a HAVING count(*) > 1",
        """
        SELECT k, sum(id) FILTER (WHERE id % 3 = 0), count(*) FILTER (WHERE a > 'b')
        FROM t GROUP BY k, a
        """,
        "SELECT k % 3, k, count(*), json_group_array(json_array(id)) FROM t GROUP BY k % 3, k",
        "SELECT k, json_array(max(json_array(id))), min(a || k) FROM t GROUP BY k",
        "SELECT iif(id < 60000 OR id % 2, id, 13000 + id % 9000) FROM t UNION SELECT 1",
        "SELECT iif(id < 60000 OR id % 2, id, 13000 + id % 9000) FROM t EXCEPT SELECT 1",
        "SELECT a, id FROM t GROUP BY a",
        "SELECT k FROM t UNION SELECT a FROM t",
        "SELECT a FROM t UNION SELECT upper(a) FROM t ORDER BY 1 LIMIT 40000, 20",
        "SELECT k, a FROM t EXCEPT SELECT k, a FROM t WHERE id % 2",
        "SELECT k, a FROM t INTERSECT SELECT k, a FROM t WHERE id % 2",
        "SELECT count(*), sum(s) FROM t JOIN (SELECT k, sum(id) s FROM t GROUP BY k) USING (k)",
    ]

    @Test("groups beyond the budget are those within it, in the same order")
    func sameGroups() throws {
        let (small, large) = (try connection(1), try connection(512))
        for query in Self.groupings {
            let found = try small.rows(query)
            let expected = try large.rows(query)
            #expect(found.count == expected.count, "\(query)")
            #expect(found == expected, "\(query)")
        }
    }
}
