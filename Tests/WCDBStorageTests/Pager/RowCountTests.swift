import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Row counts` {
    private static let treeCount = RowCountChanges.capacity + 2
    /// As many as make a root page with leaves below it.
    private static let rowCount = 100
    private static let trees = (0..<treeCount).map { TreeID(UInt32(3 + $0)) }

    /// Trees of the same rows, which a checkpoint has copied.
    private static func prepare() throws -> (disk: SimulatedFileSystem, store: Store) {
        let disk = SimulatedFileSystem(seed: 9)
        let store = try TestDatabase.store(on: disk)
        let write = try store.beginWrite()
        for tree in trees {
            let name = "t\(tree.rawValue)"
            _ = try Catalog(write).create(
                .init(kind: .table, name: name, tableName: name, sql: nil))
            for row in 0..<rowCount { try insert(row, into: tree, write) }
        }
        try write.commit()
        _ = try store.checkpoint(.restart)
        return (disk, store)
    }

    private static func insert(_ row: Int, into tree: TreeID, _ write: Transaction) throws {
        _ = try TestDatabase.payload(row).withUnsafeBytes {
            try write.rowidTree(tree).insert(Int64(row), $0)
        }
    }

    private static func counts(_ transaction: Transaction) throws -> [Int64] {
        try trees.map { try transaction.rowidTree($0).count() }
    }

    private static func counts(_ store: Store) throws -> [Int64] {
        let read = try store.beginRead()
        defer { read.end() }
        #expect(try IntegrityCheck.run(read) == [])
        return try counts(read)
    }

    @Test func `change no page but that of the row`() throws {
        let (_, store) = try Self.prepare()
        for row in 0..<5 {
            let write = try store.beginWrite()
            try Self.insert(Self.rowCount + row, into: Self.trees[0], write)
            try write.commit()
        }
        #expect(store.core.logPages.count == 1, "the last leaf, and not the root")
        #expect(try Self.counts(store)[0] == Int64(Self.rowCount + 5))
        store.abandon()
    }

    /// The trees take turns, so that each needs a place that another has.
    @Test func `of more trees than have a place survive crashes, checkpoints and closing`() throws {
        let (disk, first) = try Self.prepare()
        var expected = [Int64](repeating: Int64(Self.rowCount), count: Self.treeCount)
        var store = first
        for round in 0..<60 {
            let index = (round * 5 + round / 7) % Self.treeCount
            let write = try store.beginWrite()
            if round % 3 == 2 {
                let tree = try write.rowidTree(Self.trees[index])
                #expect(try tree.delete(Int64(round)))
                expected[index] -= 1
            } else {
                try Self.insert(1000 + round, into: Self.trees[index], write)
                expected[index] += 1
            }
            #expect(try Self.counts(write) == expected, "round \(round), before the commit")
            try write.commit()
            switch round % 10 {
            case 3: _ = try store.checkpoint(.passive)
            case 6:
                store.abandon()
                store = try TestDatabase.store(on: disk)
            case 9:
                try store.close()
                store = try TestDatabase.store(on: disk)
            default: break
            }
            #expect(try Self.counts(store) == expected, "round \(round)")
        }
        store.abandon()
    }

    /// The tree whose place was wanted could not be read, so no other one could be written: each
    /// further try wanted the same place.
    @Test func `are kept though a tree that has a place is damaged`() throws {
        let (disk, first) = try Self.prepare()
        for tree in Self.trees[..<RowCountChanges.capacity] {
            let write = try first.beginWrite()
            try Self.insert(500, into: tree, write)
            try write.commit()
        }
        let read = try first.beginRead()
        let root = try #require(try Catalog(read).entry(Self.trees[0])?.root)
        read.end()
        try first.close()
        var image = disk.image
        let pageSize = TestDatabase.options.pageSize
        image.files[TestDatabase.path]?[Int(root.rawValue - 1) * pageSize + 99] ^= 1
        let store = try TestDatabase.store(on: image)
        for row in 0..<8 {
            for tree in Self.trees[4...] {
                let write = try store.beginWrite()
                try Self.insert(600 + row, into: tree, write)
                try write.commit()
            }
        }
        let second = try store.beginRead()
        for tree in Self.trees[4...] {
            #expect(try second.rowidTree(tree).count() == Int64(Self.rowCount + 8))
        }
        second.end()
        store.abandon()
    }

    /// An error while rows are counted may leave them uncounted: then nothing may be committed.
    @Test func `that cannot be written keep the transaction from committing`() throws {
        let (_, store) = try Self.prepare()
        let before = try Self.counts(store)
        let write = try store.beginWrite()
        try Self.insert(500, into: Self.trees[0], write)
        try write.openSavepoint()
        let state = write.state.counts
        let isAdded = write.state.counts.add(-1000, to: Self.trees[1])
        #expect(isAdded)
        let root = try #require(try Catalog(write).entry(Self.trees[1])?.root)
        _ = try write.modifyPage(root, tree: Self.trees[1])
        try Self.insert(501, into: Self.trees[0], write)
        try Self.insert(501, into: Self.trees[1], write)
        #expect(throws: StorageError.self) { try write.releaseSavepoint() }
        #expect(throws: StorageError.self) { try write.openSavepoint() }
        try write.rollbackToSavepoint()
        #expect(write.state.counts == state)
        try write.releaseSavepoint()
        var expected = before
        expected[0] += 1
        #expect(try Self.counts(write) == expected)
        write.state.counts.remove(Self.trees[1])
        let isAddedAgain = write.state.counts.add(-1000, to: Self.trees[1])
        #expect(isAddedAgain)
        _ = try write.modifyPage(root, tree: Self.trees[1])
        try Self.insert(501, into: Self.trees[1], write)
        #expect(throws: StorageError.self) { try write.openSavepoint() }
        #expect(throws: StorageError.self) { try write.commit() }
        #expect(try Self.counts(store) == before)
        store.abandon()
    }

    @Test func `are those of the reader's snapshot`() throws {
        let (_, store) = try Self.prepare()
        let reader = try store.beginRead()
        let before = try Self.counts(reader)
        for tree in Self.trees {
            let write = try store.beginWrite()
            try Self.insert(500, into: tree, write)
            try write.commit()
        }
        #expect(try Self.counts(reader) == before)
        #expect(try Self.counts(store) == before.map { $0 + 1 })
        reader.end()
        store.abandon()
    }

    @Test func `go back with a savepoint, and with the transaction`() throws {
        let (_, store) = try Self.prepare()
        let before = try Self.counts(store)
        let write = try store.beginWrite()
        try Self.insert(500, into: Self.trees[0], write)
        try write.openSavepoint()
        for tree in Self.trees { try Self.insert(501, into: tree, write) }
        try write.openSavepoint()
        try Self.insert(502, into: Self.trees[1], write)
        try write.releaseSavepoint()
        try write.rollbackToSavepoint()
        var expected = before
        expected[0] += 1
        #expect(try Self.counts(write) == expected)
        write.rollback()
        #expect(try Self.counts(store) == before)
        store.abandon()
    }

    @Test func `are forgotten with the rows, and with the tree`() throws {
        let (_, store) = try Self.prepare()
        var write = try store.beginWrite()
        for tree in Self.trees[..<2] { try Self.insert(500, into: tree, write) }
        try write.commit()
        write = try store.beginWrite()
        #expect(try write.clearTree(Self.trees[0]) == Int64(Self.rowCount + 1))
        try Catalog(write).drop(Self.trees[1])
        try write.commit()
        let read = try store.beginRead()
        #expect(read.state.counts == RowCountChanges())
        #expect(try read.rowidTree(Self.trees[0]).count() == 0)
        #expect(try IntegrityCheck.run(read) == [])
        read.end()
        store.abandon()
    }

    @Test func `that cannot be are damage`() throws {
        #expect(throws: StorageError.self) {
            try RowCountChanges.sum(3, -4, 0, of: Self.trees[0])
        }
        #expect(throws: StorageError.self) {
            try RowCountChanges.sum(.max, 1, 0, of: Self.trees[0])
        }
        #expect(try RowCountChanges.sum(3, -4, 2, of: Self.trees[0]) == 1)
    }

    @Test func `have a place each, and say so in the same bytes`() throws {
        var changes = RowCountChanges()
        let isAdded = (3..<7).map { changes.add(Int64($0), to: TreeID(UInt32($0))) }
        let hasRoom = changes.add(1, to: TreeID(9))
        let isMore = changes.add(.max, to: TreeID(3))
        #expect(!isAdded.contains(false) && !hasRoom)
        #expect(!isMore, "more than can be counted")
        changes.remove(TreeID(4))
        let hasRoomNow = changes.add(-8, to: TreeID(9))
        #expect(hasRoomNow)
        #expect(changes[TreeID(9)] == -8 && changes[TreeID(4)] == 0 && changes[TreeID(3)] == 3)
        changes.remove(TreeID(3))
        var bytes = [UInt8](repeating: 0, count: 48)
        let again = bytes.withUnsafeMutableBytes { bytes -> RowCountChanges? in
            guard let base = bytes.baseAddress else { return nil }
            changes.store(trees: base, rows: base + 16)
            return RowCountChanges(trees: base, rows: base + 16)
        }
        #expect(again == changes)
    }
}
