import Testing
import WCDBStorage

@testable import WCDBEngine

/// Loops through a range of rowids or of an index do their work themselves, as those through whole
/// tables do. Whatever the bounds and the keys are, and whatever happens to them meanwhile, the
/// result must be that of loops that go instruction by instruction.
@Suite struct `Ranges that do the work of their loops` {
    private static let rowidRanges = [
        "id BETWEEN 100 AND 900", "id > 100 AND id < 900", "id >= 1399", "id <= 41", "id < -5",
        "id > 9223372036854775807", "id BETWEEN 99.5 AND 300.5", "id < '500'", "id <= NULL",
        "id < 1e300", "id > -1e300 AND id < 77.0", "id < X'00'", "id <= 'abc'",
        "id BETWEEN 8 AND 8",
    ]

    @Test(arguments: rowidRanges)
    func `give the rows of a range of rowids`(range: String) throws {
        let connection = try LoopFixture.connection()
        for columns in ["*", "rowid, n", "young, t", "id"] {
            let fast = "SELECT \(columns) FROM outside WHERE \(range)"
            #expect(try LoopFixture.ends(of: fast, connection) == [.tableYield], "\(fast)")
            try expectTheSame(fast, connection)
        }
    }

    @Test(arguments: rowidRanges)
    func `give what they find to aggregates, sorters and hash tables`(range: String) throws {
        let connection = try LoopFixture.connection()
        for (fast, end) in [
            ("SELECT count(*), sum(n), max(t) FROM outside WHERE \(range)", Opcode.tableFold),
            ("SELECT n, count(b) FROM outside WHERE \(range) GROUP BY n", .tableFold),
            ("SELECT t, id FROM outside WHERE \(range) ORDER BY t, id", .tableFill),
            (
                "SELECT count(*), sum(o.id) FROM inside i NOT INDEXED CROSS JOIN outside o "
                    + "ON o.n = i.n WHERE o.\(range.replacing("AND id", with: "AND o.id"))",
                .tableProbe
            ),
        ] {
            #expect(try LoopFixture.ends(of: fast, connection).contains(end), "\(fast)")
            try expectTheSame(fast, connection)
        }
    }

    private static let indexes = [
        "n", "t COLLATE NOCASE, n", "k", "r DESC, k", "young, n, t", "k, id DESC", "b, r",
    ]

    /// Covered by an index or not; of keys of all kinds, of columns in the order of the key or
    /// not, of those that are not all wanted.
    @Test(arguments: [
        ("n", "by0"), ("t COLLATE NOCASE", "by1"), ("k", "by2"), ("r", "by3"), ("young", "by4"),
        ("k", "by5"), ("b", "by6"),
    ])
    func `give the rows of a range of an index`(key: String, index: String) throws {
        let connection = try LoopFixture.connection(indexes: Self.indexes)
        for range in ["> 20", "BETWEEN 7 AND 7", "> 'key 3'", "<= 'key 5'", "= 5", ">= X'61'"] {
            for columns in ["n, id", "id, n", "t, r", "n, t, young, k", "b, k, id, b", "id", "*"] {
                let fast =
                    "SELECT \(columns) FROM outside INDEXED BY \(index) WHERE \(key) \(range)"
                #expect(try LoopFixture.ends(of: fast, connection) == [.indexYield], "\(fast)")
                try expectTheSame(fast, connection)
            }
        }
    }

    @Test func `give the rows of a table without rowids`() throws {
        let connection = try Connection.memory(
            """
            CREATE TABLE w(a, b, c, PRIMARY KEY(b, a)) WITHOUT ROWID;
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 900)
                INSERT INTO w SELECT i, i % 7, 'c' || i FROM s;
            """)
        for columns in ["a, b, c", "b, a", "c", "*"] {
            for range in ["b > 3", "b = 2 AND a BETWEEN 20 AND 600", "b < 4"] {
                try expectTheSame("SELECT \(columns) FROM w WHERE \(range)", connection, "a")
            }
        }
    }

    /// Keys that a leaf cannot hold, and rows that are gone although a key names them.
    @Test func `take a longer look at what is long`() throws {
        let connection = try LoopFixture.connection(indexes: ["b, n", "t"])
        for long in ["zeroblob(30000)", "'b' || hex(zeroblob(9000))", "-900000", "'c' || char(0)"] {
            try connection.execute("UPDATE outside SET b = \(long) WHERE id % 30 = 4")
            for columns in ["b, n, id", "id, b", "b, r"] {
                let fast = "SELECT \(columns) FROM outside INDEXED BY by0 WHERE b > -1e9"
                #expect(try LoopFixture.ends(of: fast, connection) == [.indexYield])
                try expectTheSame(fast, connection)
            }
        }
    }

    @Test(arguments: [
        "UPDATE outside SET n = n + 1 WHERE id = %1 + 2",
        "UPDATE outside SET n = NULL WHERE id > %1",
        "UPDATE outside SET n = 7, t = t || ' and more' WHERE id BETWEEN %1 + 1 AND %1 + 9",
        "UPDATE outside SET t = 'other' WHERE id = %1",
        "DELETE FROM outside WHERE id IN (%1 + 2, %1 + 6)",
        "DELETE FROM outside WHERE n BETWEEN (SELECT n FROM outside WHERE id = %1) + 1 AND 60",
        "INSERT OR IGNORE INTO outside(id, n) VALUES(%1 + 1, 40), (%1 + 3, 41)",
        "DELETE FROM outside WHERE id <= %1",
        "SAVEPOINT s; DELETE FROM outside WHERE id > %1; ROLLBACK TO s; RELEASE s",
    ])
    func `see what happens to rows between two steps`(change: String) throws {
        let indexes = ["n, t", "n"]
        let connection = try LoopFixture.connection(indexes: indexes)
        for fast in [
            "SELECT id, n, t FROM outside WHERE id BETWEEN 11 AND 1200",
            "SELECT id, n, t FROM outside INDEXED BY by0 WHERE n BETWEEN 20 AND 250",
            "SELECT id, n, t FROM outside INDEXED BY by1 WHERE n BETWEEN 20 AND 250",
        ] {
            let plain = fast + " AND id % 1 = 0"
            #expect(try LoopFixture.ends(of: fast, connection).count == 1)
            #expect(try LoopFixture.ends(of: plain, connection) == [])
            let rows = try LoopFixture.steps(of: fast, change, indexes: indexes)
            #expect(rows.count > 20)
            #expect(
                try rows == LoopFixture.steps(of: plain, change, indexes: indexes), "\(fast)")
        }
    }

    @Test func `end when somebody says so, and begin again`() throws {
        let connection = try LoopFixture.connection(indexes: ["n"])
        for (sql, first) in [
            ("SELECT id FROM outside WHERE id > ?1", 8), ("SELECT n FROM outside WHERE n > ?1", 8),
        ] as [(String, Int64)] {
            let statement = try #require(try connection.prepare(sql))
            #expect(try LoopFixture.ends(of: sql, connection).count == 1)
            for _ in 0..<2 {
                try statement.bind(.integer(first), at: 1)
                for _ in 0..<3 {
                    #expect(try statement.step())
                    #expect(statement.column(0).integer > first)
                }
                statement.reset()
            }
            #expect(try statement.step())
            connection.interrupter.set()
            #expect(throws: EngineError.self) { try statement.step() }
            connection.interrupter.clear()
        }
    }

    /// Compares with the same query as one whose rows are tested by an instruction.
    private func expectTheSame(
        _ fast: String, _ connection: Connection, _ column: String = "id"
    ) throws {
        var plain = fast.replacing("WHERE ", with: "WHERE +\(column) % 1 = 0 AND ")
        if fast.contains("JOIN") { plain = plain.replacing("+id", with: "+o.id") }
        #expect(try LoopFixture.ends(of: plain, connection).isSubset(of: [.tableProbe]), "\(plain)")
        #expect(try connection.rows(fast) == connection.rows(plain), "\(fast)")
    }
}
