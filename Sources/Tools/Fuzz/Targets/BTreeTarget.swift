import StorageSimulation
import WCDBStorage

/// Random changes of a tree beside a dictionary.
struct BTreeTarget: FuzzTarget {
    let name = "btree"
    let summary = "random changes of a rowid tree against a dictionary"
    var defaultEffort: Int { 2_000 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        var options = StoreOptions()
        options.pageSize = [512, 1024, 4096][random.below(3)]
        options.cacheBudget = 64 << 10
        options.backgroundCheckpoints = false
        let disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        let store = try Store.open("/db/tree", options: options, fileSystem: disk)
        var rows: [Int64: [UInt8]] = [:]
        let transaction = try store.beginWrite()
        let id = try Catalog(transaction).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        for step in 0..<effort {
            try change(try transaction.rowidTree(id), &rows, &random, options.pageSize)
            if step % 200 == 199 {
                try verify(try transaction.rowidTree(id), rows)
                let findings = try IntegrityCheck.run(transaction)
                guard findings.isEmpty else { throw Contradiction("\(findings)") }
                try transaction.commit()
                if random.oneIn(3) { _ = try store.checkpoint(.restart) }
                try transaction.beginWrite(until: nil)
            }
        }
        try transaction.commit()
        try store.close()
        return FuzzCount(cycles: effort)
    }

    private func change(
        _ tree: RowidTree, _ rows: inout [Int64: [UInt8]], _ random: inout SeededRandom,
        _ pageSize: Int
    ) throws {
        let rowid =
            random.oneIn(20) ? Int64(bitPattern: random.next()) : Int64(random.below(2_000))
        let count = random.oneIn(30) ? random.below(pageSize * 3) : random.below(pageSize / 5)
        let fill = UInt8(truncatingIfNeeded: random.next())
        let payload = [UInt8](repeating: fill, count: count)
        switch random.below(8) {
        case 0..<4:
            let isNew = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
            guard isNew == (rows[rowid] == nil) else { throw Contradiction("insert \(rowid)") }
            if isNew { rows[rowid] = payload }
        case 4, 5:
            guard try tree.delete(rowid) == (rows.removeValue(forKey: rowid) != nil) else {
                throw Contradiction("delete \(rowid)")
            }
        default:
            let isThere = try payload.withUnsafeBytes { try tree.replace(rowid, $0) }
            guard isThere == (rows[rowid] != nil) else { throw Contradiction("replace \(rowid)") }
            if isThere { rows[rowid] = payload }
        }
    }

    private func verify(_ tree: RowidTree, _ rows: [Int64: [UInt8]]) throws {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var found = 0
        var isThere = try cursor.first()
        var previous: Int64?
        while isThere {
            let rowid = cursor.rowid
            guard previous.map({ $0 < rowid }) ?? true, let expected = rows[rowid],
                try cursor.payload().elementsEqual(expected)
            else { throw Contradiction("row \(rowid)") }
            previous = rowid
            found += 1
            isThere = try cursor.next()
        }
        guard found == rows.count, try tree.count() == Int64(found) else {
            throw Contradiction("\(found) rows of \(rows.count)")
        }
    }
}
