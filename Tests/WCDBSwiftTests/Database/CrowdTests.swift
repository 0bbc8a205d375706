import Foundation
import ObjectSimulation
import Testing
import WCDBSwift

/// `wcdb-fuzz crowd` does the same for longer.
@Suite(.timeLimit(.minutes(20))) struct `Sixteen threads with one database` {
    @Test(arguments: [1, 2] as [UInt64]) func `lose nothing and see nothing halfway`(
        seed: UInt64
    ) async throws {
        let temporary = TemporaryDatabase()
        let check = CrowdCheck(path: temporary.database.path, seed: seed)
        // The crowd waits for tasks: a thread that tasks run on must not wait for the crowd.
        let outcome = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try check.run(operations: 120) })
            }
        }
        #expect(outcome.operations == 16 * 120)
        #expect(outcome.entries > 0)
        #expect(outcome.transfers > 0)
    }
}
