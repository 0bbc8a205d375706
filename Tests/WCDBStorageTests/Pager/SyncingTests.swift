import Foundation
import StorageSimulation
import Synchronization
import Testing

@testable import WCDBStorage

/// What is promised at a higher level than the file was opened at.
@Suite struct `A file that was opened at OFF` {
    private func open(_ files: any FileSystem) throws -> Store {
        var options = TestDatabase.options
        options.syncLevel = .off
        return try TestDatabase.store(on: files, options: options)
    }

    /// At OFF neither the name of the log nor the header that asks for it was durable, so neither
    /// was a commit that was to be.
    @Test func `keeps a commit at FULL`() throws {
        let disk = SimulatedFileSystem()
        let first = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<10, into: first)
        try first.close()
        let store = try open(disk)
        try TestDatabase.insert(10..<20, into: store, level: .full)
        let trace = disk.trace
        store.abandon()
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: 4)
        for model in LossModel.possible(at: .full) {
            for _ in 0..<10 {
                let image = images.image(before: .max, model: model, random: &random)
                let found = try TestDatabase.store(on: image)
                #expect(try TestDatabase.rows(found)?.count == 20, "\(model)")
                found.abandon()
            }
        }
    }

    /// A checkpoint at OFF copied the commit into pages that were not durable, and ended the log
    /// that was.
    @Test(arguments: [true, false])
    func `keeps a commit at FULL in what checkpoints do later`(isFlushed: Bool) throws {
        let disk = SimulatedFileSystem()
        let store = try open(disk)
        if isFlushed {
            try TestDatabase.insert(0..<20, into: store)
            try store.flush()
        } else {
            try TestDatabase.insert(0..<20, into: store, level: .full)
        }
        let first = disk.callCount + 1
        _ = try store.checkpoint(.restart)
        try TestDatabase.insert(20..<21, into: store)
        _ = try store.checkpoint(.restart)
        let trace = disk.trace
        store.abandon()
        var images = CrashImages(trace: trace)
        var random = SeededRandom(seed: 4)
        for model in LossModel.possible(at: .full) {
            for call in first...trace.callCount {
                let image = images.image(before: call, model: model, random: &random)
                let found = try TestDatabase.store(on: image)
                let count = try TestDatabase.rows(found)?.count ?? 0
                #expect(count >= 20, "\(model), a crash before call \(call)")
                found.abandon()
            }
        }
    }

    /// A flush that waited for the checkpoint took back what a commit had promised meanwhile.
    @Test func `promises the most that several ask for at a time`() throws {
        for _ in 0..<20 {
            let store = try open(SimulatedFileSystem())
            defer { store.abandon() }
            let group = DispatchGroup()
            store.core.checkpointLock.lock()
            for level in [SyncLevel.extra, .full] {
                DispatchQueue.global().async(group: group) { store.core.promise(level) }
            }
            // Time in which both come to wait.
            Thread.sleep(forTimeInterval: 0.01)
            store.core.checkpointLock.unlock()
            group.wait()
            #expect(store.core.level == .extra)
        }
    }

    /// The commit had its place in the log, and the next one got the same: whatever was committed
    /// from then on was gone after a crash.
    @Test func `writes nothing after a directory that could not be synced`() throws {
        let files = TroubledFileSystem()
        let store = try open(files)
        try TestDatabase.insert(0..<10, into: store)
        files.onSync { path in
            guard path == TroubledFileSystem.directory else { return nil }
            return .io(IOFailure(.syncDirectory, path: path, errno: 24))
        }
        let error = #expect(throws: StorageError.self) {
            try TestDatabase.insert(10..<20, into: store)
        }
        #expect(error?.isOutcomeUnknown == true)
        files.onSync { _ in nil }
        let next = #expect(throws: StorageError.self) {
            try TestDatabase.insert(20..<30, into: store)
        }
        #expect(next?.isFailStopped == true)
        store.abandon()
        let again = try open(files)
        #expect(try TestDatabase.rows(again)?.count == 20)
        try again.close()
    }

    /// Only the file was, and then asked for a log whose name was gone.
    @Test func `has a log with a durable name once it was flushed`() throws {
        let files = TroubledFileSystem()
        let store = try open(files)
        try TestDatabase.insert(0..<10, into: store, level: .off)
        let synced = Mutex<Set<String>>([])
        files.onSync { path in
            synced.withLock { _ = $0.insert(path) }
            return nil
        }
        try store.flush()
        #expect(
            synced.withLock { $0 }
                == [TestDatabase.path, TestDatabase.log, TroubledFileSystem.directory])
        try store.close()
    }
}
