/// Changes of row counts that wait for the end of the transaction (or the next savepoint), so
/// that a root page is dirtied once and not for each row.
///
/// **Users.** One write transaction and its trees.
///
/// **Always true.** Every tree with pending rows is in `waiting`, each once.
package struct TreeCounts {
    private var waiting: [any OpenTree] = []

    package init() {}

    /// A tree has rows that its root page does not count yet.
    mutating func add(_ tree: any OpenTree) { waiting.append(tree) }

    /// What is not yet written of a tree's count.
    func pending(_ tree: TreeID) -> Int64 {
        for entry in waiting where entry.tree == tree { return entry.pendingRows }
        return 0
    }

    func forget(_ tree: TreeID) {
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

    /// Writes the counts into the root pages.
    mutating func flush(_ transaction: Transaction) throws(StorageError) {
        defer { removeAll() }
        for tree in waiting where tree.pendingRows != 0 {
            let page = try transaction.modifyPage(tree.root, tree: tree.tree)
            let old = RowidPage.rowCount(page.bytes)
            let (count, overflow) = old.addingReportingOverflow(tree.pendingRows)
            guard !overflow, count >= 0 else {
                throw .corrupt(
                    Corruption(
                        .count, page: tree.root, tree: tree.tree, "\(old) \(tree.pendingRows)"))
            }
            page.store(count, at: TreePage.rowCount)
        }
    }
}
