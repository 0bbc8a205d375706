import Testing

@testable import WCDBStorage

/// What traces tell of a statement: pages that it read and changed, by what they are for.
@Suite struct `Pages are counted` {
    private static let longCount = 10_000

    /// Two thousand rows, as many keys, and a row and a key with a chain.
    private func open() throws -> Store {
        let store = try TestDatabase.store()
        try TestDatabase.insert(0..<2000, into: store)
        let write = try store.beginWrite()
        try TestDatabase.makeIndex(in: write)
        let keys = try write.keyTree(TestDatabase.index)
        for number in 0..<2000 { #expect(try insert(key(number), into: keys)) }
        let long = TestDatabase.payload(9, count: Self.longCount)
        let isNew = try long.withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).insert(5000, $0)
        }
        #expect(isNew)
        try write.commit()
        return store
    }

    private func key(_ number: Int) -> [UInt8] {
        (0..<100).map { $0 < 4 ? UInt8(truncatingIfNeeded: number >> ((3 - $0) * 8)) : 7 }
    }

    private func insert(_ key: [UInt8], into tree: KeyTree) throws -> Bool {
        try key.withUnsafeBytes {
            try tree.insert($0, UnsafeRawBufferPointer(rebasing: $0[..<0]))
        }
    }

    private func replace(_ rowid: Int64, by byte: Int, in write: Transaction) throws {
        let isThere = try TestDatabase.payload(byte).withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).replace(rowid, $0)
        }
        #expect(isThere)
    }

    @Test func `when they are read`() throws {
        let store = try open()
        store.purge()
        let read = try store.beginRead()
        defer { read.end() }
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        let keyed = try read.keyTree(TestDatabase.index).makeCursor()
        let start = read.beginCounting()
        #expect(try cursor.seek(700))
        let first = read.pageCounts - start
        #expect(first.tables.read == 2 && first.tables.loaded == 2, "a root and a leaf")
        #expect(first.indexes == PageCount() && first.overflow == PageCount())
        #expect(try cursor.seek(1))
        #expect(try cursor.seek(700))
        let second = read.pageCounts - start
        #expect(second.tables.read == 6)
        #expect(second.tables.loaded < 6, "what is in memory is not loaded again")
        let isThere = try key(3).withUnsafeBytes { try keyed.seek($0) }
        #expect(isThere)
        let third = read.pageCounts - start
        #expect(third.tables == second.tables)
        #expect(third.indexes.read == 2)
        #expect(third.overflow == PageCount())
    }

    @Test func `when a long value is read`() throws {
        let store = try open()
        let read = try store.beginRead()
        defer { read.end() }
        let cursor = try read.rowidTree(TestDatabase.table).makeCursor()
        #expect(try cursor.seek(5000))
        let start = read.beginCounting()
        #expect(try cursor.payload().count == Self.longCount)
        let counts = read.pageCounts - start
        #expect(counts.overflow.read >= Self.longCount / 4096)
        #expect(counts.overflow.read <= Self.longCount / 4000 + 1)
        #expect(counts.tables == PageCount())
    }

    @Test func `when they are changed, each once a stretch`() throws {
        let store = try open()
        let write = try store.beginWrite()
        defer { write.rollback() }
        var start = write.beginCounting()
        try replace(700, by: 1, in: write)
        try replace(701, by: 2, in: write)
        #expect((write.pageCounts - start).tables.changed == 1, "both rows lie in one leaf")
        start = write.beginCounting()
        try replace(700, by: 3, in: write)
        try replace(1, by: 3, in: write)
        let counts = write.pageCounts - start
        #expect(counts.tables.changed == 2, "one was changed before, and counts again")
        #expect(counts.indexes.changed == 0 && counts.overflow.changed == 0)
        start = write.beginCounting()
        #expect(try insert([1], into: write.keyTree(TestDatabase.index)))
        try write.treeCounts.flush(write)
        #expect((write.pageCounts - start).indexes.changed == 1, "a leaf; the count needs no page")
    }

    @Test func `when a long value is written`() throws {
        let store = try open()
        let write = try store.beginWrite()
        defer { write.rollback() }
        let start = write.beginCounting()
        let long = TestDatabase.payload(8, count: Self.longCount)
        let isNew = try long.withUnsafeBytes {
            try write.rowidTree(TestDatabase.table).insert(6000, $0)
        }
        #expect(isNew)
        let counts = write.pageCounts - start
        #expect(counts.overflow.changed >= Self.longCount / 4096)
        #expect(counts.overflow.changed <= Self.longCount / 4000 + 1)
        #expect(counts.overflow.read == 0)
    }

    /// The number of a stretch is small: when it comes round, no page may carry it.
    @Test func `through more stretches than have numbers`() throws {
        let store = try open()
        let write = try store.beginWrite()
        defer { write.rollback() }
        try replace(700, by: 1, in: write)
        for stretch in 0..<600 {
            let start = write.beginCounting()
            if stretch % 256 > 3 { try replace(1, by: stretch, in: write) }
            try replace(700, by: stretch, in: write)
            let expected = stretch % 256 > 3 ? 2 : 1
            #expect((write.pageCounts - start).tables.changed == expected, "stretch \(stretch)")
        }
    }
}
