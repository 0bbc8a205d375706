import Testing
import WCDBStorage

@testable import WCDBEngine

/// A statement that waits to be used again kept what its last row took: as much as the largest
/// value, several times, for each of hundreds of statements.
@Suite struct `Statements at rest` {
    private static func connection() throws -> Connection {
        try Connection.memory("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b)")
    }

    private static func bytes(of machine: Machine) -> Int {
        let registers = [machine.registers.byteCount, machine.parameters.byteCount]
        return registers.reduce(0, +) + machine.writer.capacity + machine.scratch.capacity
            + machine.context.output.capacity + machine.context.scratch.capacity
    }

    @Test(arguments: [
        "INSERT INTO t(a, b) VALUES (zeroblob(2000000), 1)",
        "UPDATE t SET b = b || 'x'",
        "SELECT a || b, upper(hex(a)) FROM t",
        "SELECT max(a), group_concat(b) FROM t",
        "SELECT replace(b, 'x', 'yy'), a FROM t ORDER BY a",
    ])
    func `keep nothing large`(sql: String) throws {
        let connection = try Self.connection()
        try connection.execute("INSERT INTO t VALUES (1, zeroblob(1000000), hex(zeroblob(300000)))")
        let statement = try #require(try connection.prepare(sql))
        for _ in 0..<2 {
            _ = try statement.step()
            let machine = try #require(statement.machine)
            while try statement.step() {}
            statement.reset()
            #expect(Self.bytes(of: machine) <= 8 * LargeMemory.mostKept)
        }
        #expect(try connection.rows("SELECT length(a), typeof(b) FROM t WHERE id = 1").count == 1)
    }
}
