import StorageSimulation
import Testing

@testable import WCDBEngine

/// What is read from the keys of an index is what the table has, whichever columns are asked for,
/// and in whatever order.
@Suite struct `Columns of an index` {
    /// A column that was passed over and wanted after all was decoded over the one behind it.
    @Test func `may be read back to front`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a, b, c); CREATE INDEX i ON t(b DESC, a DESC); "
                + "INSERT INTO t VALUES(' a', 'B', 1), ('cd', 'efg', 2)")
        let rows = try connection.rows("SELECT a, b FROM t ORDER BY b")
        #expect(rows == [" a|B", "cd|efg"])
    }

    private static let values = [
        "NULL", "1", "-7", "1.5", "2.0", "9e300", "'text'", "'Text'", "'TEXT  '", "'a' || char(0)",
        "x'0001ff'", "x''", "''", "char(1) || 'b'", "'ÄÖ'", "-0.0", "4611686018427387904",
        "'long ' || hex(zeroblob(40))", "printf('%.600c', 'K')",
    ]

    @Test(arguments: 0..<24)
    func `are those of the table`(seed: UInt64) throws {
        var random = SeededRandom(seed: 0x1DE7 + seed)
        func some(_ list: [String]) -> String { list[Int(random.next() % UInt64(list.count))] }
        let types = (0..<3).map { _ in some(["", " TEXT", " REAL", " INTEGER", " BLOB"]) }
        let terms = (0..<3).map { column in
            "c\(column)" + some(["", " COLLATE NOCASE", " COLLATE RTRIM"]) + some(["", " DESC"])
        }
        let rows = (0..<60).map { _ in
            "(" + (0..<3).map { _ in some(Self.values) }.joined(separator: ", ") + ")"
        }
        let connection = try Connection.memory(
            "CREATE TABLE t(c0\(types[0]), c1\(types[1]), c2\(types[2]), rest); "
                + "CREATE INDEX i ON t(\(terms.joined(separator: ", "))); "
                + "INSERT INTO t(c0, c1, c2) VALUES \(rows.joined(separator: ", "))")
        for _ in 0..<12 {
            let count = 1 + Int(random.next() % 4)
            let results = (0..<count).map { _ in
                some(["c0", "c1", "c2", "rowid", "quote(c0)", "quote(c1)", "typeof(c2)"])
            }
            let condition = some(["1", "c1 > 0", "c0 IS NOT NULL", "c2 < 'b' OR c0 > 1", "rowid"])
            let query = { (source: String) in
                "SELECT \(results.joined(separator: ", ")) FROM t \(source) WHERE \(condition)"
            }
            let indexed = try connection.rows(query("INDEXED BY i")).sorted()
            let plain = try connection.rows(query("NOT INDEXED")).sorted()
            #expect(indexed == plain, "\(terms) \(query("")), seed \(seed)")
        }
    }
}
