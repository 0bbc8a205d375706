import Foundation
import Testing
@testable import WCDBEngine
@testable import WCDBStorage
@testable import WCDBSwift

/// What fails where no call waits for it.
@Suite struct `A failure in the background` {
    let temporary = TemporaryDatabase()

    /// What the storage does when its checkpoint fails.
    private func fail(_ database: Database, at path: String) throws {
        let handle = try database.getHandle()
        let store = handle.connection.engine.databases[0].store
        let tell = try #require(store.core.options.onCheckpointFailure)
        tell(path, .diskFull(path: path))
    }

    @Test func `is told as a warning, on another thread`() throws {
        let database = temporary.database
        let told = Collected<String>()
        let thread = ThreadNumber.current
        database.traceError { error in
            let type = error.infos[.type]?.stringValue ?? ""
            told.add("\(error.level) \(error.code) \(type) \(ThreadNumber.current == thread)")
        }
        defer { database.traceError(nil) }
        try fail(database, at: database.path)
        #expect(told.waits { $0 == "WARNING Full Checkpoint false" })
    }

    /// Files are told apart by their paths, whoever has opened them first.
    @Test func `is told the database whose file it is`() throws {
        let other = TemporaryDatabase()
        let told = Collected<String>()
        temporary.database.traceError { _ in told.add("opener") }
        other.database.traceError { told.add($0.path ?? "") }
        defer {
            temporary.database.traceError(nil)
            other.database.traceError(nil)
        }
        try fail(temporary.database, at: other.database.path)
        #expect(told.waits { $0 == other.database.path })
        #expect(!told.all.contains("opener"))
    }
}
