import Foundation
import Testing
import WCDBStorage

@testable import WCDBSwift

/// What fails where no call waits for it.
@Suite struct `A failure in the background` {
    let temporary = TemporaryDatabase()

    @Test func `is told as a warning, on another thread`() throws {
        let database = temporary.database
        let told = Collected<String>()
        database.traceError { error in
            let type = error.infos[.type]?.stringValue ?? ""
            told.add("\(error.level) \(error.code) \(type) \(Thread.isMainThread)")
        }
        defer { database.traceError(nil) }
        database.core.noteCheckpointFailure(.diskFull(path: database.path))
        #expect(told.waits { $0 == "WARNING Full Checkpoint false" })
    }
}
