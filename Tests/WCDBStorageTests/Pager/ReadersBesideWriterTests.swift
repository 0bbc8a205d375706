import Foundation
import StorageSimulation
import Synchronization
import Testing

@testable import WCDBStorage

/// Real threads on real files: each row of a commit carries the same stamp, so a reader that sees
/// two stamps has seen half a commit.
@Suite struct `Readers beside a writer` {
    private func payload(_ stamp: UInt64) -> [UInt8] {
        (0..<120).map { UInt8(truncatingIfNeeded: stamp >> UInt64($0 % 8 * 8)) }
    }

    private func stamp(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        bytes.prefix(8).enumerated().reduce(0) { $0 | UInt64($1.element) << UInt64($1.offset * 8) }
    }

    @Test(arguments: [64 << 10, 32 << 20])
    func `see whole commits, checkpoints and all`(cacheBudget: Int) throws {
        var options = StoreOptions()
        options.cacheBudget = cacheBudget
        options.checkpointBytes = 256 << 10
        // The writer changes pages where the cache has them whenever no reader is about.
        options.takeOverThreshold = 4
        let place = try ScratchDirectory()
        let store = try Store.open(
            place.path("a"), options: options, fileSystem: SystemFileSystem.shared)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        for rowid in 0..<400 {
            _ = try payload(0).withUnsafeBytes {
                try write.rowidTree(id).insert(Int64(rowid), $0)
            }
        }
        try write.commit()
        let shared = Shared()
        let readers = (0..<4).map { _ in
            BackgroundThread(name: "reader") {
                while !shared.isDone.load(ordering: .acquiring) {
                    do {
                        try readStamps(store, id)
                        shared.reads.add(1, ordering: .relaxed)
                    } catch {
                        shared.problems.withLock { $0.append("\(error)") }
                        return
                    }
                }
            }
        }
        var number: UInt64 = 0
        while number < 300 || shared.reads.load(ordering: .relaxed) < 200 {
            guard shared.problems.withLock({ $0.isEmpty }) else { break }
            try writeStamps(store, id, from: number + 1, commits: 20)
            number += 20
        }
        shared.isDone.store(true, ordering: .releasing)
        for reader in readers { reader.join() }
        #expect(shared.problems.withLock { $0 } == [])
        try store.close()
        let log = StoreFiles.log(place.path("a"))
        #expect(!FileManager.default.fileExists(atPath: log))
    }

    private final class Shared: Sendable {
        let isDone = Atomic<Bool>(false)
        let reads = Atomic<Int>(0)
        let problems = Mutex<[String]>([])
    }

    private func writeStamps(
        _ store: Store, _ id: TreeID, from first: UInt64, commits: UInt64
    ) throws {
        var random = SeededRandom(seed: first)
        let write = try store.makeTransaction()
        for number in first..<first + commits {
            try write.beginWrite(until: nil)
            let tree = try write.rowidTree(id)
            let bytes = payload(number)
            // Row 0 and one other always agree.
            for rowid in [0, 1 + Int64(random.below(399)), 399] {
                _ = try bytes.withUnsafeBytes { try tree.replace(rowid, $0) }
            }
            try write.commit()
        }
    }

    private func readStamps(_ store: Store, _ id: TreeID) throws {
        let read = try store.beginRead()
        defer { read.end() }
        let cursor = try read.rowidTree(id).makeCursor()
        guard try cursor.seek(0) else { throw Contradiction("row 0 is gone") }
        let first = stamp(try cursor.payload())
        var highest: UInt64 = 0
        var count = 0
        var isThere = try cursor.first()
        while isThere {
            highest = max(highest, stamp(try cursor.payload()))
            count += 1
            isThere = try cursor.next()
        }
        guard try cursor.seek(399), stamp(try cursor.payload()) == first, highest == first,
            count == 400
        else { throw Contradiction("half a commit: \(first), \(highest), \(count) rows") }
    }

    @Test func `never stop the log from being reset`() throws {
        var options = TestDatabase.options
        options.checkpointBytes = 64 << 10
        options.logLimit = 128 << 10
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk, options: options)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        _ = try payload(7).withUnsafeBytes { try write.rowidTree(id).insert(1, $0) }
        try write.commit()
        let old = try store.beginRead()
        for number in 1...3_000 {
            try write.beginWrite(until: nil)
            _ = try payload(UInt64(number)).withUnsafeBytes {
                try write.rowidTree(id).replace(1, $0)
            }
            try write.commit()
        }
        let length = disk.image.files["/db/long-wal"]?.count ?? 0
        #expect(length < 512 << 10)
        let cursor = try old.rowidTree(id).makeCursor()
        #expect(try cursor.seek(1))
        #expect(try Array(cursor.payload()) == payload(7))
        old.end()
        try store.close()
    }

    @Test func `cost one write and no lock call per small commit`() throws {
        let disk = SimulatedFileSystem()
        let store = try TestDatabase.store(on: disk)
        let write = try store.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        _ = try payload(7).withUnsafeBytes { try write.rowidTree(id).insert(1, $0) }
        try write.commit()
        let writes = disk.count(of: .write)
        let locks = disk.count(of: .lock)
        for number in 2...501 {
            try write.beginWrite(until: nil)
            _ = try payload(7).withUnsafeBytes {
                try write.rowidTree(id).insert(Int64(number), $0)
            }
            try write.commit()
        }
        #expect(disk.count(of: .write) - writes == 500)
        #expect(disk.count(of: .lock) == locks)
        try store.close()
    }
}
