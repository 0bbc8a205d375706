import StorageSimulation
import Testing

@testable import WCDBStorage

/// Random changes of one rowid tree beside a dictionary that does the same.
struct RowidTreeModel {
    var random: SeededRandom
    var rows: [Int64: [UInt8]] = [:]
    let usableSize: Int

    init(seed: UInt64, usableSize: Int) {
        random = SeededRandom(seed: seed)
        self.usableSize = usableSize
    }

    mutating func rowid() -> Int64 {
        switch random.below(10) {
        case 0: return Int64(bitPattern: random.next())
        case 1: return [.min, .max, -1, 0, 1].randomElement(using: &random) ?? 0
        case 2, 3: return (rows.keys.max() ?? 0) &+ 1
        default: return Int64(random.below(3000))
        }
    }

    mutating func payload() -> [UInt8] {
        let most = random.oneIn(25) ? usableSize * 3 : usableSize / 5
        let count = random.below(max(1, most))
        let start = UInt8(truncatingIfNeeded: random.next())
        return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0) }
    }

    mutating func step(_ tree: RowidTree) throws {
        let rowid = rowid()
        let payload = payload()
        switch random.below(10) {
        case 0..<5:
            let isNew = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
            #expect(isNew == (rows[rowid] == nil))
            if isNew { rows[rowid] = payload }
        case 5, 6:
            let victim = rows.keys.min(by: { abs($0 &- rowid) < abs($1 &- rowid) }) ?? rowid
            #expect(try tree.delete(victim) == (rows.removeValue(forKey: victim) != nil))
        default:
            let target = random.oneIn(2) ? rowid : (rows.keys.sorted().first ?? rowid)
            let isThere = try payload.withUnsafeBytes { try tree.replace(target, $0) }
            #expect(isThere == (rows[target] != nil))
            if isThere { rows[target] = payload }
        }
    }

    private func abs(_ value: Int64) -> Int64 { value == .min ? .max : Swift.abs(value) }

    /// Forwards, backwards and by seeking.
    func verify(_ tree: RowidTree) throws {
        let sorted = rows.keys.sorted()
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var found: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            found.append(cursor.rowid)
            #expect(try Array(cursor.payload()) == rows[cursor.rowid])
            isThere = try cursor.next()
        }
        #expect(found == sorted)
        found = []
        isThere = try cursor.last()
        while isThere {
            found.append(cursor.rowid)
            isThere = try cursor.previous()
        }
        #expect(found == sorted.reversed())
        #expect(try tree.count() == Int64(rows.count))
        for rowid in sorted.prefix(50) { #expect(try cursor.seek(rowid)) }
    }
}

@Suite struct `Rowid trees` {
    private func open(_ pageSize: Int) throws -> Store {
        var options = StoreOptions()
        options.pageSize = pageSize
        options.backgroundCheckpoints = false
        return try Store.open(
            "/db/tree", options: options, fileSystem: SimulatedFileSystem(recordsTrace: false))
    }

    @Test(arguments: [512, 1024, 4096, 32768], [UInt64(1), 2, 3])
    func `agree with a dictionary under random changes`(pageSize: Int, seed: UInt64) throws {
        let store = try open(pageSize)
        var model = RowidTreeModel(seed: seed, usableSize: pageSize)
        var write = try store.beginWrite()
        let id = try Catalog(write).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        for round in 0..<12 {
            let tree = try write.rowidTree(id)
            let before = model.rows
            let isTried = round % 3 == 1
            if isTried { try write.openSavepoint() }
            for _ in 0..<150 { try model.step(tree) }
            try model.verify(tree)
            if isTried {
                try write.rollbackToSavepoint()
                model.rows = before
                try model.verify(tree)
                try write.releaseSavepoint()
            }
            #expect(try IntegrityCheck.run(write) == [])
            try write.commit()
            try write.beginWrite(until: nil)
        }
        write.rollback()
        let reader = try store.beginRead()
        try model.verify(try reader.rowidTree(id))
        reader.end()
        write = try store.beginWrite()
        let tree = try write.rowidTree(id)
        for rowid in model.rows.keys.sorted() { #expect(try tree.delete(rowid)) }
        model.rows = [:]
        try model.verify(tree)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    @Test(arguments: [512, 4096])
    func `keep leaves full when rows come in order`(pageSize: Int) throws {
        let store = try open(pageSize)
        let write = try store.beginWrite()
        let id = try Catalog(write).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        let tree = try write.rowidTree(id)
        let payload = [UInt8](repeating: 7, count: 50)
        for rowid in 1...2000 {
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
        try write.commit()
        let perLeaf = (pageSize - 48) / 55
        #expect(Int(store.state.pageCount) < 2000 / perLeaf * 11 / 10 + 12)
        try store.close()
    }

    @Test func `move a cursor past changes of others`() throws {
        let store = try open(512)
        let write = try store.beginWrite()
        let id = try Catalog(write).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        let tree = try write.rowidTree(id)
        let payload = [UInt8](repeating: 1, count: 40)
        for rowid in 0..<300 {
            _ = try payload.withUnsafeBytes { try tree.insert(Int64(rowid), $0) }
        }
        let cursor = tree.makeCursor()
        var seen: [Int64] = []
        var isThere = try cursor.first()
        while isThere {
            let rowid = cursor.rowid
            seen.append(rowid)
            // The row under the cursor goes, and so does the next but one.
            #expect(try tree.delete(rowid))
            _ = try tree.delete(rowid + 2)
            isThere = try cursor.next()
        }
        #expect(seen.prefix(4) == [0, 1, 4, 5])
        #expect(try tree.count() == 0)
        write.rollback()
        try store.close()
    }
}
