/// Changes of row counts that wait for the end of the transaction (or the next savepoint), so
/// that a root page is dirtied once and not for each row.
///
/// **Users.** One write transaction and its trees.
package struct TreeCounts {
    private struct Entry {
        var tree: TreeID
        var root: PageNumber
        var change: Int64
    }

    /// A transaction touches few trees: a list beats a dictionary.
    private var entries: [Entry] = []

    package init() {}

    /// Adds `change` rows to a tree. Hot.
    @inline(__always)
    mutating func add(_ change: Int64, to tree: TreeID, root: PageNumber) {
        var index = 0
        while index < entries.count {
            if entries[index].tree == tree {
                entries[index].change &+= change
                entries[index].root = root
                return
            }
            index &+= 1
        }
        entries.append(Entry(tree: tree, root: root, change: change))
    }

    /// What is not yet written of a tree's count.
    func pending(_ tree: TreeID) -> Int64 {
        for entry in entries where entry.tree == tree { return entry.change }
        return 0
    }

    mutating func forget(_ tree: TreeID) { entries.removeAll { $0.tree == tree } }
    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    /// Writes the counts into the root pages.
    mutating func flush(_ transaction: Transaction) throws(StorageError) {
        let waiting = entries
        entries.removeAll(keepingCapacity: true)
        for entry in waiting where entry.change != 0 {
            let page = try transaction.modifyPage(entry.root, tree: entry.tree)
            let old = Int64(
                littleEndian: page.bytes.load(fromByteOffset: TreePage.rowCount, as: Int64.self))
            let (count, overflow) = old.addingReportingOverflow(entry.change)
            guard !overflow, count >= 0 else {
                throw .corrupt(
                    Corruption(
                        .count, page: entry.root, tree: entry.tree, "\(old) \(entry.change)"))
            }
            page.store(count, at: TreePage.rowCount)
        }
    }
}
