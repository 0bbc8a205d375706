/// Looks at everything a snapshot can reach and says what does not fit together.
///
/// Every page is read, so its checksum, number and inner structure are checked on the way; then
/// levels, key ranges, overflow chains, double use and the space map. The full check also compares
/// row counts, keys that go on in chains, the records of tables, and the catalog's names, and looks
/// at the two header pages.
///
/// **Users.** The thread of the transaction. Findings are data; only what keeps the check
/// from looking (a disk that does not read) is thrown.
package struct IntegrityCheck {
    package enum Extent: Sendable { case quick, full }

    let transaction: Transaction
    let extent: Extent
    package private(set) var findings: [Corruption] = []
    /// So many findings are enough.
    private let limit: Int
    /// What kept the check from looking: no statement about the database.
    private var failure: StorageError?
    private var seen = Set<PageNumber>()
    /// Rows of the tree that is being checked.
    var rowCount: Int64 = 0
    /// Whether the rows of a tree are records: those of the catalog and of SQL's tables are.
    private let hasRecords: (Catalog.Entry) -> Bool
    /// Asked for each page: false ends the check.
    private let goesOn: () -> Bool

    private init(
        _ transaction: Transaction, extent: Extent, owned: Set<PageNumber>, limit: Int,
        hasRecords: @escaping (Catalog.Entry) -> Bool, goesOn: @escaping () -> Bool
    ) {
        self.limit = limit
        self.goesOn = goesOn
        self.transaction = transaction
        self.extent = extent
        self.hasRecords = hasRecords
        seen = owned
    }

    /// All findings, at most `limit`: with the last of them the check ends. `owned` are pages that
    /// the caller uses outside of trees. Once `goesOn` answers false, `interrupted` is thrown.
    package static func run(
        _ transaction: Transaction, extent: Extent = .full, owned: Set<PageNumber> = [],
        limit: Int = 100, hasRecords: @escaping (Catalog.Entry) -> Bool = { _ in false },
        goesOn: @escaping () -> Bool = { true }
    ) throws(StorageError) -> [Corruption] {
        var check = IntegrityCheck(
            transaction, extent: extent, owned: owned, limit: limit, hasRecords: hasRecords,
            goesOn: goesOn)
        if extent == .full { check.checkHeaders() }
        check.checkTrees()
        // What nothing reaches is known when everything was looked at.
        if !check.isOver { check.checkSpace() }
        if let failure = check.failure { throw failure }
        return check.findings
    }

    private var isOver: Bool { findings.count >= limit || failure != nil }

    mutating func report(_ error: StorageError) {
        if case .corrupt(let corruption) = error {
            add(corruption)
        } else {
            failure = failure ?? error
        }
    }

    mutating func report(
        _ kind: Corruption.Kind, _ page: PageNumber, _ tree: TreeID, _ detail: String
    ) {
        add(Corruption(kind, page: page, tree: tree, detail))
    }

    /// What is read twice in a row, such as a chain for its key and for itself, is one finding.
    private mutating func add(_ corruption: Corruption) {
        if findings.count < limit, findings.last != corruption { findings.append(corruption) }
    }

    // MARK: Headers

    /// Page 1 is torn one day, and then its mirror must be whole.
    private mutating func checkHeaders() {
        let core = transaction.core
        do {
            for number in [DatabaseHeader.pageNumber, DatabaseHeader.mirrorPageNumber] {
                let isWhole = try core.hasWholeHeader(number)
                if !isWhole {
                    report(.header, number, .none, "the header page is damaged")
                }
            }
        } catch {
            report(error)
        }
    }

    // MARK: Trees

    private mutating func checkTrees() {
        checkTree(.catalog, root: DatabaseHeader.catalogRoot, hasRecords: true)
        checkTree(.catalogNames, root: DatabaseHeader.catalogNamesRoot, hasRecords: false)
        let nameCount = rowCount
        do {
            let entries = try Catalog(transaction).entries()
            checkNextTree(entries)
            if extent == .full {
                try checkNames(of: entries, count: nameCount)
                checkCountedTrees(entries)
            }
            for entry in entries where entry.root != .none && !isOver {
                checkTree(entry.id, root: entry.root, hasRecords: hasRecords(entry))
            }
        } catch {
            report(error)
        }
    }

    /// The number that the next tree gets is not one of another's, whose pages it would take.
    private mutating func checkNextTree(_ entries: [Catalog.Entry]) {
        let used = entries.map(\.id).max() ?? .catalogNames
        let next = transaction.state.nextTreeID
        if next <= max(used, .catalogNames).rawValue {
            report(
                .catalog, DatabaseHeader.pageNumber, used,
                "the next tree would be \(next), and there is \(used.rawValue)")
        }
    }

    /// Every object is found by its name, and no name leads elsewhere.
    private mutating func checkNames(
        of entries: [Catalog.Entry], count: Int64
    ) throws(StorageError) {
        var expected: Int64 = 0
        for entry in entries {
            expected += CatalogNames.keyCount(entry)
            let found = try CatalogNames(transaction)
                .find(entry.name, isTrigger: entry.kind == .trigger)
            if found != entry.id {
                report(.catalog, .none, entry.id, "'\(entry.name)' is not found by its name")
            }
        }
        if expected != count {
            report(.catalog, .none, .catalogNames, "\(count) names instead of \(expected)")
        }
    }

    /// Only trees that have a root, and no tree of the catalog, have a place in the commit.
    private mutating func checkCountedTrees(_ entries: [Catalog.Entry]) {
        let counts = transaction.state.counts
        for place in 0..<RowCountChanges.capacity where counts.trees[place] != 0 {
            let tree = TreeID(counts.trees[place])
            if !entries.contains(where: { $0.id == tree && $0.root != .none }) {
                report(.count, .none, tree, "rows are counted, and there is no such tree")
            }
        }
    }

    private mutating func checkTree(_ tree: TreeID, root: PageNumber, hasRecords: Bool) {
        rowCount = 0
        let before = findings.count
        do {
            let page = try transaction.readPage(root, tree: tree)
            let kind = TreePage.kind(page)
            if kind == PageKind.keyLeaf.rawValue || kind == PageKind.keyInner.rawValue {
                KeyTreeCheck(tree: tree, root: root).run(&self)
            } else {
                RowidTreeCheck(tree: tree, root: root, hasRecords: hasRecords && extent == .full)
                    .run(&self)
            }
            guard findings.count == before, extent == .full else { return }
            let expected = try RowCountChanges.sum(
                TreePage.rows(try transaction.readPage(root, tree: tree)),
                transaction.uncountedRows(of: tree), transaction.treeCounts.pending(tree),
                of: tree)
            if expected != rowCount {
                report(.count, root, tree, "\(rowCount) rows, and \(expected) are counted")
            }
        } catch {
            report(error)
        }
    }

    /// Visits a page once; a page that is reached twice is used twice. No other page may be looked
    /// at meanwhile: each leaves memory when the next one is visited, if there is no room for both.
    /// Nil if the page cannot be looked at, or need not any more.
    mutating func visit(_ number: PageNumber, _ tree: TreeID) -> UnsafeRawPointer? {
        guard !isOver else { return nil }
        guard seen.insert(number).inserted else {
            report(.childPointer, number, tree, "the page is used twice")
            return nil
        }
        do {
            try requireGoingOn()
            try transaction.beginOperation()
            return try transaction.readPage(number, tree: tree)
        } catch {
            report(error)
            return nil
        }
    }

    private func requireGoingOn() throws(StorageError) {
        guard goesOn() else { throw .interrupted }
    }

    /// The pages of an overflow chain are whole, in order, and used once. As for `visit`, no page
    /// may be looked at meanwhile.
    mutating func checkChain(_ chain: OverflowChain, from first: PageNumber, length: Int) {
        guard !isOver else { return }
        var pages: [PageNumber] = []
        do {
            try chain.walk(from: .init(first), length: length) { (_, number) throws(StorageError) in
                pages.append(number)
                try requireGoingOn()
                try transaction.beginOperation()
            }
        } catch {
            report(error)
        }
        for number in pages where !seen.insert(number).inserted {
            report(.overflowChain, number, chain.tree, "the page is used twice")
        }
    }

    // MARK: Space

    /// A page is in use if and only if something reaches it.
    private mutating func checkSpace() {
        do {
            let inUse = try transaction.pagesInUse()
            // Neither the header pages nor the first root have a bit in a map.
            let unmapped = Int(DatabaseHeader.firstSpaceMap.rawValue) - 1
            let free = Int(transaction.state.pageCount) - unmapped - inUse.count
            if free != Int(transaction.state.freeCount) {
                report(
                    .count, DatabaseHeader.firstSpaceMap, .none,
                    "\(free) pages are free, and \(transaction.state.freeCount) are counted")
            }
            for page in inUse where !seen.contains(page) && !transaction.isMapPage(page) {
                report(.spaceMap, page, .none, "in use, and nothing reaches it")
            }
            if let page = try transaction.pageInUseBehindEnd() {
                report(.spaceMap, page, .none, "in use, and behind the end")
            }
            let used = Set(inUse)
            for page in seen where page >= DatabaseHeader.firstSpaceMap && !used.contains(page) {
                report(.spaceMap, page, .none, "reached, and marked free")
            }
        } catch {
            report(error)
        }
    }
}
