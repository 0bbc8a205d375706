import StorageSimulation
import Testing

@testable import WCDBStorage

/// Rows that are warmed before they are looked up.
@Suite struct `Warmed rows` {
    private let store: Store
    private let tree: TreeID
    private static let count = Int64(2000)

    init() throws {
        var options = TestDatabase.options(pageSize: 512)
        options.scanThreshold = .max
        store = try TestDatabase.store(options: options)
        let write = try store.beginWrite()
        tree = try TestDatabase.makeTable(in: write)
        let rows = try write.rowidTree(tree)
        for rowid in 1...Self.count { try Self.insert(rowid * 2, into: rows) }
        try write.commit()
    }

    private static func insert(_ rowid: Int64, into rows: RowidTree) throws {
        let payload = [UInt8](repeating: UInt8(truncatingIfNeeded: rowid + 1), count: 60)
        let isNew = try payload.withUnsafeBytes { try rows.insert(rowid, $0) }
        #expect(isNew)
    }

    /// All rows are looked at, so that all pages are in memory.
    private func reader() throws -> (Transaction, RowidTree, RowidCursor) {
        let reader = try store.beginRead()
        let rows = try reader.rowidTree(tree)
        let cursor = rows.makeCursor()
        var isThere = try cursor.first()
        while isThere { isThere = try cursor.next() }
        return (reader, rows, cursor)
    }

    @Test func `are found without a search, and the cursor goes on from there`() throws {
        let (reader, rows, cursor) = try reader()
        let warmer = RowWarmer(rows)
        #expect(RowWarmer.isWorthwhile(for: rows))
        let rowids: [Int64] = [4000, 2, 1738, 600, 602, 3998, 1000, 2600]
        for _ in 0..<3 {
            for rowid in rowids { warmer.expect(rowid) }
            #expect(warmer.warm())
            for rowid in rowids {
                #expect(try warmer.seek(rowid, cursor))
                #expect(cursor.rowid == rowid)
                #expect(try cursor.payload().first == UInt8(truncatingIfNeeded: rowid + 1))
                guard rowid > 200, rowid < 3800 else { continue }
                for _ in 0..<80 { #expect(try cursor.next()) }
                #expect(cursor.rowid == rowid + 160)
                for _ in 0..<160 { #expect(try cursor.previous()) }
                #expect(cursor.rowid == rowid - 160)
            }
        }
        reader.end()
    }

    @Test func `that are not there are left to a search`() throws {
        let (reader, rows, cursor) = try reader()
        let warmer = RowWarmer(rows)
        for rowid: Int64 in [3, -7, 9000, 500] { warmer.expect(rowid) }
        #expect(warmer.warm())
        for rowid: Int64 in [3, -7, 9000] { #expect(try !warmer.seek(rowid, cursor)) }
        // Another one than was announced.
        #expect(try !warmer.seek(502, cursor))
        // And there are no more.
        #expect(try !warmer.seek(500, cursor))
        reader.end()
    }

    @Test func `of one leaf are near anyway`() throws {
        let (reader, rows, cursor) = try reader()
        let warmer = RowWarmer(rows)
        for rowid: Int64 in [2, 4, 6, 8] { warmer.expect(rowid) }
        #expect(!warmer.warm())
        #expect(try !warmer.seek(2, cursor))
        reader.end()
    }

    @Test func `may move while they are written, so nothing is warmed`() throws {
        let write = try store.beginWrite()
        #expect(!RowWarmer.isWorthwhile(for: try write.rowidTree(tree)))
        write.rollback()
    }

    /// Their leaves would have to be loaded first, which takes longer than any wait for memory.
    @Test func `that are not in memory are left to a search`() throws {
        let disk = SimulatedFileSystem(recordsTrace: false)
        let options = TestDatabase.options(pageSize: 512)
        let filled = try TestDatabase.store(on: disk, options: options)
        let write = try filled.beginWrite()
        let id = try TestDatabase.makeTable(in: write)
        let target = try write.rowidTree(id)
        for rowid in 1...Self.count { try Self.insert(rowid, into: target) }
        try write.commit()
        try filled.close()
        let store = try TestDatabase.store(on: disk, options: options)
        let reader = try store.beginRead()
        let rows = try reader.rowidTree(id)
        let cursor = rows.makeCursor()
        let warmer = RowWarmer(rows)
        #expect(RowWarmer.isWorthwhile(for: rows))
        for rowid: Int64 in [2, 1500, 800] { warmer.expect(rowid) }
        #expect(!warmer.warm())
        #expect(try !warmer.seek(2, cursor))
        reader.end()
    }

    @Test func `are forgotten with the scan`() throws {
        let (reader, rows, cursor) = try reader()
        let warmer = RowWarmer(rows)
        for rowid: Int64 in [2, 3000, 800] { warmer.expect(rowid) }
        #expect(warmer.warm())
        warmer.forget()
        #expect(try !warmer.seek(2, cursor))
        reader.end()
    }

    @Test func `of a small tree are not worth it`() throws {
        let write = try store.beginWrite()
        let id = try Catalog(write).create(
            .init(kind: .table, name: "s", tableName: "s", sql: nil))
        let rows = try write.rowidTree(id)
        #expect(!RowWarmer.isWorthwhile(for: rows))
        for rowid: Int64 in 1...20 { try Self.insert(rowid, into: rows) }
        #expect(!RowWarmer.isWorthwhile(for: rows))
        write.rollback()
    }
}
