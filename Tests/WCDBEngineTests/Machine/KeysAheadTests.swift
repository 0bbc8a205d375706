import Testing
import WCDBStorage

@testable import WCDBEngine

/// Scans that warm what the rows behind the current one will find in a hash table. They look at
/// rows before their time: of all kinds, at the end of a leaf, and while one is being read.
@Suite struct `Keys of a hash join that come next` {
    private static let count = 14_000

    /// A table whose rows are more than stay near a processor, and one with keys of all kinds.
    private static func connection() throws -> Connection {
        let connection = try Connection.memory(
            """
            CREATE TABLE inside(k, v INTEGER);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(count))
                INSERT INTO inside SELECT i * 7919 % 14009, i FROM s;
            INSERT INTO inside SELECT 'key ' || k, -v FROM inside WHERE v % 20 = 0;
            INSERT INTO inside SELECT k, v + 1000000 FROM inside WHERE v % 50 = 0;
            CREATE TABLE outside(id INTEGER PRIMARY KEY, a, k, n INTEGER, t TEXT);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 3000)
                INSERT INTO outside SELECT i * 4, i % 300,
                    CASE i % 8 WHEN 0 THEN NULL WHEN 1 THEN i + 0.0 WHEN 2 THEN 'key ' || i * 20
                        WHEN 3 THEN i + 0.5 WHEN 4 THEN x'00' ELSE i * 3 END,
                    i * 5, 'key ' || i
                FROM s;
            UPDATE outside SET a = zeroblob(5000) WHERE id % 100 = 0;
            """)
        try connection.execute("ALTER TABLE outside ADD COLUMN young DEFAULT 77")
        return connection
    }

    /// The seeks of a program that warm: the column that each of them warms for.
    private func warmed(_ sql: String, _ connection: Connection) throws -> [Int] {
        let statement = try #require(try connection.prepare(sql))
        let program = try #require(statement.program)
        return program.instructions
            .filter { $0.opcode == .hashSeek && $0.small > 0 }
            .map { Int($0.flag) - 1 }
    }

    private static let results = "count(*), sum(i.v), sum(o.id), count(o.a), max(o.t), min(o.young)"

    @Test(arguments: [("k", 2), ("n", 3), ("t", 4), ("young", 5), ("id", -1), ("rowid", -1)])
    func `change nothing that is found`(key: String, column: Int) throws {
        let connection = try Self.connection()
        for condition in ["1", "o.id % 3 > 0", "o.a > 17", "o.young = 77"] {
            let ahead =
                "SELECT \(Self.results) FROM outside o CROSS JOIN inside i "
                + "ON i.k = o.\(key) WHERE \(condition)"
            #expect(try warmed(ahead, connection) == [column])
            // What is computed is not known ahead.
            let plain = ahead.replacing("o.\(key) WHERE", with: "+o.\(key) WHERE")
            #expect(try warmed(plain, connection) == [])
            #expect(try connection.rows(ahead) == connection.rows(plain), "\(ahead)")
        }
    }

    @Test func `come in the order of the scan`() throws {
        let connection = try Self.connection()
        let rows = try connection.rows(
            "SELECT o.id, o.n, o.t, i.v FROM outside o LEFT JOIN inside i ON i.k = o.n LIMIT 900")
        let plain = try connection.rows(
            "SELECT o.id, o.n, o.t, i.v FROM outside o LEFT JOIN inside i ON i.k = +o.n LIMIT 900")
        #expect(rows.count == 900)
        #expect(rows == plain)
    }

    @Test func `are not looked for where a column is made something else first`() throws {
        let connection = try Self.connection()
        try connection.execute("CREATE TABLE numbers(k INTEGER); INSERT INTO numbers VALUES(1)")
        let sql = "SELECT count(*) FROM outside o CROSS JOIN numbers i ON i.k = o.k"
        #expect(try warmed(sql, connection) == [])
    }

    /// There the same row of the scan asks again and again.
    @Test func `are not looked for within a loop of another table`() throws {
        let connection = try Self.connection()
        try connection.execute(
            "CREATE TABLE middle(x); CREATE INDEX byX ON middle(x); "
                + "INSERT INTO middle VALUES(1), (2), (3)")
        for loop in ["middle m INDEXED BY byX ON m.x > 0", "middle m NOT INDEXED ON m.x > 0"] {
            let sql =
                "SELECT count(*), sum(i.v) FROM outside o CROSS JOIN \(loop) "
                + "CROSS JOIN inside i ON i.k = o.k"
            #expect(try warmed(sql, connection) == [])
            let plain = sql.replacing("= o.k", with: "= +o.k")
            #expect(try connection.rows(sql) == connection.rows(plain))
        }
    }

    @Test func `are not looked for from the last row to the first`() throws {
        let connection = try Self.connection()
        let sql =
            "SELECT o.id, i.v FROM outside o CROSS JOIN inside i ON i.k = o.n "
            + "ORDER BY o.id DESC LIMIT 5"
        #expect(try warmed(sql, connection) == [])
        #expect(try connection.rows(sql).count == 5)
    }
}
