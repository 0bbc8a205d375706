import Testing
import WCDBStorage

@testable import WCDBEngine

/// Tables for tests of loops that do their work themselves.
enum LoopFixture {
    /// Keys of all kinds, runs of rows that look alike, rows too long for their leaf, rows that are
    /// older than a column, keys that many rows have, and enough of them for several leaves.
    static func connection(indexes: [String] = []) throws -> Connection {
        let connection = try Connection.memory(
            """
            CREATE TABLE inside(id INTEGER PRIMARY KEY, k, n INTEGER, t TEXT, v);
            CREATE TABLE outside(id INTEGER PRIMARY KEY, k, n INTEGER, t TEXT, r REAL, b);
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 900)
                INSERT INTO inside SELECT i * 3, i * 7 % 311, i % 250, 'key ' || i % 70, i FROM s;
            WITH s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < 700)
                INSERT INTO outside SELECT i * 2, i % 400, i % 300, 'key ' || i, i / 2.0, i FROM s;
            """)
        let values = [
            "NULL", "0", "-0.0", "1", "-5", "5.5", "7.0", "1e300", "'5'", "'abc'", "'ä'",
            "X'6162'", "zeroblob(9000)", "'a' || hex(zeroblob(5000))", "4611686018427387904",
        ]
        for (place, value) in values.enumerated() {
            try connection.execute(
                """
                INSERT INTO inside(k, n, t, v) VALUES(\(value), \(value), \(value), \(value));
                UPDATE inside SET k = \(value) WHERE id % 97 = \(place);
                UPDATE outside SET k = \(value), b = \(value) WHERE id % 89 = \(place);
                UPDATE outside SET n = NULL WHERE id % 83 = \(place);
                """)
        }
        try connection.execute(
            "ALTER TABLE inside ADD COLUMN young DEFAULT 7; "
                + "ALTER TABLE outside ADD COLUMN young DEFAULT 7")
        for (number, keys) in indexes.enumerated() {
            try connection.execute("CREATE INDEX by\(number) ON outside(\(keys))")
        }
        return connection
    }

    /// The opcodes at the ends of the scans that do the work of their loops.
    static func ends(of sql: String, _ connection: Connection) throws -> Set<Opcode> {
        let statement = try #require(try connection.prepare(sql))
        let program = try #require(statement.program)
        return Set(program.instructions.map(\.opcode)).intersection([
            .tableFold, .tableFill, .tableProbe, .tableYield, .indexYield,
        ])
    }

    /// The rows of a query of three columns, between some of which rows are changed.
    static func steps(
        of sql: String, _ change: String, indexes: [String] = []
    ) throws -> [String] {
        let connection = try connection(indexes: indexes)
        try connection.execute("BEGIN")
        let statement = try #require(try connection.prepare(sql))
        var rows: [String] = []
        while try statement.step() {
            rows.append((0..<3).map { "\(Value(statement.column($0)))" }.joined(separator: "|"))
            guard rows.count % 5 == 1 else { continue }
            let id = statement.column(0).integer
            try connection.execute(change.replacing("%1", with: "\(id)"))
        }
        return rows
    }
}
