import Foundation
import Testing
import WCDBSwift

/// A database in a directory of its own, which goes when the test is over.
final class TemporaryDatabase: Sendable {
    let directory: URL
    let database: Database

    init() {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("wcdb-\(UUID().uuidString)")
        database = Database(at: directory.appendingPathComponent("test.db"))
    }

    deinit {
        database.close()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Has another thread keep the database shut until the semaphore is signalled.
    func shut() async throws -> DispatchSemaphore {
        let isShut = Collected<Bool>()
        let isDone = DispatchSemaphore(value: 0)
        let thread = Thread { [database] in
            database.blockade()
            isShut.add(true)
            isDone.wait()
            database.unblockade()
        }
        thread.start()
        try #require(await isShut.arrives { $0 })
        return isDone
    }

    /// A table `t(a INTEGER PRIMARY KEY, b TEXT)`.
    func createTable() throws {
        try database.exec(StatementSQL("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)"))
    }

    static func insert(_ a: Int, _ b: String) -> StatementInsert {
        StatementInsert().insert(intoTable: "t").columns(Column(named: "a"), Column(named: "b"))
            .values(a, b)
    }

    static var selectAll: StatementSelect {
        StatementSelect().select(Column(named: "a"), Column(named: "b")).from("t")
            .order(by: Column(named: "a"))
    }

    /// The table, as text.
    func rows() throws -> [[String]] {
        try database.getRows(from: Self.selectAll).map { $0.map(\.stringValue) }
    }
}
