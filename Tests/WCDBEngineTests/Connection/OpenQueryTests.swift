import Testing
import WCDBStorage

@testable import WCDBEngine

/// A query whose rows are asked for one by one, while its connection does other things.
@Suite struct `A query that is open` {
    private static let schema = """
        CREATE TABLE o(id INTEGER PRIMARY KEY, x); CREATE TABLE i(o, y);
        INSERT INTO o VALUES(1, 'one'), (2, 'two'), (3, 'three');
        INSERT INTO i SELECT id, y.column1 FROM o, (VALUES('p'), ('q')) AS y
        """
    private static let query = "SELECT o.id, o.x, i.y FROM o JOIN i ON i.o = o.id ORDER BY o.id"
    private static let all = [
        "1|one|p", "1|one|q", "2|two|p", "2|two|q", "3|three|p", "3|three|q",
    ]

    private func line(_ statement: PreparedSQL) -> String {
        var scratch = ByteBuffer(capacity: 32)
        return (0..<statement.columnCount).map {
            String(decoding: statement.column($0).textView(scratch: &scratch).buffer, as: UTF8.self)
        }.joined(separator: "|")
    }

    /// Steps to a row, does something else, and goes on.
    private func rows(
        after other: String, at position: Int, _ connection: Connection
    ) throws -> [String] {
        let statement = try #require(try connection.prepare(Self.query))
        var rows: [String] = []
        while try statement.step() {
            if rows.count == position {
                try connection.execute(other)
                #expect(connection.activeReaders == 0)
            }
            rows.append(line(statement))
        }
        statement.reset()
        return rows
    }

    @Test(
        arguments: [
            "UPDATE o SET x = 'changed'", "DELETE FROM i", "DROP TABLE i",
            "INSERT INTO o VALUES(9, 9)",
            "ALTER TABLE o DROP COLUMN x", "BEGIN; UPDATE o SET id = id + 10; ROLLBACK",
            "BEGIN; UPDATE o SET id = id + 10; COMMIT",
        ], 0...5)
    func `shows what was there, whatever happens meanwhile`(other: String, at: Int) throws {
        let connection = try Connection.memory(Self.schema)
        #expect(try rows(after: other, at: at, connection) == Self.all)
    }

    @Test(arguments: ["COMMIT", "ROLLBACK", "SAVEPOINT s; DELETE FROM i; ROLLBACK TO s"])
    func `outlives the transaction in which it began`(end: String) throws {
        let connection = try Connection.memory(Self.schema)
        try connection.execute("BEGIN; INSERT INTO o VALUES(4, 'four')")
        let statement = try #require(try connection.prepare("SELECT id FROM o ORDER BY id"))
        #expect(try statement.step())
        try connection.execute(end)
        var rows = [line(statement)]
        while try statement.step() { rows.append(line(statement)) }
        #expect(rows == ["1", "2", "3", "4"])
        statement.reset()
    }

    /// It had waited for the query's end, whose own commit nobody looked at.
    @Test func `does not keep a change from being committed`() throws {
        let disk = MemoryFileSystem()
        let connection = try Connection(path: "open.db", fileSystem: disk)
        try connection.execute(Self.schema)
        let statement = try #require(try connection.prepare("SELECT id FROM o"))
        #expect(try statement.step())
        try connection.execute("INSERT INTO o VALUES(7, 'seven')")
        let other = try Connection(path: "open.db", fileSystem: disk)
        #expect(try other.rows("SELECT x FROM o WHERE id = 7") == ["seven"])
        try other.execute("INSERT INTO o VALUES(8, 'eight')")
        #expect(connection.refusal("BEGIN; INSERT OR ROLLBACK INTO o VALUES(7, 'no')") != nil)
        statement.reset()
        #expect(try other.rows("SELECT count(*) FROM o") == ["5"])
        try other.close()
        try connection.close()
    }

    @Test func `says at its place what went wrong`() throws {
        let connection = try Connection.memory("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)")
        let statement = try #require(
            try connection.prepare("SELECT abs(CASE a WHEN 2 THEN -9223372036854775808 END) FROM t")
        )
        #expect(try statement.step())
        try connection.execute("INSERT INTO t VALUES(3)")
        #expect(throws: EngineError.self) { _ = try statement.step() }
        statement.reset()
        #expect(try statement.step())
        statement.reset()
    }
}
