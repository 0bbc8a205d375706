/// Looks at everything a snapshot can reach and says what does not fit together.
///
/// Every page is read, so its checksum, number and inner structure are checked on the way; then
/// levels, key ranges, row counts, overflow chains, double use, and the space map.
///
/// **Users.** The thread of the transaction. Findings are data; only what keeps the check
/// from looking (a disk that does not read) is thrown.
package struct IntegrityCheck {
    private let transaction: Transaction
    package private(set) var findings: [Corruption] = []
    /// What kept the check from looking: no statement about the database.
    private var failure: StorageError?
    private var seen = Set<PageNumber>()
    private var rowCount: Int64 = 0

    package init(_ transaction: Transaction) { self.transaction = transaction }

    /// All findings, at most `limit`. `owned` are pages that the caller uses outside of trees.
    package static func run(
        _ transaction: Transaction, owned: Set<PageNumber> = [], limit: Int = 100
    ) throws(StorageError) -> [Corruption] {
        var check = IntegrityCheck(transaction)
        check.seen = owned
        check.checkTrees()
        check.checkSpace()
        if let failure = check.failure { throw failure }
        return Array(check.findings.prefix(limit))
    }

    private mutating func report(_ error: StorageError) {
        if case .corrupt(let corruption) = error {
            findings.append(corruption)
        } else {
            failure = failure ?? error
        }
    }

    private mutating func report(
        _ kind: Corruption.Kind, _ page: PageNumber, _ tree: TreeID, _ detail: String
    ) {
        findings.append(Corruption(kind, page: page, tree: tree, detail))
    }

    // MARK: Trees

    private mutating func checkTrees() {
        checkTree(.catalog, root: DatabaseHeader.catalogRoot)
        do {
            for entry in try Catalog(transaction).entries() where entry.root != .none {
                checkTree(entry.id, root: entry.root)
            }
        } catch {
            report(error)
        }
    }

    private mutating func checkTree(_ tree: TreeID, root: PageNumber) {
        rowCount = 0
        let before = findings.count
        walk(root, tree: tree, level: nil, above: nil, upTo: nil)
        guard findings.count == before else { return }
        do {
            let page = try transaction.readPage(root, tree: tree)
            let stored = RowidPage.rowCount(page)
            let expected = stored + transaction.treeCounts.pending(tree)
            if expected != rowCount {
                report(.count, root, tree, "\(rowCount) rows, and \(expected) are counted")
            }
        } catch {
            report(error)
        }
    }

    /// Visits a page once; a page that is reached twice is used twice.
    private mutating func visit(_ number: PageNumber, _ tree: TreeID) -> UnsafeRawPointer? {
        guard seen.insert(number).inserted else {
            report(.childPointer, number, tree, "the page is used twice")
            return nil
        }
        do {
            return try transaction.readPage(number, tree: tree)
        } catch {
            report(error)
            return nil
        }
    }

    /// The subtree below a page: rowids are above `above` and at most `upTo`.
    private mutating func walk(
        _ number: PageNumber, tree: TreeID, level: UInt8?, above: Int64?, upTo: Int64?
    ) {
        guard let page = visit(number, tree) else { return }
        let found = RowidPage.level(page)
        let kind = RowidPage.kind(page)
        let expected = found == 0 ? PageKind.rowidLeaf : .rowidInner
        guard kind == expected.rawValue, level.map({ $0 == found }) ?? true else {
            report(.level, number, tree, "level \(found), kind \(kind)")
            return
        }
        let count = RowidPage.count(page)
        if found == 0 {
            checkLeaf(page, number, tree, above: above, upTo: upTo)
            return
        }
        // The page may leave the cache while its children are walked.
        let keys = (0..<count).map { RowidPage.key(page, $0) }
        let children = (0...count).map {
            RowidPage.child(page, $0, usableSize: transaction.usableSize)
        }
        for index in children.indices {
            walk(
                children[index], tree: tree, level: found - 1,
                above: index > 0 ? keys[index - 1] : above,
                upTo: index < count ? keys[index] : upTo)
        }
    }

    private mutating func checkLeaf(
        _ page: UnsafeRawPointer, _ number: PageNumber, _ tree: TreeID, above: Int64?, upTo: Int64?
    ) {
        let maxLocal = RowidCell.maxLocal(usableSize: transaction.usableSize)
        for index in 0..<RowidPage.count(page) {
            rowCount += 1
            let rowid = RowidPage.rowid(page, index)
            if let above, rowid <= above {
                report(.key, number, tree, "row \(rowid) lies left of its page")
            }
            if let upTo, rowid > upTo {
                report(.key, number, tree, "row \(rowid) lies right of its page")
            }
            let cell = RowidCell.read(
                page, at: RowidPage.cellOffset(page, index), maxLocal: maxLocal)
            if cell.overflows {
                checkChain(cell, first: cell.firstOverflow(page), rowid: rowid, tree: tree)
            }
        }
    }

    private mutating func checkChain(
        _ cell: RowidCell, first: PageNumber, rowid: Int64, tree: TreeID
    ) {
        let chain = OverflowChain(transaction: transaction, tree: tree, owner: rowid)
        var pages: [PageNumber] = []
        do {
            let length = cell.payloadLength - cell.localLength
            try chain.walk(from: first, length: length) { pages.append($1) }
        } catch {
            report(error)
        }
        for number in pages where !seen.insert(number).inserted {
            report(.overflowChain, number, tree, "the page is used twice")
        }
    }

    // MARK: Space

    /// A page is in use if and only if something reaches it.
    private mutating func checkSpace() {
        do {
            let inUse = try transaction.pagesInUse()
            let free = Int(transaction.state.pageCount) - 3 - inUse.count
            if free != Int(transaction.state.freeCount) {
                report(
                    .count, DatabaseHeader.firstSpaceMap, .none,
                    "\(free) pages are free, and \(transaction.state.freeCount) are counted")
            }
            let names = DatabaseHeader.catalogNamesRoot
            for page in inUse
            where !seen.contains(page) && !transaction.isMapPage(page) && page != names {
                report(.spaceMap, page, .none, "in use, and nothing reaches it")
            }
            let used = Set(inUse)
            for page in seen where page.rawValue > 3 && !used.contains(page) {
                report(.spaceMap, page, .none, "reached, and marked free")
            }
        } catch {
            report(error)
        }
    }
}
