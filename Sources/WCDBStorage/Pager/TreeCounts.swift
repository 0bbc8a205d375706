/// Changes of row counts that wait for the end of the transaction (or the next savepoint), so
/// that they are written once and not for each row.
///
/// **Users.** One write transaction and its trees.
///
/// **Always true.** Every tree with pending rows is in `waiting`, each once.
package struct TreeCounts {
    private var waiting: [any OpenTree] = []

    package init() {}

    /// A tree has rows that are not counted yet.
    mutating func add(_ tree: any OpenTree) { waiting.append(tree) }

    /// What is not yet written of a tree's count.
    func pending(_ tree: TreeID) -> Int64 {
        for entry in waiting where entry.tree == tree { return entry.pendingRows }
        return 0
    }

    fileprivate func forget(_ tree: TreeID) {
        for entry in waiting where entry.tree == tree { entry.pendingRows = 0 }
    }

    mutating func removeAll() {
        guard !waiting.isEmpty else { return }
        for tree in waiting {
            tree.pendingRows = 0
            tree.isCounted = false
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes the counts to where they cost least. What could not be counted goes on waiting.
    mutating func flush(_ transaction: Transaction) throws(StorageError) {
        guard !waiting.isEmpty else { return }
        do throws(StorageError) {
            for tree in waiting where tree.pendingRows != 0 {
                try transaction.count(tree.pendingRows, in: tree)
                tree.pendingRows = 0
            }
        } catch {
            throw transaction.doubt(error)
        }
        removeAll()
    }
}

extension Transaction {
    /// What a tree has more rows than its root page says.
    func uncountedRows(of tree: TreeID) -> Int64 { state.counts[tree] }

    /// A tree has no rows any more, or is gone.
    func forgetCount(of tree: TreeID) {
        treeCounts.forget(tree)
        state.counts.remove(tree)
    }

    /// A tree has `change` rows more. They are counted in its root page if that is changed anyway,
    /// and else in the commit's state, where another tree makes room if need be. Definitions
    /// change so seldom that the catalog takes no place there.
    fileprivate func count(_ change: Int64, in tree: any OpenTree) throws(StorageError) {
        let index = view.pointee.dirty.index(of: tree.root)
        let isChanged = index >= 0 && !view.pointee.dirty[index].isFreed
        guard !isChanged, tree.tree > .catalogNames else {
            return try countInRoot(change, tree.root, of: tree.tree)
        }
        if state.counts.add(change, to: tree.tree) { return }
        vacatePlace()
        if state.counts.add(change, to: tree.tree) { return }
        try countInRoot(change, tree.root, of: tree.tree)
    }

    /// Lets one of the trees that have a place give it up, if one of them can: damage in one tree
    /// is no reason not to write another.
    private func vacatePlace() {
        for step in 0..<UInt64(RowCountChanges.capacity) {
            let other = state.counts.tree(at: writeLSN &+ step)
            do {
                if let root = try anyTree(other)?.root { try countInRoot(0, root, of: other) }
                return state.counts.remove(other)
            } catch {
                continue
            }
        }
    }

    /// Lets a root page say how many rows there are, `change` more than were known.
    private func countInRoot(
        _ change: Int64, _ root: PageNumber, of tree: TreeID
    ) throws(StorageError) {
        let page = try modifyPage(root, tree: tree)
        let count = try RowCountChanges.sum(
            TreePage.rows(page.bytes), state.counts[tree], change, of: tree)
        page.store(count, at: TreePage.rowCount)
        state.counts.remove(tree)
    }
}
