import StorageSimulation
import Testing

@testable import WCDBStorage

/// A database of two tables and an index, most of whose rows were deleted again.
private struct SparseDatabase {
    let store: Store
    let disk: SimulatedFileSystem
    let table: TreeID
    let index: TreeID
    var rows: RowidTreeModel
    var keys: KeyTreeModel

    init(pageSize: Int, seed: UInt64, mostFirst: Bool = true) throws {
        var options = StoreOptions()
        options.pageSize = pageSize
        options.backgroundCheckpoints = false
        options.cacheBudget = 1 << 20
        disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        store = try Store.open("/db/sparse", options: options, fileSystem: disk)
        rows = RowidTreeModel(seed: seed, pageSize: pageSize)
        keys = KeyTreeModel(seed: seed, pageSize: pageSize)
        let write = try store.beginWrite()
        let filler = try Catalog(write).create(
            .init(kind: .table, name: "filler", tableName: "filler", sql: "first"))
        try SparseDatabase.fill(try write.rowidTree(filler), 3000)
        table = try Catalog(write).create(
            .init(kind: .table, name: "t", tableName: "t", sql: "second"))
        index = try Catalog(write).create(
            .init(kind: .index, name: "i", tableName: "t", sql: "third"))
        for _ in 0..<1200 {
            try rows.step(try write.rowidTree(table))
            try keys.step(try write.keyTree(index))
        }
        if mostFirst { try Catalog(write).drop(filler) }
        try write.commit()
        if !mostFirst {
            try write.beginWrite(until: nil)
            try Catalog(write).drop(filler)
            try write.commit()
        }
    }

    private static func fill(_ tree: RowidTree, _ count: Int) throws {
        let payload = [UInt8](repeating: 5, count: 100)
        for rowid in 0..<count {
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
    }

    mutating func verify(_ transaction: Transaction) throws {
        try rows.verify(try transaction.rowidTree(table))
        try keys.verify(try transaction.keyTree(index))
        #expect(try IntegrityCheck.run(transaction) == [])
        #expect(try Catalog(transaction).entry(named: "I")?.id == index)
    }

    var fileSize: Int64 {
        get throws { try disk.identity(of: "/db/sparse")?.size ?? 0 }
    }
}

@Suite struct `Vacuuming` {
    @Test(arguments: [512, 4096], [UInt64(1), 2])
    func `moves the last pages forward until no gap is left`(pageSize: Int, seed: UInt64) throws {
        var database = try SparseDatabase(pageSize: pageSize, seed: seed)
        let store = database.store
        let before = store.state
        #expect(before.freeCount > 50)
        var rounds = 0
        while try store.incrementalVacuum(pages: 20) > 0 { rounds += 1 }
        #expect(rounds > 1)
        #expect(store.state.freeCount == 0)
        // Map pages go with what they mapped, so a few more than the free ones may be gone.
        #expect(store.state.pageCount <= before.pageCount - before.freeCount)
        let reader = try store.beginRead()
        try database.verify(reader)
        reader.end()
        _ = try store.checkpoint(.restart)
        #expect(try database.fileSize == Int64(store.state.pageCount) * Int64(pageSize))
        // And the database grows again.
        let write = try store.beginWrite()
        for _ in 0..<300 { try database.rows.step(try write.rowidTree(database.table)) }
        try write.commit()
        _ = try store.checkpoint(.restart)
        store.purge()
        let again = try store.beginRead()
        try database.verify(again)
        again.end()
        try store.close()
    }

    @Test(arguments: [512, 4096])
    func `rebuilds everything at once`(pageSize: Int) throws {
        var database = try SparseDatabase(pageSize: pageSize, seed: 3, mostFirst: false)
        let store = database.store
        let before = store.state
        let old = try store.beginRead()
        var reported: [Int64] = []
        try store.vacuum { done, total in
            reported.append(done)
            return done <= total
        }
        #expect(reported.last == Int64(database.rows.rows.count + database.keys.rows.count))
        #expect(store.state.freeCount == 0)
        #expect(store.state.pageCount < before.pageCount * 9 / 10)
        #expect(store.state.schemaCookie != before.schemaCookie)
        // Whoever began before still sees what was there.
        try database.verify(old)
        _ = try store.checkpoint(.restart)
        store.purge()
        try database.verify(old)
        #expect(try database.fileSize > Int64(store.state.pageCount) * Int64(pageSize))
        old.end()
        let reader = try store.beginRead()
        try database.verify(reader)
        reader.end()
        let write = try store.beginWrite()
        try database.rows.step(try write.rowidTree(database.table))
        try write.commit()
        _ = try store.checkpoint(.truncate)
        #expect(try database.fileSize == Int64(store.state.pageCount) * Int64(pageSize))
        #expect(try database.disk.identity(of: "/db/sparse-vacuum") == nil)
        try store.close()
    }

    @Test func `changes nothing when it is interrupted`() throws {
        var database = try SparseDatabase(pageSize: 1024, seed: 4)
        let before = database.store.state
        #expect(throws: StorageError.interrupted) {
            try database.store.vacuum { _, _ in false }
        }
        #expect(database.store.state == before)
        #expect(try database.disk.identity(of: "/db/sparse-vacuum") == nil)
        let reader = try database.store.beginRead()
        try database.verify(reader)
        reader.end()
        try database.store.close()
    }
}
