import Foundation
import StorageSimulation
import Testing

@testable import WCDBStorage

/// Scans of more pages than should come into the cache for them.
@Suite struct `Long scans` {
    /// With a thread that reads what they will come to, and without.
    private static let both = [true, false]
    private let disk = SimulatedFileSystem()
    private let path = TestDatabase.path
    private static let rowCount = 12_000

    /// A closed table of some 330 pages, opened with a cache for `pages` of them.
    private func open(
        cachePages: Int, threshold: Int = 16, readsInBackground: Bool = false
    ) throws -> Store {
        var options = TestDatabase.options
        let filled = try TestDatabase.store(on: disk, options: options)
        try TestDatabase.insert(0..<Self.rowCount, into: filled)
        try filled.close()
        options.cacheBudget = cachePages * (4096 + PageBlock.trailerSize)
        options.scanThreshold = threshold
        options.readsInBackground = readsInBackground
        return try TestDatabase.store(on: disk, options: options)
    }

    private func cursor(_ transaction: Transaction) throws -> RowidCursor {
        try transaction.rowidTree(TestDatabase.table).makeCursor()
    }

    /// Rows from the cursor's place to the end; each must be as it was inserted.
    private func countRest(_ cursor: RowidCursor) throws -> Int {
        var count = 1
        while try cursor.next() {
            guard
                try cursor.payload().elementsEqual(TestDatabase.payload(Int(cursor.rowid)))
            else { throw Contradiction("row \(cursor.rowid) differs") }
            count += 1
        }
        return count
    }

    private func scan(_ store: Store) throws {
        let read = try store.beginRead()
        defer { read.end() }
        let cursor = try cursor(read)
        #expect(try cursor.first())
        #expect(try countRest(cursor) == Self.rowCount)
    }

    private func pages(_ store: Store) -> Int {
        store.statistics.residentBytes / (4096 + PageBlock.trailerSize)
    }

    @Test(arguments: both)
    func `leave nothing in the cache the first time, and everything the second`(inBackground: Bool)
        throws
    {
        let store = try open(cachePages: 1000, readsInBackground: inBackground)
        try scan(store)
        #expect(pages(store) < 100)
        try scan(store)
        #expect(pages(store) > 300)
        let loaded = store.statistics.pagesLoaded
        try scan(store)
        #expect(store.statistics.pagesLoaded == loaded)
        try store.close()
    }

    /// The thread has read a stretch as it was before the snapshot, whose pages are in the log; a
    /// checkpoint moves them to the file before the scan comes there. Nobody knows of the log's
    /// versions then, and what was read says nothing of being too old.
    @Test(arguments: [Int64(1_500), 2_600, 3_700])
    func `take nothing that was read before a checkpoint`(start: Int64) throws {
        let store = try open(cachePages: 256, readsInBackground: true)
        let changed = 5_000..<9_000
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        // Backwards: where a scan has passed by before, nothing is asked for.
        for number in changed.reversed() {
            let payload = TestDatabase.payload(number + 1)
            #expect(try payload.withUnsafeBytes { try tree.replace(Int64(number), $0) })
        }
        try write.commit()
        store.purge()
        let read = try store.beginRead()
        let cursor = try cursor(read)
        #expect(try cursor.first())
        // To the last page of a stretch: of one that is looked at by halves, the other half is
        // refused, and all that was asked for with it.
        while let leaf = cursor.leaf(ifOn: cursor.rowid), cursor.rowid < Int64(changed.lowerBound),
            cursor.rowid < start || leaf.rawValue + 1 != read.coming.first?.first.rawValue
        {
            #expect(try cursor.next())
        }
        #expect(read.coming.isEmpty || cursor.rowid < Int64(changed.lowerBound))
        while !read.coming.isEmpty, !store.core.stretchReader.isAtRest { usleep(100) }
        #expect(try store.checkpoint(.full).didReset)
        // The inner page stays: to read it again would lead the scan past what was asked for.
        store.setCacheBudget(12 * (4096 + PageBlock.trailerSize))
        var wrong: [Int64] = []
        while try cursor.next() {
            let number = Int(cursor.rowid)
            let wanted = TestDatabase.payload(changed.contains(number) ? number + 1 : number)
            if try !cursor.payload().elementsEqual(wanted) { wrong.append(cursor.rowid) }
        }
        #expect(wrong.isEmpty)
        read.end()
        try store.close()
    }

    @Test func `ask for nothing behind ranges that are short`() throws {
        let store = try open(cachePages: 256, readsInBackground: true)
        let read = try store.beginRead()
        let cursor = try cursor(read)
        #expect(try cursor.first())
        while cursor.rowid < 3_000 { #expect(try cursor.next()) }
        var asked = 0
        for start in [9_000, 5_000, 11_000, 7_000] as [Int64] {
            #expect(try cursor.seek(start))
            for _ in 0..<150 { #expect(try cursor.next()) }
            asked += read.coming.count
        }
        #expect(asked == 0)
        read.end()
        try store.close()
    }

    @Test(arguments: both)
    func `of what the cache cannot hold push nothing out, however often`(inBackground: Bool) throws
    {
        let store = try open(cachePages: 160, readsInBackground: inBackground)
        for _ in 0..<4 {
            try scan(store)
            #expect(pages(store) < 100)
        }
        try store.close()
    }

    @Test func `of short tables fill the cache at once`() throws {
        let store = try open(cachePages: 4000, threshold: 512)
        try scan(store)
        #expect(pages(store) > 300)
        try store.close()
    }

    @Test(arguments: both)
    func `see their snapshot while others write and move the log`(inBackground: Bool) throws {
        let store = try open(cachePages: 1000, readsInBackground: inBackground)
        let read = try store.beginRead()
        let cursor = try cursor(read)
        #expect(try cursor.first())
        for _ in 0..<3000 { #expect(try cursor.next()) }
        // The cursor stands in a stretch that was read before this.
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        for row in 0..<Self.rowCount {
            _ = try TestDatabase.payload(row + 1).withUnsafeBytes {
                try tree.replace(Int64(row), $0)
            }
        }
        try write.commit()
        _ = try store.checkpoint(.full)
        store.purge()
        #expect(try countRest(cursor) == Self.rowCount - 3000)
        read.end()
        try store.close()
    }

    @Test(arguments: both)
    func `keep what another cursor of the transaction stands on`(inBackground: Bool) throws {
        let store = try open(cachePages: 1000, readsInBackground: inBackground)
        let read = try store.beginRead()
        let moving = try cursor(read)
        #expect(try moving.first())
        var standing: [RowidCursor] = []
        var rows = 1
        while try moving.next() {
            rows += 1
            // More of them than there may be stretches in memory.
            guard rows % 1000 == 0 else { continue }
            let other = try cursor(read)
            #expect(try other.seek(moving.rowid))
            standing.append(other)
        }
        #expect(rows == Self.rowCount)
        for cursor in standing {
            #expect(
                try cursor.payload().elementsEqual(TestDatabase.payload(Int(cursor.rowid))))
        }
        read.end()
        try store.close()
    }

    @Test(arguments: both)
    func `give a writer whole pages to change`(inBackground: Bool) throws {
        let store = try open(cachePages: 1000, readsInBackground: inBackground)
        let read = try store.beginRead()
        let cursor = try cursor(read)
        #expect(try cursor.first())
        for _ in 0..<6000 { #expect(try cursor.next()) }
        try read.upgrade(until: nil)
        let tree = try read.rowidTree(TestDatabase.table)
        for row in stride(from: Int64(5500), to: 6500, by: 1) { #expect(try tree.delete(row)) }
        try read.commit()
        store.purge()
        #expect(try TestDatabase.rows(store)?.count == Self.rowCount - 1000)
        try store.close()
    }

    @Test(arguments: both)
    func `change what they pass by, row after row`(inBackground: Bool) throws {
        let store = try open(cachePages: 1000, readsInBackground: inBackground)
        let write = try store.beginWrite()
        let tree = try write.rowidTree(TestDatabase.table)
        for row in 0..<Self.rowCount where row % 3 != 0 {
            #expect(try tree.delete(Int64(row)))
        }
        try write.commit()
        #expect(try TestDatabase.rows(store)?.count == Self.rowCount / 3)
        store.abandon()
        // Without the cache: from the file, and the deltas on what it holds.
        let again = try TestDatabase.store(on: disk)
        #expect(try TestDatabase.rows(again)?.count == Self.rowCount / 3)
        try again.close()
    }

    @Test(arguments: both)
    func `find a damaged page`(inBackground: Bool) throws {
        try open(cachePages: 1000).close()
        let file = try disk.open(path, .readWrite)
        try [UInt8(0xA5)].withUnsafeBytes {
            try FileTransfer.write(file, $0, at: 200 * 4096 + 777)
        }
        var options = TestDatabase.options
        options.scanThreshold = 16
        options.readsInBackground = inBackground
        let store = try TestDatabase.store(on: disk, options: options)
        #expect(throws: StorageError.self) { try scan(store) }
        store.abandon()
    }

    @Test func `see one state each while a thread writes and another reads ahead`() throws {
        let store = try open(cachePages: 1000, readsInBackground: true)
        let writer = BackgroundThread(name: "writer") {
            for round in 1...40 {
                do {
                    let write = try store.beginWrite()
                    let tree = try write.rowidTree(TestDatabase.table)
                    // All rows of a round are alike.
                    for row in stride(from: 0, to: Self.rowCount, by: 40) {
                        _ = try TestDatabase.payload(round).withUnsafeBytes {
                            try tree.replace(Int64(row), $0)
                        }
                    }
                    try write.commit()
                    _ = try store.checkpoint(.passive)
                } catch {
                    Issue.record(error)
                }
            }
        }
        for _ in 0..<60 {
            let read = try store.beginRead()
            let cursor = try cursor(read)
            var isThere = try cursor.first()
            var found: Set<UInt8> = []
            while isThere {
                if cursor.rowid % 40 == 0, cursor.rowid > 0 {
                    found.insert(try #require(cursor.payload().first))
                }
                isThere = try cursor.next()
            }
            read.end()
            // Before the first round each row has a payload of its own.
            #expect(found.count == 1 || found.count > 2, "\(found)")
        }
        writer.join()
        try store.close()
    }
}
