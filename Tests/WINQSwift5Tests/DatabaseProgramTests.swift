import Foundation
import Testing
import WCDBSwift

/// Runs the programs of Swift 5 clients.
@Suite struct `Database programs in Swift 5` {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("wcdb-\(UUID().uuidString)")

    /// Makes a database with three rows, and removes it afterwards.
    private func run(_ body: (Database) throws -> Void) throws {
        let database = Database(at: directory.appendingPathComponent("client.db").path)
        defer {
            database.close()
            try? FileManager.default.removeItem(at: directory)
        }
        try DatabasePrograms.fill(database)
        try body(database)
    }

    @Test func `opening and closing`() throws {
        try run { database in
            let answers = try DatabasePrograms.openAndClose(database)
            #expect(answers == [true, true, false, true, true, false, false])
        }
    }

    @Test func `configurations and traces`() throws {
        try run { database in
            let lines = Lines()
            DatabasePrograms.configure(database)
            DatabasePrograms.trace(database) { lines.all.append($0) }
            let numbers = try DatabasePrograms.select(database)
            #expect(numbers == [3, 3, 1, 1])
            #expect(throws: WCDBError.self) { try database.exec(StatementSelect()) }
            DatabasePrograms.endTraces(database)
            let select = "SELECT a FROM t ORDER BY a DESC"
            #expect(lines.all.filter { $0 == select }.count == 4)
            #expect(lines.all.filter { $0 == "true" }.count >= 4)
            #expect(lines.all.last == "ERROR Error")
        }
    }

    private final class Lines { var all: [String] = [] }

    @Test func `statements`() throws {
        try run { database in
            let lines = try DatabasePrograms.step(database)
            #expect(lines == ["2 two", "3 three", "three", "1 true 3"])
            let numbers = try DatabasePrograms.select(try database.getHandle())
            #expect(numbers == [3, 3, 1, 1])
        }
    }

    @Test func `transactions and errors`() throws {
        try run { database in
            let count = try DatabasePrograms.transact(database)
            #expect(count == 3)
            #expect(DatabasePrograms.fail(database) == "19 UNIQUE constraint failed: t.a")
        }
    }
}
