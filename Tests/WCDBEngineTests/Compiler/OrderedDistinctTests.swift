import Testing

@testable import WCDBEngine

/// An aggregate with DISTINCT over rows that come in the order of its values remembers the last
/// value only.
@Suite struct `DISTINCT of values that come ordered` {
    private static func connection() throws -> Connection {
        try Connection.memory(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, n TEXT COLLATE NOCASE, c);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 300)
                INSERT INTO t SELECT i, i % 40, char(65 + i % 5 + 32 * (i % 2)), i FROM s;
            INSERT INTO t(a, n) VALUES(NULL, NULL), (NULL, NULL), (3.0, 'x'), (3.5, 'X'), ('3', '');
            INSERT INTO t(a, n) VALUES(X'33', 'a'), ('', 'A'), (-0.0, 'ä'), (0, 'Ä');
            CREATE INDEX by_a ON t(a); CREATE INDEX by_n ON t(n); CREATE INDEX by_ca ON t(c, a);
            """)
    }

    @Test(arguments: ["a", "n", "id", "c"])
    func `is what it is of values in any order`(column: String) throws {
        let connection = try Self.connection()
        for aggregate in ["count", "sum", "total", "avg", "min", "max"] {
            for condition in ["1", "id > 200", "a IS NOT NULL", "id < 0", "n > 'b' AND a < 20"] {
                // Of texts that are equal but for their case any may be the least.
                let value = "SELECT lower(\(aggregate)(DISTINCT \(column))) FROM t"
                let (fast, plain) = (
                    "\(value) WHERE \(condition)", "\(value) NOT INDEXED WHERE \(condition)"
                )
                #expect(try connection.rows(fast) == connection.rows(plain), "\(fast)")
                let repeated = [fast, plain].map {
                    "SELECT (\($0) AND t.id < o.id) FROM t o NOT INDEXED WHERE o.id % 50 = 1"
                }
                #expect(
                    try connection.rows(repeated[0]) == connection.rows(repeated[1]),
                    "\(repeated[0])")
            }
        }
    }

    @Test func `remembers no other value`() throws {
        let connection = try Self.connection()
        func isRemembered(_ query: String) throws -> Bool {
            let program = try #require(try connection.prepare(query)?.program)
            return program.groups.contains { $0.aggregates.contains(where: \.isDistinct) }
        }
        #expect(try !isRemembered("SELECT count(DISTINCT a) FROM t"))
        #expect(try !isRemembered("SELECT json_group_array(DISTINCT n) FROM t WHERE n > 'a'"))
        #expect(try isRemembered("SELECT count(DISTINCT a) FROM t NOT INDEXED"))
        #expect(try isRemembered("SELECT count(DISTINCT a || 'x') FROM t"))
        #expect(try isRemembered("SELECT count(DISTINCT a), count(*) FROM t"))
        #expect(try isRemembered("SELECT count(DISTINCT a) FILTER (WHERE c > 3) FROM t"))
        #expect(try isRemembered("SELECT count(DISTINCT n COLLATE BINARY) FROM t"))
    }

    @Test func `has NULL once where that counts`() throws {
        let connection = try Self.connection()
        let list = "json_array_length(json_group_array(DISTINCT n))"
        #expect(try connection.rows("SELECT \(list) FROM t") == ["10"])
        #expect(try connection.rows("SELECT \(list), count(*) FROM t") == ["10|309"])
        #expect(try connection.rows("SELECT count(DISTINCT n) FROM t") == ["9"])
    }
}
