import ObjectSimulation
import Testing
import WCDBSwift

/// `wcdb-fuzz crowd` does the same for longer.
@Suite(.timeLimit(.minutes(5))) struct `Sixteen threads with one database` {
    @Test(arguments: [1, 2] as [UInt64]) func `lose nothing and see nothing halfway`(
        seed: UInt64
    ) throws {
        let temporary = TemporaryDatabase()
        let outcome = try CrowdCheck(path: temporary.database.path, seed: seed)
            .run(operations: 120)
        #expect(outcome.operations == 16 * 120)
        #expect(outcome.entries > 0)
        #expect(outcome.transfers > 0)
    }
}
