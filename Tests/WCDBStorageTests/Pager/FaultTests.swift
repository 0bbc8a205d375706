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
        for name in fixture.image.files.keys {
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

    /// The first commit makes a log, and its sync fails; the file is opened again, finds an empty
    /// log, and commits. Once it took that log for one whose name is durable: without a word in the
    /// header page, power loss took the log, and a commit at FULL was gone.
    @Test func `of starting a log leave none that the next opening trusts`() throws {
        let plain = SimulatedFileSystem()
        let store = try TestDatabase.store(on: plain)
        let start = plain.callCount
        try TestDatabase.insert(0..<5, into: store)
        let kinds = plain.callKinds
        store.abandon()
        for call in start..<kinds.count where [.write, .sync, .syncDirectory].contains(kinds[call])
        {
            let disk = SimulatedFileSystem(faults: FaultPlan(.error(5), call: call + 1))
            let first = try TestDatabase.store(on: disk)
            try? TestDatabase.insert(0..<5, into: first)
            first.abandon()
            let second = try TestDatabase.store(on: disk)
            try TestDatabase.insert(5..<9, into: second)
            second.abandon()
            var images = CrashImages(trace: disk.trace)
            var random = SeededRandom(seed: 1)
            let left = images.image(before: .max, model: .nothing, random: &random)
            let third = try TestDatabase.store(on: left)
            let rows = try TestDatabase.rows(third) ?? []
            #expect(rows.filter { $0 >= 5 } == [5, 6, 7, 8], "a fault at \(kinds[call])")
            third.abandon()
        }
    }

    /// A process dies while the first commit starts the log; the next one finds a header page that
    /// names it, commits, and the power goes off. The header page had never been synced, and a torn
    /// one was not explained by a log with commits: the file was refused.
    @Test func `of a process leave nothing half durable to the next one`() throws {
        let first = SimulatedFileSystem()
        let store = try TestDatabase.store(on: first)
        let start = first.callCount
        try TestDatabase.insert(0..<5, into: store)
        let trace = first.trace
        store.abandon()
        for call in start...trace.callCount {
            let models = LossModel.possible(at: TestDatabase.options.syncLevel)
            for (number, model) in models.enumerated() {
                var images = CrashImages(trace: trace)
                let crash = images.crashProcess(before: call)
                let disk = SimulatedFileSystem(surviving: crash, seed: 2)
                let second = try TestDatabase.store(on: disk)
                try TestDatabase.insert(5..<9, into: second)
                second.abandon()
                images.follow(disk.trace)
                var random = SeededRandom(seed: UInt64(number))
                let left = images.image(before: .max, model: model, random: &random)
                let third = try TestDatabase.store(on: left)
                let rows = try TestDatabase.rows(third) ?? []
                #expect(rows.filter { $0 >= 5 } == [5, 6, 7, 8], "call \(call), \(model)")
                third.abandon()
            }
        }
    }

    /// The pages of a large commit lie in the main file only, and its sync fails. The system shows
    /// them all the same, and calls them clean: recovery took the commit for durable once, after a
    /// sync that had nothing to do.
    @Test func `of the sync of direct pages lose no more than the commit`() throws {
        let plain = SimulatedFileSystem()
        let store = try TestDatabase.store(on: plain)
        try TestDatabase.insert(0..<5, into: store)
        let start = plain.callCount
        try TestDatabase.insert(5..<20_000, into: store)
        #expect(store.statistics.directPages > 100)
        let syncs = plain.callKinds.indices.filter { $0 >= start && plain.callKinds[$0] == .sync }
        store.abandon()
        #expect(syncs.count == 2)
        for sync in syncs {
            let plan = FaultPlan(.syncKeepsCache, call: sync + 1)
            let disk = SimulatedFileSystem(faults: plan)
            let first = try TestDatabase.store(on: disk)
            try TestDatabase.insert(0..<5, into: first)
            #expect(throws: StorageError.self) {
                try TestDatabase.insert(5..<20_000, into: first)
            }
            first.abandon()
            let second = try TestDatabase.store(on: disk)
            let accepted = try TestDatabase.rows(second)?.count
            try TestDatabase.insert(30_000..<30_001, into: second)
            second.abandon()
            var images = CrashImages(trace: disk.trace)
            var random = SeededRandom(seed: 1)
            let left = images.image(before: .max, model: .nothing, random: &random)
            let third = try TestDatabase.store(on: left)
            #expect(try TestDatabase.rows(third)?.count == accepted.map { $0 + 1 })
            third.abandon()
        }
    }

    /// The kernel may have thrown the bytes away: after a failed sync nothing is written until the
    /// file is opened anew, and readers go on.
    @Test(arguments: [SimulatedFault.syncKeepsCache, .syncReverts, .syncOnce])
    func `of a sync stop all writing`(fault: SimulatedFault) throws {
        let plain = SimulatedFileSystem()
        let first = try TestDatabase.store(on: plain)
        try TestDatabase.insert(0..<10, into: first)
        let calls = plain.callCount
        first.abandon()
        // The same calls again, and those of the second commit: it writes and syncs.
        let disk = SimulatedFileSystem(faults: FaultPlan(fault, call: calls + 2))
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<10, into: store)
        let error = #expect(throws: StorageError.self) {
            try TestDatabase.insert(10..<20, into: store)
        }
        #expect(error?.isOutcomeUnknown == true)
        let before = disk.image
        let next = #expect(throws: StorageError.self) {
            try TestDatabase.insert(20..<30, into: store)
        }
        #expect(next?.isFailStopped == true)
        #expect(throws: StorageError.self) { _ = try store.checkpoint(.full) }
        #expect(throws: StorageError.self) { try store.flush() }
        #expect(try TestDatabase.rows(store)?.count == 10)
        try store.close()
        let isUnchanged = disk.image == before
        #expect(isUnchanged, "something was written after a failed sync")
        let again = SimulatedFileSystem(image: disk.image)
        let second = try TestDatabase.store(on: again)
        #expect([10, 20].contains(try TestDatabase.rows(second)?.count))
        try second.close()
    }
}
