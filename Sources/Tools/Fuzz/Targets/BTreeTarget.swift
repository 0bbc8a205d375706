import StorageSimulation
import WCDBStorage

/// Random changes of a tree of each kind beside dictionaries.
struct BTreeTarget: FuzzTarget {
    let name = "btree"
    let summary = "random changes of a rowid tree and a key tree against dictionaries"
    var defaultEffort: Int { 2_000 }

    func run(seed: UInt64, effort: Int) throws -> FuzzCount {
        var random = SeededRandom(seed: seed)
        var options = StoreOptions()
        options.pageSize = [512, 1024, 4096][random.below(3)]
        options.cacheBudget = 64 << 10
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        let disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        let store = try Store.open("/db/tree", options: options, fileSystem: disk)
        var rows = RowidTreeModel(seed: seed, pageSize: options.pageSize)
        var keys = KeyTreeModel(seed: seed, pageSize: options.pageSize)
        let transaction = try store.beginWrite()
        let table = try Catalog(transaction).create(
            .init(kind: .table, name: "t", tableName: "t", sql: nil))
        let index = try Catalog(transaction).create(
            .init(kind: .index, name: "i", tableName: "t", sql: nil))
        for step in 0..<effort {
            try rows.step(try transaction.rowidTree(table))
            try keys.step(try transaction.keyTree(index))
            if step % 200 == 199 {
                try rows.verify(try transaction.rowidTree(table))
                try keys.verify(try transaction.keyTree(index))
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
}
