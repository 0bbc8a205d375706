import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Pages that leave memory` {
    private static let rowSize = 900

    private func rewrite(_ count: Int, _ byte: UInt8, _ tree: RowidTree) throws {
        let row = Array(repeating: byte, count: Self.rowSize)
        for rowid in 1...Int64(count) {
            let isThere = try row.withUnsafeBytes { try tree.replace(rowid, $0) }
            if !isThere { _ = try row.withUnsafeBytes { try tree.insert(rowid, $0) } }
        }
    }

    /// With a cache of 400 pages.
    private func open() throws -> Store {
        var options = TestDatabase.options
        options.pageSize = 4096
        options.cacheBudget = 400 * 4096
        return try TestDatabase.store(on: SimulatedFileSystem(), options: options)
    }

    /// How many pages a transaction spilled that changed each row of so many pages. Four rows
    /// fill a page.
    private func spilledPages(changing pages: Int) throws -> UInt64 {
        let rows = 4 * pages
        let store = try open()
        let write = try store.beginWrite()
        try TestDatabase.makeTable(in: write)
        try rewrite(rows, 1, try write.rowidTree(TestDatabase.table))
        try write.commit()
        let before = store.statistics.spilledPages
        try write.beginWrite(until: nil)
        try rewrite(rows, 2, try write.rowidTree(TestDatabase.table))
        let after = store.statistics.spilledPages
        write.end()
        try store.close()
        return UInt64(after - before)
    }

    @Test func `stay as long as they fit into three quarters of the cache`() throws {
        #expect(try spilledPages(changing: 250) == 0)
        #expect(try spilledPages(changing: 390) > 0)
    }

    /// Copies that a savepoint would go back to once stayed in memory, all of them; where they were
    /// most of it, every change looked at all pages and moved all but its own.
    @Test func `are copies for savepoints too`() throws {
        let pages = 700
        let rows = 4 * pages
        let store = try open()
        let write = try store.beginWrite()
        try TestDatabase.makeTable(in: write)
        let tree = try write.rowidTree(TestDatabase.table)
        try rewrite(rows, 1, tree)
        for depth in 2...UInt8(4) {
            let before = store.statistics.spilledPages
            try write.openSavepoint()
            try rewrite(rows, depth, tree)
            #expect(store.statistics.spilledPages - before < 3 * pages)
            #expect(write.view.pointee.residentPages <= 300)
        }
        // Two and three are one step back now.
        try write.rollbackToSavepoint()
        #expect(try holds(3, rows, tree))
        try write.releaseSavepoint()
        try write.releaseSavepoint()
        #expect(try holds(3, rows, tree))
        try write.rollbackToSavepoint()
        #expect(try holds(1, rows, tree))
        #expect(try IntegrityCheck.run(write) == [])
        write.end()
        try store.close()
    }

    private func holds(_ byte: UInt8, _ count: Int, _ tree: RowidTree) throws -> Bool {
        let cursor = tree.makeCursor()
        for rowid in 1...Int64(count) {
            guard try cursor.seek(rowid), try cursor.payload().allSatisfy({ $0 == byte }) else {
                return false
            }
        }
        return true
    }
}
