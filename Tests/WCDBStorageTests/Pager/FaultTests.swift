import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Faults and damage` {
    @Test(arguments: 1...UInt64(1 + TestScale.factor))
    func `at any call lose nothing that was acknowledged`(seed: UInt64) throws {
        let check = FaultCheck(
            options: CrashCheck.smallOptions(seed: seed), seed: seed, steps: 8)
        #expect(try check.run() > 50)
    }

    @Test(arguments: [false, true])
    func `of single bits are detected or harmless`(hasLog: Bool) throws {
        let fixture = try TreeFixture(seed: 1, pageCount: 24, pageSize: 512, hasLog: hasLog)
        for name in fixture.image.files.keys where name.hasSuffix("-wal") == hasLog {
            guard let bytes = fixture.image.files[name] else { continue }
            for bit in stride(from: 3, to: bytes.count * 8, by: 211) {
                var image = fixture.image
                image.files[name]?[bit >> 3] ^= 1 << UInt8(bit & 7)
                if case .wrong(let what) = fixture.examine(image) {
                    Issue.record("bit \(bit) of \(name): \(what)")
                }
            }
        }
    }

    /// The kernel may have thrown the bytes away: after a failed sync nothing is written until the
    /// file is opened anew, and readers go on.
    @Test(arguments: [SimulatedFault.syncKeepsCache, .syncReverts, .syncOnce])
    func `of a sync stop all writing`(fault: SimulatedFault) throws {
        let path = TestDatabase.path
        let plain = SimulatedFileSystem()
        let first = try Store.open(path, options: TestDatabase.options, fileSystem: plain)
        try TestDatabase.insert(0..<10, into: first)
        let calls = plain.callCount
        first.abandon()
        // The same calls again; the next sync is the one of the second commit.
        let disk = SimulatedFileSystem(faults: FaultPlan(fault, call: calls + 3))
        let store = try Store.open(path, options: TestDatabase.options, fileSystem: disk)
        try TestDatabase.insert(0..<10, into: store)
        let error = #expect(throws: StorageError.self) {
            try TestDatabase.insert(10..<20, into: store)
        }
        guard case .outcomeUnknown = error else { return #expect(Bool(false), "\(error as Any)") }
        let before = disk.image
        guard
            case .failStopped = #expect(
                throws: StorageError.self,
                performing: {
                    try TestDatabase.insert(20..<30, into: store)
                })
        else { return #expect(Bool(false)) }
        #expect(throws: StorageError.self) { _ = try store.checkpoint(.full) }
        #expect(throws: StorageError.self) { try store.flush() }
        #expect(try TestDatabase.rows(store)?.count == 10)
        try store.close()
        let isUnchanged = disk.image == before
        #expect(isUnchanged, "something was written after a failed sync")
        let again = SimulatedFileSystem(image: disk.image)
        let second = try Store.open(path, options: TestDatabase.options, fileSystem: again)
        #expect([10, 20].contains(try TestDatabase.rows(second)?.count))
        try second.close()
    }
}
