package import WCDBStorage

/// Random transactions on plain pages and on trees: allocation, changes small and large, freeing,
/// savepoints, rollbacks, old readers, checkpoints of every kind, closing and opening again; or,
/// if it vacuums, on trees alone, because nobody can move a page that belongs to nothing.
///
/// **Users.** One thread; the crash targets and the pager's tests.
///
/// **Always true.** `model` is what the newest commit holds, and `history` has every commit that
/// may be found after a crash.
package final class PageWorkload {
    private var random: SeededRandom
    private let path: String
    private let options: StoreOptions
    private let vacuums: Bool
    private let fileSystem: any FileSystem
    /// I/O calls so far, for the history.
    private let callCount: () -> Int
    package private(set) var history = CommitHistory()
    package private(set) var model = PageModel()
    package private(set) var store: Store
    private var reader: (transaction: Transaction, model: PageModel)?

    package init(
        seed: UInt64, path: String, options: StoreOptions, vacuums: Bool = false,
        fileSystem: any FileSystem, callCount: @escaping () -> Int = { 0 }
    ) throws {
        random = SeededRandom(seed: seed)
        self.path = path
        self.options = options
        self.vacuums = vacuums
        self.fileSystem = fileSystem
        self.callCount = callCount
        store = try Store.open(path, options: options, fileSystem: fileSystem)
    }

    /// Continues on a database that is there, whose content is known.
    package init(
        seed: UInt64, store: Store, model: PageModel, options: StoreOptions,
        vacuums: Bool = false, fileSystem: any FileSystem
    ) {
        random = SeededRandom(seed: seed)
        path = store.path
        self.options = options
        self.vacuums = vacuums
        self.fileSystem = fileSystem
        self.store = store
        self.model = model
        callCount = { 0 }
    }

    package func run(steps: Int) throws {
        for _ in 0..<steps { try step() }
    }

    package func finish() throws {
        try endReader()
        try store.close()
    }

    private func step() throws {
        switch random.below(20) {
        case 0: _ = try store.checkpoint(.passive)
        case 1: _ = try store.checkpoint(.restart)
        case 2: _ = try store.checkpoint(.truncate)
        case 3: store.purge()
        case 4: try startReader()
        case 5: try endReader()
        case 6 where random.oneIn(3): try reopen()
        case 7: try store.flush()
        case 8: try checkpointBetweenCommits()
        case 9 where vacuums, 10 where vacuums: try vacuum()
        default: try transact()
        }
    }

    /// Commits between the steps of a checkpoint.
    private func checkpointBetweenCommits() throws {
        let modes: [CheckpointMode] = [.passive, .restart]
        let steps = store.makeCheckpoint(modes[random.below(modes.count)])
        while try steps.advance() {
            if !steps.blocksCommits, random.oneIn(3) { try transact() }
        }
    }

    /// Moves pages, or rebuilds everything: a commit after which the same rows are there.
    private func vacuum() throws {
        let lsn = store.state.lsn + 1
        history.announce(lsn, model)
        if random.oneIn(4) {
            try store.vacuum()
        } else {
            _ = try store.incrementalVacuum(pages: 1 + random.below(8))
        }
        guard store.state.lsn == lsn else { return }
        history.acknowledge(lsn, call: callCount(), level: options.syncLevel)
    }

    private func reopen() throws {
        try endReader()
        try store.close()
        store = try Store.open(path, options: options, fileSystem: fileSystem)
    }

    private func startReader() throws {
        try endReader()
        reader = (try store.beginRead(), model)
    }

    private func endReader() throws {
        guard let reader else { return }
        defer { self.reader = nil }
        try reader.model.verify(reader.transaction)
        reader.transaction.end()
    }

    /// One write transaction.
    package func transact() throws {
        let transaction = try store.beginWrite()
        var changed = model
        var saved: [PageModel] = []
        let operations = random.oneIn(12) ? 60 + random.below(60) : 1 + random.below(6)
        for _ in 0..<operations {
            try transaction.beginOperation()
            try change(transaction, &changed, &saved)
        }
        if random.oneIn(8) {
            transaction.rollback()
            return
        }
        let level: SyncLevel = random.oneIn(4) ? .full : options.syncLevel
        let lsn = store.state.lsn + 1
        let hasChanges = transaction.hasChanges
        if hasChanges { history.announce(lsn, changed) }
        try transaction.commit(level: level)
        if hasChanges { history.acknowledge(lsn, call: callCount(), level: level) }
        model = changed
    }

    private func change(
        _ transaction: Transaction, _ changed: inout PageModel, _ saved: inout [PageModel]
    ) throws {
        let kind = random.below(24)
        switch kind {
        case 20...: try changeKey(transaction, &changed)
        case 16...: try changeRow(transaction, &changed)
        case 0..<6 where vacuums, 9... where vacuums:
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

    /// Makes the two trees, which get their ids because nothing else is made before.
    private func makeTrees(_ transaction: Transaction) throws -> Bool {
        guard try Catalog(transaction).entry(PageModel.rowTree) == nil else { return true }
        // A rollback may have used the ids up.
        guard transaction.state.nextTreeID == PageModel.rowTree.rawValue else { return false }
        _ = try Catalog(transaction).create(
            .init(type: "table", name: "t", tableName: "t", sql: nil))
        _ = try Catalog(transaction).create(
            .init(type: "index", name: "i", tableName: "t", sql: nil))
        return true
    }

    /// One change of the tree of keys.
    private func changeKey(_ transaction: Transaction, _ changed: inout PageModel) throws {
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

    /// One change of the tree of rows.
    private func changeRow(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard try makeTrees(transaction) else { return }
        let tree = try transaction.rowidTree(PageModel.rowTree)
        let rowid = random.oneIn(8) ? Int64(bitPattern: random.next()) : Int64(random.below(120))
        let count = random.oneIn(10) ? random.below(1400) : random.below(90)
        let payload = [UInt8](repeating: UInt8(random.below(256)), count: count)
        switch random.below(4) {
        case 0, 1:
            if try payload.withUnsafeBytes({ try tree.insert(rowid, $0) }) {
                changed.rows[rowid] = payload
            }
        case 2: if try tree.delete(rowid) { changed.rows[rowid] = nil }
        default:
            if try payload.withUnsafeBytes({ try tree.replace(rowid, $0) }) {
                changed.rows[rowid] = payload
            }
        }
    }

    private func anyPage(_ model: PageModel) -> UInt32? {
        guard !model.pages.isEmpty else { return nil }
        // Sorted, because the order of a dictionary is not repeatable.
        let numbers = model.pages.keys.sorted()
        return numbers[random.below(numbers.count)]
    }

    private func allocate(_ transaction: Transaction, _ changed: inout PageModel) throws {
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

    private func free(_ transaction: Transaction, _ changed: inout PageModel) throws {
        guard let number = anyPage(changed) else { return }
        try transaction.freePage(PageNumber(number), tree: PageModel.tree)
        changed.pages[number] = nil
    }

    private func modify(_ transaction: Transaction, _ changed: inout PageModel) throws {
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
