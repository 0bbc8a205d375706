/// Moves single pages towards the front of the file.
///
/// No page says who points to it, and none has to: a page of a tree is found by descending to its
/// first key, a page of an overflow chain by descending to the row that owns the chain.
///
/// **Users.** One write transaction; nobody holds a cursor of it.
struct PageRelocation {
    private let transaction: Transaction

    init(_ transaction: Transaction) { self.transaction = transaction }

    /// Moves what a page holds to the lowest free page. An overflow chain moves as a whole.
    /// Requires: a free page before this one.
    func move(_ number: PageNumber) throws(StorageError) {
        try transaction.beginOperation()
        let id = PageBlock.tree(try transaction.readAnyPage(number))
        guard let tree = try transaction.anyTree(id) else {
            throw .corrupt(
                Corruption(.spaceMap, page: number, tree: id, "in use, and its tree is empty"))
        }
        tree.savePosition()
        // To open a tree is an operation, and pages may leave meanwhile.
        let page = try transaction.readPage(number, tree: id)
        switch PageKind(rawValue: TreePage.kind(page)) {
        case .overflow:
            let owner = page.little(Int64.self, at: OverflowChain.owner)
            try moveChain(owner: owner, of: tree)
        case .rowidLeaf, .rowidInner, .keyLeaf, .keyInner:
            if number == tree.root {
                try moveRoot(of: tree)
            } else {
                try moveNode(number, page, of: tree)
            }
        default:
            throw .corrupt(Corruption(.pageKind, page: number, tree: id, "cannot be moved"))
        }
    }

    private func unreachable(_ number: PageNumber, _ tree: Tree) -> StorageError {
        .corrupt(
            Corruption(
                .childPointer, page: number, tree: tree.tree, "in use, and nothing reaches it"))
    }

    // MARK: Pages of trees

    /// Copies a page to a free one; the old one is free then.
    private func copy(_ number: PageNumber, of tree: Tree) throws(StorageError) -> PageNumber {
        let page = try transaction.readPage(number, tree: tree.tree)
        // The copy counts as a page of this transaction's own.
        try transaction.requireApart(page, number, tree.tree)
        let level = TreePage.level(page)
        let target = try transaction.allocatePage(
            tree.kind(level: level), level: level, tree: tree.tree, near: .none)
        target.copy(
            from: page + PageHeader.cellCount,
            count: transaction.usableSize - PageHeader.cellCount, to: PageHeader.cellCount)
        try transaction.freePage(number, tree: tree.tree)
        return target.number
    }

    private func moveRoot(of tree: Tree) throws(StorageError) {
        guard tree.tree > .catalogNames, var entry = try Catalog(transaction).entry(tree.tree)
        else { throw unreachable(tree.root, tree) }
        try transaction.treeCounts.flush(transaction)
        entry.root = try copy(tree.root, of: tree)
        tree.root = entry.root
        try Catalog(transaction).setRoot(entry)
        // Everybody else has to look for the root again.
        transaction.state.schemaCookie &+= 1
    }

    private func moveNode(
        _ number: PageNumber, _ page: UnsafeRawPointer, of tree: Tree
    ) throws(StorageError) {
        try descendToFirstKey(of: number, page, in: tree)
        for depth in 0..<tree.path.count {
            let step = tree.path[depth]
            let parent = try transaction.readPage(step.number, tree: tree.tree)
            guard tree.child(parent, step.index) == number else { continue }
            let target = try copy(number, of: tree)
            let changed = try transaction.modifyPage(step.number, tree: tree.tree)
            changed.store(
                target.rawValue,
                at: tree.childOffset(changed.bytes, step.index))
            return
        }
        throw unreachable(number, tree)
    }

    /// Leaves in the tree's `path` the way to the first row below a page.
    private func descendToFirstKey(
        of number: PageNumber, _ page: UnsafeRawPointer, in tree: Tree
    ) throws(StorageError) {
        var leaf = page
        while TreePage.level(leaf) > 0 {
            let child = tree.child(leaf, 0)
            let below = try transaction.readPage(child, tree: tree.tree)
            try tree.requireKind(below, child, level: TreePage.level(leaf) - 1)
            leaf = below
        }
        guard TreePage.count(leaf) > 0 else { throw unreachable(number, tree) }
        if let rows = tree as? RowidTree {
            let rowid = RowidPage.rowid(leaf, 0)
            _ = try rows.descend(into: &rows.path) { (page) throws(StorageError) in
                RowidPage.childIndex(page, rowid)
            }
        } else if let keys = tree as? KeyTree {
            var builder = KeyPageBuilder(usableSize: keys.usableSize, level: 0)
            builder.add(page: leaf)
            var key = ByteBuffer(capacity: 64)
            try keys.wholeKey(0, of: builder).withUnsafeBytes { key.append($0) }
            _ = try keys.descend(to: key.bytes)
        }
    }

    // MARK: Overflow chains

    private func moveChain(owner: Int64, of tree: Tree) throws(StorageError) {
        if let rows = tree as? RowidTree {
            try moveRow(owner, of: rows)
        } else if let keys = tree as? KeyTree {
            try moveKeyChain(PageNumber(UInt32(truncatingIfNeeded: owner)), of: keys)
        }
    }

    private func moveRow(_ rowid: Int64, of tree: RowidTree) throws(StorageError) {
        let leaf = try tree.descend(into: &tree.path) { (page) throws(StorageError) in
            RowidPage.childIndex(page, rowid)
        }
        let index = RowidPage.lowerBound(leaf.page, rowid)
        guard index < TreePage.count(leaf.page), RowidPage.rowid(leaf.page, index) == rowid
        else { throw unreachable(leaf.number, tree) }
        let cell = RowidCell.read(
            leaf.page, at: RowidPage.cellOffset(leaf.page, index), maxLocal: tree.maxLocal)
        guard cell.overflows else { throw unreachable(leaf.number, tree) }
        let chain = OverflowChain(transaction: transaction, tree: tree.tree, owner: rowid)
        let first = try move(
            chain, from: cell.firstOverflow(leaf.page),
            length: cell.payloadLength - cell.localLength, ownsItself: false)
        let page = try transaction.modifyPage(leaf.number, tree: tree.tree)
        page.store(first.rawValue, at: cell.localOffset + cell.localLength)
    }

    /// Writes a chain anew, in front.
    private func move(
        _ chain: OverflowChain, from first: PageNumber, length: Int, ownsItself: Bool
    ) throws(StorageError) -> PageNumber {
        var bytes = ByteBuffer(capacity: 64)
        try chain.append(from: first, length: length, to: &bytes)
        // Freed first, so that pages of its own that lie in front are used again.
        try chain.free(from: first, length: length)
        return try chain.write(bytes.bytes, ownsItself: ownsItself)
    }

    /// The chain of a key belongs to a leaf's cell, or to a separator on the way to it.
    private func moveKeyChain(_ first: PageNumber, of tree: KeyTree) throws(StorageError) {
        let start = try transaction.readPage(first, tree: tree.tree)
        let count = Int(start.little(UInt32.self, at: OverflowChain.payload))
        var head = ByteBuffer(capacity: 64)
        var cell = KeyCell(chain: first, keyCount: count)
        try tree.readChain(cell, count: 4 + count, into: &head)
        let leaf = try tree.descend(
            to: UnsafeRawBufferPointer(rebasing: head.bytes[4...]))
        for depth in 0...tree.path.count {
            let number = depth == 0 ? leaf.number : tree.path[depth - 1].number
            let page = try transaction.readPage(number, tree: tree.tree)
            let slotSize = KeyPage.slotSize(level: TreePage.level(page))
            for index in 0..<TreePage.count(page) {
                cell = KeyCell.read(page, index, slotSize: slotSize)
                guard cell.chain == first else { continue }
                let moved = try move(
                    tree.chain(first), from: first,
                    length: 4 + cell.keyCount + cell.valueCount, ownsItself: true)
                let changed = try transaction.modifyPage(number, tree: tree.tree)
                changed.store(moved.rawValue, at: cell.offset + cell.restCount)
                return
            }
        }
        throw unreachable(first, tree)
    }
}
