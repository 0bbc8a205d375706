package import WCDBStorage

/// Random changes of plain pages and of trees inside one write transaction, with a model that
/// follows: allocation, changes small and large, freeing, savepoints.
package struct PageChanges {
    package var random: SeededRandom

    /// Leave plain pages alone.
    private let onlyTrees: Bool

    package init(seed: UInt64, onlyTrees: Bool = false) {
        random = SeededRandom(seed: seed)
        self.onlyTrees = onlyTrees
    }

    /// Makes one change. `saved` has the model at each open savepoint.
    package mutating func make(
        in transaction: Transaction, _ changed: inout PageModel, _ saved: inout [PageModel]
    ) throws {
        let kind = random.below(24)
        switch kind {
        case 20...: try changeKey(transaction, &changed)
        case 16...: try changeRow(transaction, &changed)
        case 0..<6 where onlyTrees, 9... where onlyTrees:
            if kind & 1 == 0 {
                try changeRow(transaction, &changed)
            } else {
                try changeKey(transaction, &changed)
            }
        case 0..<4: try allocate(transaction, &changed)
        case 4, 5: try free(transaction, &changed)
        case 6:
            try transaction.openSavepoint()
            saved.append(changed)
        case 7 where !saved.isEmpty:
            try transaction.releaseSavepoint()
            saved.removeLast()
        case 8:
            guard let before = saved.last else { return }
            try transaction.rollbackToSavepoint()
            changed = before
        default: try modify(transaction, &changed)
        }
    }

    /// Makes the trees, which get their ids because nothing else is made before.
    private mutating func makeTrees(_ transaction: Transaction) throws -> Bool {
        let first = PageModel.rowTrees[0]
        let last = PageModel.rowTrees[PageModel.rowTrees.count - 1]
        // An error may have come between.
        guard try Catalog(transaction).entry(last) == nil else { return true }
        guard transaction.state.nextTreeID == first.rawValue else { return false }
        for id in first.rawValue...last.rawValue {
            let isIndex = TreeID(id) == PageModel.keyTree
            _ = try Catalog(transaction).create(
                .init(
                    kind: isIndex ? .index : .table, name: "t\(id)", tableName: "t\(id)",
                    sql: nil))
        }
        return true
    }

    /// One change of the tree of keys.
    private mutating func changeKey(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard try makeTrees(transaction) else { return }
        let tree = try transaction.keyTree(PageModel.keyTree)
        var key = Array("key \(random.below(150))".utf8)
        if random.oneIn(12) { key += [UInt8](repeating: 1, count: random.below(900)) }
        let count = random.oneIn(10) ? random.below(900) : random.below(20)
        let value = [UInt8](repeating: UInt8(random.below(256)), count: count)
        switch random.below(8) {
        case 0..<4:
            let isNew = try key.withUnsafeBytes { key in
                try value.withUnsafeBytes { try tree.insert(key, $0) }
            }
            if isNew { changed.keys[key] = value }
        case 4, 5: if try key.withUnsafeBytes({ try tree.delete($0) }) { changed.keys[key] = nil }
        case 6:
            let isThere = try key.withUnsafeBytes { key in
                try value.withUnsafeBytes { try tree.replace(key, $0) }
            }
            if isThere { changed.keys[key] = value }
        default:
            let end = key + [0x39]
            _ = try key.withUnsafeBytes { key in
                try end.withUnsafeBytes { try tree.delete(from: key, below: $0) }
            }
            changed.keys = changed.keys.filter {
                $0.key.lexicographicallyPrecedes(key) || !$0.key.lexicographicallyPrecedes(end)
            }
        }
    }

    /// One change of a tree of rows, half of the time of the first one.
    private mutating func changeRow(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard try makeTrees(transaction) else { return }
        let ids = PageModel.rowTrees
        let id = random.oneIn(2) ? ids[0] : ids[1 + random.below(ids.count - 1)]
        let tree = try transaction.rowidTree(id)
        if random.oneIn(60) { return try comeAndGo(tree, &changed.rows[id, default: [:]]) }
        let rowid = random.oneIn(8) ? Int64(bitPattern: random.next()) : Int64(random.below(120))
        var payload = payload()
        switch random.below(4) {
        case 0, 1:
            if try payload.withUnsafeBytes({ try tree.insert(rowid, $0) }) {
                changed.rows[id, default: [:]][rowid] = payload
            }
        case 2: if try tree.delete(rowid) { changed.rows[id, default: [:]][rowid] = nil }
        default:
            if random.oneIn(2), let known = changed.rows[id]?[rowid] {
                payload = Array(payload.prefix(20)) + known.dropFirst(random.below(40))
            }
            if try payload.withUnsafeBytes({ try tree.replace(rowid, $0) }) {
                changed.rows[id, default: [:]][rowid] = payload
            }
        }
    }

    /// Bytes of a row: a few, or so many that they need a chain, which may be longer than what is
    /// read of it in one call.
    private mutating func payload() -> [UInt8] {
        let most = random.oneIn(10) ? (random.oneIn(12) ? 30_000 : 1400) : 90
        return [UInt8](repeating: UInt8(random.below(256)), count: random.below(most))
    }

    /// A row behind all others comes and goes many times, in a leaf of its own perhaps, and stays.
    private mutating func comeAndGo(
        _ tree: RowidTree, _ rows: inout [Int64: [UInt8]]
    ) throws {
        let last = rows.keys.max() ?? 0
        guard last < .max else { return }
        let payload = [UInt8](repeating: UInt8(random.below(256)), count: random.below(1000))
        for time in 0...random.below(100) {
            if time > 0 { _ = try tree.delete(last + 1) }
            _ = try payload.withUnsafeBytes { try tree.insert(last + 1, $0) }
        }
        rows[last + 1] = payload
    }

    private mutating func anyPage(_ model: PageModel) -> UInt32? {
        guard !model.pages.isEmpty else { return nil }
        // Sorted, because the order of a dictionary is not repeatable.
        let numbers = model.pages.keys.sorted()
        return numbers[random.below(numbers.count)]
    }

    private mutating func allocate(_ transaction: Transaction, _ changed: inout PageModel) throws {
        let page = try transaction.allocatePage(
            .overflow, level: 0, tree: PageModel.tree, near: .none)
        let count = transaction.usableSize - PageModel.bodyOffset
        var body = [UInt8](repeating: 0, count: count)
        for index in 0..<random.below(count) { body[index] = UInt8(random.below(256)) }
        body.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress {
                page.copy(from: base, count: count, to: PageModel.bodyOffset)
            }
        }
        changed.pages[page.number.rawValue] = body
    }

    private mutating func free(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard let number = anyPage(changed) else { return }
        try transaction.freePage(PageNumber(number), tree: PageModel.tree)
        changed.pages[number] = nil
    }

    private mutating func modify(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard let number = anyPage(changed), var body = changed.pages[number] else { return }
        let page = try transaction.modifyPage(PageNumber(number), tree: PageModel.tree)
        let most = random.oneIn(5) ? body.count : 12
        let start = random.below(body.count)
        let end = min(body.count, start + 1 + random.below(most))
        for index in start..<end {
            let value = UInt8(random.below(256))
            body[index] = value
            page.store(value, at: PageModel.bodyOffset + index)
        }
        changed.pages[number] = body
    }
}
