/// Giving back all pages of a tree: clearing and dropping.
extension Transaction {
    /// Removes all rows of a tree; its root stays, empty. Returns how many there were.
    package func clearTree(_ id: TreeID) throws(StorageError) -> Int64 {
        do throws(StorageError) {
            guard let tree = try anyTree(id) else { return 0 }
            let count = try tree.count()
            try tree.freePages(below: tree.root)
            let root = try modifyPage(tree.root, tree: id)
            root.zero(TreePage.rowCount, count: usableSize - TreePage.rowCount)
            root.store(tree.kind(level: 0).rawValue, at: PageHeader.kind)
            root.store(UInt8(0), at: PageHeader.level)
            root.store(UInt16(0), at: PageHeader.cellCount)
            root.store(UInt16(usableSize), at: PageHeader.contentStart)
            root.store(UInt16(0), at: PageHeader.fragmentBytes)
            forgetCount(of: id)
            return count
        } catch {
            throw self.doubt(error)
        }
    }

    /// Gives back all pages of a tree, its root too. The catalog still names it.
    func dropTree(_ id: TreeID) throws(StorageError) {
        do throws(StorageError) {
            guard let tree = try anyTree(id) else { return }
            try tree.freePages(below: tree.root)
            try freePage(tree.root, tree: id)
            forgetCount(of: id)
            openTrees[id] = nil
            treeGeneration &+= 1
            tree.savePosition()
            tree.root = .none
        } catch {
            throw self.doubt(error)
        }
    }

    /// The tree of an object, of whichever kind its root says; nil while it has none.
    package func anyTree(_ id: TreeID) throws(StorageError) -> Tree? {
        if let open = openTrees[id] as? Tree, open.root != .none { return open }
        let root =
            switch id {
            case .catalog: DatabaseHeader.catalogRoot
            case .catalogNames: DatabaseHeader.catalogNamesRoot
            default: try Catalog(self).entry(id)?.root ?? .none
            }
        guard root != .none else { return nil }
        let kind = PageKind(rawValue: TreePage.kind(try readPage(root, tree: id)))
        switch kind {
        case .rowidLeaf, .rowidInner: return openRowidTree(id, root: root)
        case .keyLeaf, .keyInner: return openKeyTree(id, root: root)
        default:
            throw .corrupt(Corruption(.pageKind, page: root, tree: id, "not the root of a tree"))
        }
    }
}

extension Tree {
    /// Gives back everything below a page of this tree, overflow chains included.
    func freePages(below number: PageNumber) throws(StorageError) {
        try beginOperation()
        savePosition()
        let page = try readPage(number)
        try freeChains(of: page)
        let level = TreePage.level(page)
        guard level > 0 else { return }
        for child in children(of: page) {
            let below = try readPage(child)
            try requireKind(below, child, level: level - 1)
            try freePages(below: child)
            try transaction.freePage(child, tree: tree)
        }
    }

    final func children(of page: UnsafeRawPointer) -> [PageNumber] {
        (0...TreePage.count(page)).map { child(page, $0) }
    }

    /// Gives back the chains of all cells of a page.
    private func freeChains(of page: UnsafeRawPointer) throws(StorageError) {
        for chain in chains(of: page) {
            try chain.chain.free(from: chain.first, length: chain.length)
        }
    }

    /// The chains that cells of a page lead to.
    final func chains(
        of page: UnsafeRawPointer
    ) -> [(chain: OverflowChain, first: PageNumber, length: Int)] {
        let level = TreePage.level(page)
        guard isKeyed || level == 0 else { return [] }
        var chains: [(chain: OverflowChain, first: PageNumber, length: Int)] = []
        for index in 0..<TreePage.count(page) {
            if isKeyed {
                let cell = KeyCell.read(page, index, slotSize: KeyPage.slotSize(level: level))
                guard cell.isInChain else { continue }
                let chain = OverflowChain(
                    transaction: transaction, tree: tree, owner: Int64(cell.chain.rawValue))
                chains.append((chain, cell.chain, 4 + cell.keyCount + cell.valueCount))
            } else {
                let cell = RowidCell.read(
                    page, at: RowidPage.cellOffset(page, index),
                    maxLocal: RowidCell.maxLocal(usableSize: usableSize))
                guard cell.overflows else { continue }
                let chain = OverflowChain(
                    transaction: transaction, tree: tree, owner: RowidPage.rowid(page, index))
                chains.append(
                    (chain, cell.firstOverflow(page), cell.payloadLength - cell.localLength))
            }
        }
        return chains
    }
}
