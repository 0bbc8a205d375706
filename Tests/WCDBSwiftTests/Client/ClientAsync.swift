import Foundation
import Testing
import WCDBSwift

// What tasks do with databases, as clients write it.

/// A value that goes from task to task.
nonisolated struct ClientEntry: TableCodable, Sendable, Equatable {
    var id = 0
    var text = ""

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientEntry
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, text
    }
}

/// Steps are listed once, for the whole program.
nonisolated enum ClientSteps {
    static let all: [SchemaStep] = [
        SchemaStep(1, "entries") { try $0.create(table: "entries", of: ClientEntry.self) },
        SchemaStep(2, "the first") {
            try $0.insert(ClientEntry(id: 1, text: "first"), intoTable: "entries")
        },
    ]
}

@Suite(.timeLimit(.minutes(20))) struct `Client tasks` {
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("wcdb-client-\(UUID().uuidString)")

    /// Runs a program on a database of its own.
    private func withDatabase(_ program: (Database) async throws -> Void) async throws {
        let database = Database(at: directory.appendingPathComponent("test.db"))
        try database.migrate(ClientSteps.all)
        do {
            try await program(database)
        } catch {
            Issue.record(error)
        }
        database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func `write and read`() async throws {
        try await withDatabase { database in
            let entry = ClientEntry(id: 2, text: "second")
            let count = try await database.write { handle in
                try handle.insert(entry, intoTable: "entries")
                return handle.changes
            }
            #expect(count == 1)
            let entries = try await database.read { handle -> [ClientEntry] in
                try handle.getObjects(
                    fromTable: "entries", orderBy: [ClientEntry.Properties.id.order(.ascending)])
            }
            #expect(entries == [ClientEntry(id: 1, text: "first"), entry])
        }
    }

    @Test func `loop over rows, changes and results`() async throws {
        try await withDatabase { database in
            var texts: [String] = []
            for try await row in database.rows(sql: "SELECT text FROM entries") {
                texts.append(row[0].stringValue)
            }
            #expect(texts == ["first"])
            var counts: [Int] = []
            let changes = database.changes()
            for try await rows in database.observe(sql: "SELECT id FROM entries") {
                counts.append(rows.count)
                if counts.count == 2 { break }
                try await database.write { try $0.exec(sql: "INSERT INTO entries VALUES(9, 'x')") }
            }
            #expect(counts == [1, 2])
            for await change in changes {
                #expect(change.tables == ["entries"])
                break
            }
        }
    }

    @Test func `cancel`() async throws {
        try await withDatabase { database in
            let task = Task {
                try await database.write { handle in
                    while true { try handle.exec(sql: "SELECT count(*) FROM entries") }
                }
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }
}
