import StorageSimulation
import Testing

@testable import WCDBStorage

/// Pages that are behind the end of the database for a while.
@Suite struct `Pages that are dropped and come back` {
    private static let rowCount = 400

    private static func replace(_ rows: Range<Int>, by offset: Int, in store: Store) throws {
        let write = try store.beginWrite()
        defer { write.end() }
        let tree = try write.rowidTree(TestDatabase.table)
        for number in rows {
            let payload = TestDatabase.payload(number + offset)
            try payload.withUnsafeBytes { payload in
                if try !tree.replace(Int64(number), payload) {
                    #expect(try tree.insert(Int64(number), payload))
                }
            }
        }
        try write.commit()
    }

    private static func drop(_ rows: Range<Int>, from store: Store) throws {
        let write = try store.beginWrite()
        defer { write.end() }
        let tree = try write.rowidTree(TestDatabase.table)
        for number in rows { #expect(try tree.delete(Int64(number))) }
        let before = write.state.pageCount
        _ = try write.vacuum(pages: 100)
        #expect(write.state.pageCount < before)
        try write.commit()
    }

    private static func expect(_ offset: (Int) -> Int, in read: Transaction) throws {
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        for number in 0..<rowCount {
            #expect(try cursor.seek(Int64(number)))
            let wanted = TestDatabase.payload(number + offset(number))
            let isRight = try cursor.payload().elementsEqual(wanted)
            #expect(isRight, "row \(number)")
        }
    }

    /// Two readers see a page in two versions, the older one in the main file only. The page is
    /// dropped, and a reset keeps the newer version in memory; it comes back, and a checkpoint
    /// overwrites the main file's. Once that took the kept version for the oldest there was.
    @Test func `keep both versions that readers see`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let store = try TestDatabase.store(on: disk)
        try TestDatabase.insert(0..<Self.rowCount, into: store)
        _ = try store.checkpoint(.restart)
        let old = try store.beginRead()
        try Self.replace(200..<Self.rowCount, by: 1, in: store)
        let new = try store.beginRead()
        store.purge()
        try Self.drop(200..<Self.rowCount, from: store)
        _ = try store.checkpoint(.restart)
        try Self.replace(200..<Self.rowCount, by: 2, in: store)
        store.purge()
        _ = try store.checkpoint(.restart)
        store.purge()
        try Self.expect({ _ in 0 }, in: old)
        try Self.expect({ $0 < 200 ? 0 : 1 }, in: new)
        old.end()
        new.end()
        let newest = try store.beginRead()
        try Self.expect({ $0 < 200 ? 0 : 2 }, in: newest)
        newest.end()
        try store.close()
    }

    /// The checkpoint has its target; then a commit comes, which keeps the log from beginning anew.
    private static func growAndGiveBack(during steps: CheckpointSteps, _ store: Store) throws {
        _ = try steps.advance()
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        _ = try TestDatabase.payload(7, count: 4000 * 30).withUnsafeBytes {
            try tree.insert(5000, $0)
        }
        #expect(try tree.delete(Int64(5000)))
        try write.commit()
        while try steps.advance() {}
    }

    /// A page was changed and dropped, and a checkpoint did not copy it, for the database was
    /// shorter then. The database grew over it by pages that were given back at once; the next
    /// checkpoint took it for copied, and the reader saw what the file had from before.
    @Test(arguments: [false, true])
    func `are what a reader saw though a checkpoint passed them by`(isPurged: Bool) throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        var options = TestDatabase.options
        options.directThreshold = .max
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<Self.rowCount, into: store)
        _ = try store.checkpoint(.restart)
        try Self.replace(200..<Self.rowCount, by: 1, in: store)
        let reader = try store.beginRead()
        try Self.drop(100..<Self.rowCount, from: store)
        try Self.growAndGiveBack(during: store.makeCheckpoint(.passive), store)
        if isPurged { store.purge() }
        #expect(try store.checkpoint(.full).didReset)
        store.purge()
        try Self.expect({ $0 < 200 ? 0 : 1 }, in: reader)
        reader.end()
        try store.close()
    }

    /// What was appended since the first of them was written again by each.
    @Test func `do not make checkpoints beside a busy writer longer and longer`() throws {
        let disk = SimulatedFileSystem()
        var options = TestDatabase.options
        options.directThreshold = .max
        let store = try TestDatabase.store(on: disk, options: options)
        func written() -> Int {
            disk.trace.operations.reduce(0) { sum, entry in
                if case .write(_, _, let bytes) = entry.operation { sum + bytes.count } else { sum }
            }
        }
        var sums: [Int] = []
        for round in 0..<8 {
            try TestDatabase.insert(round * 1000..<round * 1000 + 500, into: store)
            let steps = store.makeCheckpoint(.passive)
            _ = try steps.advance()
            try TestDatabase.insert(round * 1000 + 500..<round * 1000 + 1000, into: store)
            while try steps.advance() {}
            sums.append(written())
        }
        let counts = zip(sums.dropFirst(), sums).map { $0 - $1 }
        #expect(counts.count == 7)
        #expect((counts.max() ?? 0) < 2 * (counts.min() ?? 0), "\(counts)")
        try store.close()
    }

    /// Dropped pages had versions in the file and older ones parked. A writer was at work when the
    /// log began anew, so the file kept its length; their versions stayed known until that writer
    /// wrote other pages over them. Every checkpoint then said that the file was damaged, as long
    /// as the reader stayed.
    @Test func `are not known any more once the log begins anew`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        var options = TestDatabase.options
        options.directThreshold = 8
        let rows = Self.rowCount * 10
        let store = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<rows, into: store)
        _ = try store.checkpoint(.restart)
        let old = try store.beginRead()
        try Self.replace(0..<rows, by: 1, in: store)
        _ = try store.checkpoint(.full)
        try Self.drop(rows / 2..<rows, from: store)
        store.purge()
        old.end()
        try Self.replace(0..<1, by: 1, in: store)
        let reader = try store.beginRead()
        let writer = try store.beginWrite()
        #expect(try store.checkpoint(.full).didReset)
        writer.rollback()
        let grown = try store.beginWrite()
        let tree = try grown.rowidTree(TestDatabase.table)
        for number in rows / 2..<rows {
            let payload = TestDatabase.payload(number)
            #expect(try payload.withUnsafeBytes { try tree.insert(Int64(number), $0) })
        }
        grown.rollback()
        #expect(store.statistics.directPages > 0)
        try Self.replace(rows / 2..<rows / 2 + 100, by: 2, in: store)
        _ = try store.checkpoint(.full)
        reader.end()
        try store.close()
    }
}
