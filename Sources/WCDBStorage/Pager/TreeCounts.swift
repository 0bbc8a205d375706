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
    /// The entry that was used last.
    private var recent = 0

    package init() {}

    /// Adds `change` rows to a tree. Hot.
    @inline(__always)
    mutating func add(_ change: Int64, to tree: TreeID, root: PageNumber) {
        if recent >= entries.count || entries[recent].tree != tree {
            recent = entries.firstIndex { $0.tree == tree } ?? entries.count
            if recent == entries.count {
                entries.append(Entry(tree: tree, root: root, change: 0))
            }
        }
        entries[recent].change &+= change
        entries[recent].root = root
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
        defer { entries.removeAll(keepingCapacity: true) }
        for index in entries.indices where entries[index].change != 0 {
            let entry = entries[index]
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
