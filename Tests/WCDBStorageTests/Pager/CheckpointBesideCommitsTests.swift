import Foundation
import StorageSimulation
import Synchronization
import Testing

@testable import WCDBStorage

@Suite struct `A checkpoint beside commits` {
    private static let patience = DispatchTimeInterval.seconds(20)

    /// Holds up the first sync of the log until the test says how it ends.
    private final class HeldSync: Sendable {
        let hasBegun = DispatchSemaphore(value: 0)
        let mayEnd = DispatchSemaphore(value: 0)
        /// Nobody let it go on in time.
        let wasForgotten = Atomic<Bool>(false)
        private let count = Atomic<Int>(0)

        init(in fileSystem: TroubledFileSystem, error: StorageError? = nil) {
            fileSystem.onSync { [self] path in
                guard path == TestDatabase.log,
                    count.wrappingAdd(1, ordering: .relaxed).oldValue == 0
                else { return nil }
                hasBegun.signal()
                if mayEnd.wait(timeout: .now() + patience) == .timedOut {
                    wasForgotten.store(true, ordering: .relaxed)
                }
                return error
            }
        }
    }

    /// A sync can take as long as the disk likes: every commit waited for it, each checkpoint.
    @Test func `does not hold them up while it syncs the log`() throws {
        let fileSystem = TroubledFileSystem()
        let store = try TestDatabase.store(on: fileSystem)
        try TestDatabase.insert(0..<10, into: store, level: .normal)
        let sync = HeldSync(in: fileSystem)
        let isOver = DispatchSemaphore(value: 0)
        Thread { [store] in
            _ = try? store.checkpoint(.passive)
            isOver.signal()
        }.start()
        sync.hasBegun.wait()
        try TestDatabase.insert(10..<20, into: store, level: .normal)
        let hadToWait = sync.wasForgotten.load(ordering: .relaxed)
        #expect(!hadToWait)
        sync.mayEnd.signal()
        isOver.wait()
        #expect(try TestDatabase.rows(store) == Array(0..<20))
        try store.close()
        let again = try TestDatabase.store(on: fileSystem)
        #expect(try TestDatabase.rows(again) == Array(0..<20))
        try again.close()
    }

    /// The system tells one caller only that a sync has failed. A commit that is to be durable
    /// came to an end beside a checkpoint whose sync had lost its bytes.
    @Test func `whose sync fails takes the word of nobody else's`() throws {
        let fileSystem = TroubledFileSystem()
        let store = try TestDatabase.store(on: fileSystem)
        try TestDatabase.insert(0..<10, into: store, level: .normal)
        let failure = StorageError.io(
            IOFailure(.sync, path: TestDatabase.log, errno: EIO))
        let sync = HeldSync(in: fileSystem, error: failure)
        let (isOver, isCommitted) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let outcomes = Mutex<(checkpoint: StorageError?, commit: StorageError?)>((nil, nil))
        Thread { [store] in
            do {
                _ = try store.checkpoint(.passive)
            } catch {
                outcomes.withLock { $0.checkpoint = error as? StorageError }
            }
            isOver.signal()
        }.start()
        sync.hasBegun.wait()
        Thread { [store] in
            do {
                try TestDatabase.insert(10..<20, into: store, level: .full)
            } catch {
                outcomes.withLock { $0.commit = error as? StorageError }
            }
            isCommitted.signal()
        }.start()
        // It waits for the sync that is under way; or it has ended, which would be wrong.
        #expect(isCommitted.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
        sync.mayEnd.signal()
        isOver.wait()
        isCommitted.wait()
        #expect(outcomes.withLock { $0.checkpoint } == failure)
        let commit = outcomes.withLock { $0.commit }
        guard case .outcomeUnknown = commit else {
            Issue.record("a commit that may be lost ended with \(String(describing: commit))")
            return
        }
        store.abandon()
    }

    /// Nobody waits for it: the log once grew without a word.
    @Test func `in the background tells when it fails`() throws {
        let failures = Mutex<[StorageError]>([])
        var options = TestDatabase.options
        options.checkpointBytes = 1 << 10
        options.onCheckpointFailure = { path, failure in
            #expect(path == TestDatabase.path)
            failures.withLock { $0.append(failure) }
        }
        let fileSystem = TroubledFileSystem()
        let store = try TestDatabase.store(on: fileSystem, options: options)
        try TestDatabase.insert(0..<50, into: store, level: .normal)
        let failure = StorageError.io(IOFailure(.sync, path: TestDatabase.log, errno: EIO))
        fileSystem.onSync { _ in failure }
        store.core.checkpointInBackground()
        #expect(failures.withLock { $0 } == [failure])
        #expect(try TestDatabase.rows(store) == Array(0..<50))
        store.abandon()
    }

    /// The worker asked again and again, and took a processor, until the store was resumed.
    @Test func `is not due while the store is suspended`() throws {
        var options = TestDatabase.options
        options.checkpointBytes = 1 << 10
        let store = try TestDatabase.store(options: options)
        try TestDatabase.insert(0..<50, into: store)
        #expect(store.core.isCheckpointDue)
        try store.suspend()
        #expect(!store.core.isCheckpointDue)
        store.core.checkpointInBackground()
        try store.resume()
        #expect(store.core.isCheckpointDue)
        store.core.checkpointInBackground()
        #expect(!store.core.isCheckpointDue)
        #expect(store.statistics.checkpoints == 1)
        try store.close()
    }

    @Test(arguments: [Int64.max, 0, -1])
    func `is told when it is due in any number`(length: Int64) throws {
        var options = TestDatabase.options
        options.checkpointBytes = length
        let store = try TestDatabase.store(options: options)
        try TestDatabase.insert(0..<50, into: store)
        #expect(store.core.isCheckpointDue == (length < Int64.max))
        _ = try store.checkpoint(.passive)
        #expect(!store.core.isCheckpointDue)
        try store.close()
    }

    /// Once each such checkpoint was followed by one during which all commits waited.
    @Test func `leaves the log as it is until it is very long`() throws {
        var options = TestDatabase.options
        options.checkpointBytes = 32 << 10
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        var (next, longest) = (0, 0)
        func commit() throws {
            try TestDatabase.insert(next..<next + 1, into: store, level: .normal)
            next += 1
        }
        while store.statistics.checkpoints < 12 {
            try commit()
            let checkpoint = store.makeCheckpoint(.passive)
            var isFirst = true
            while try checkpoint.advance() {
                // Behind its target come more pages than may wait without need.
                if isFirst { for _ in 0..<80 { try commit() } }
                isFirst = false
            }
            longest = max(longest, disk.image.files[TestDatabase.log]?.count ?? 0)
        }
        #expect(longest > 3 * options.checkpointBytes)
        #expect(longest < 8 * options.checkpointBytes)
        #expect(try TestDatabase.rows(store) == (0..<Int64(next)).map { $0 })
        try store.close()
    }
}
