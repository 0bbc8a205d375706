import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// Scans of an index that fetch the rows they are about to look up: the same rows in the same order
/// as without, whatever the keys, the direction and the cache.
@Suite struct `Rows that an index names` {
    private static let count = 3000

    /// Rows with numbers that lie anywhere, in a tree of several levels.
    private func connection(
        index: String = "t(n)", cacheBudget: Int = 8 << 20, isClustered: Bool = false
    ) throws -> Connection {
        var options = StoreOptions()
        options.pageSize = 512
        options.cacheBudget = cacheBudget
        options.backgroundCheckpoints = false
        let connection = try Connection(
            path: "/db/rows", options: options,
            fileSystem: SimulatedFileSystem(recordsTrace: false))
        let number = isClustered ? "i / 2" : "i * 1237 % 1511"
        try connection.execute(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, n, v TEXT);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(Self.count))
                INSERT INTO t SELECT i, \(number), 'the value of row ' || i FROM s;
            CREATE INDEX byNumber ON \(index);
            """)
        return connection
    }

    /// The query through the index, and the same rows sorted.
    private func compare(
        _ connection: Connection, _ condition: String, _ order: String, limit: Int = -1
    ) throws -> Int {
        let ahead = try connection.rows(
            """
            SELECT id, n, v FROM t INDEXED BY byNumber WHERE \(condition)
            ORDER BY \(order) LIMIT \(limit)
            """)
        let plain = try connection.rows(
            """
            SELECT id, n, v
            FROM (SELECT +id AS id, +n AS n, v FROM t NOT INDEXED WHERE \(condition))
            ORDER BY \(order) LIMIT \(limit)
            """)
        #expect(ahead == plain, "\(condition) \(order) \(limit)")
        return ahead.count
    }

    @Test(arguments: [8 << 20, 64 << 10])
    func `come in the order of the keys`(cacheBudget: Int) throws {
        let connection = try connection(cacheBudget: cacheBudget)
        for limit in [-1, 0, 1, 2, 3, 7, 100] {
            _ = try compare(connection, "n BETWEEN 100 AND 600", "n, id", limit: limit)
            _ = try compare(connection, "n BETWEEN 100 AND 600", "n DESC, id DESC", limit: limit)
            _ = try compare(connection, "n >= 0", "n, id", limit: limit)
            _ = try compare(connection, "n = 77", "n, id", limit: limit)
        }
        #expect(try compare(connection, "n > -1", "n DESC, id DESC") == Self.count)
    }

    @Test(arguments: ["t(n DESC)", "t(n, v)", "t(v, n)", "t(n) WHERE n > 50"], [false, true])
    func `come from keys of any kind`(index: String, isClustered: Bool) throws {
        let connection = try connection(index: index, isClustered: isClustered)
        let column = index.hasPrefix("t(v") ? "v" : "n"
        let least = column == "v" ? "'the value of row 2'" : "50"
        for order in ["\(column), id", "\(column) DESC, id DESC"] {
            #expect(try compare(connection, "\(column) > \(least)", order) > 500)
        }
    }

    /// Keys that are no plain integers take a longer way to their rowids.
    @Test func `come from mixed keys`() throws {
        let connection = try connection()
        try connection.execute(
            """
            UPDATE t SET n = n + 0.5 WHERE id % 5 = 0;
            UPDATE t SET n = -n WHERE id % 7 = 0;
            UPDATE t SET n = 'x' || n WHERE id % 11 = 0;
            UPDATE t SET n = NULL WHERE id % 13 = 0;
            UPDATE t SET id = -id WHERE id % 17 = 0;
            """)
        for order in ["n, id", "n DESC, id DESC"] {
            _ = try compare(connection, "n > -2000", order)
            _ = try compare(connection, "n < 'x3'", order)
        }
    }

    @Test func `are the changed ones in a transaction that changed them`() throws {
        let connection = try connection()
        try connection.execute("BEGIN")
        for step in 0..<6 {
            try connection.execute(
                """
                UPDATE t SET v = v || '\(step) and so long that the row has to move elsewhere'
                    WHERE n BETWEEN \(step * 200) AND \(step * 200 + 90);
                DELETE FROM t WHERE n BETWEEN \(step * 200 + 95) AND \(step * 200 + 99);
                UPDATE t SET n = n + 7 WHERE n > \(step * 250);
                """)
            _ = try compare(connection, "n >= 0", "n, id")
            _ = try compare(connection, "n >= 0", "n DESC, id DESC", limit: 50)
        }
        try connection.execute("ROLLBACK")
        #expect(try compare(connection, "n >= 0", "n, id") == Self.count)
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    @Test func `are found by two scans at a time`() throws {
        let connection = try connection()
        let ahead = try connection.rows(
            """
            SELECT a.id, b.id, b.v FROM t AS a INDEXED BY byNumber
            CROSS JOIN t AS b INDEXED BY byNumber
            WHERE a.n BETWEEN 3 AND 40 AND b.n BETWEEN a.n AND a.n + 20 ORDER BY a.id, b.id
            """)
        let plain = try connection.rows(
            """
            SELECT a.id, b.id, b.v FROM t AS a NOT INDEXED JOIN t AS b NOT INDEXED
            WHERE a.n BETWEEN 3 AND 40 AND b.n BETWEEN a.n AND a.n + 20 ORDER BY a.id, b.id
            """)
        #expect(ahead.count > 2000)
        #expect(ahead == plain)
    }

    /// The statement keeps its cursors from run to run, and its rows' places must not be kept.
    @Test func `are those of the running snapshot`() throws {
        let connection = try connection()
        let query = try #require(
            try connection.prepare(
                "SELECT id, v FROM t INDEXED BY byNumber WHERE n BETWEEN ?1 AND ?1 + 30 ORDER BY n")
        )
        for run in 0..<40 {
            query.reset()
            try query.bind(.integer(Int64(run * 20)), at: 1)
            var seen = 0
            while try query.step(), seen < 25 {
                let id = query.column(0).integer
                #expect(try connection.rows("SELECT v FROM t WHERE id = \(id)").count == 1)
                seen += 1
            }
            query.reset()
            try connection.execute(
                "DELETE FROM t WHERE id % 40 = \(run); UPDATE t SET v = v || '.' WHERE id % 3 = 0")
        }
        #expect(try connection.rows("SELECT count(*) FROM t") == ["0"])
    }

    @Test func `are not tried again in every scan of a small table`() {
        var ahead = RowsAhead(most: 8)
        #expect(due(&ahead, rows: 2) == [false, true])
        ahead.giveUp()
        for _ in 0..<3 {
            ahead.begin()
            #expect(due(&ahead, rows: 100).allSatisfy { !$0 })
        }
    }

    @Test func `are few at first`() {
        var ahead = RowsAhead(most: 8)
        #expect(due(&ahead, rows: 1) == [false])
        for expected in [2, 4, 8, 8] {
            #expect(due(&ahead, rows: 1) == [true])
            #expect(ahead.width == expected)
            ahead.didFetch(expected, isUseful: true)
            // The last one that was fetched is the next one to ask.
            #expect(due(&ahead, rows: expected - 1).allSatisfy { !$0 })
        }
        ahead.didFetch(8, isUseful: false)
        #expect(due(&ahead, rows: 60).allSatisfy { !$0 })
        ahead.begin()
        #expect(due(&ahead, rows: 2) == [false, true])
        #expect(ahead.width == 2)
    }

    private func due(_ ahead: inout RowsAhead, rows: Int) -> [Bool] {
        (0..<rows).map { _ in ahead.isDue() }
    }
}
