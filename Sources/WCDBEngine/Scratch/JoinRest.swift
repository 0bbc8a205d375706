import WCDBStorage

/// The rows of a hash join's inner side that `JoinRows` has no room for. The keys that come while
/// there is room are in memory, each with all of its rows; the others lie in a tree.
///
/// **Users.** One `HashCursor`, one thread.
final class JoinRest {
    private let index: JoinIndex
    private let store: RowStore
    private let space: ScratchSpace
    @exclusivity(unchecked) private var tree: ScratchTree?
    @exclusivity(unchecked) private var row = -1
    /// The key that was looked for last, while the tree has its rows.
    @exclusivity(unchecked) private var treeKey = ScratchArray<UInt8>(capacity: 64)
    @exclusivity(unchecked) private var isInTree = false

    init(columnCount: Int, space: ScratchSpace) {
        index = JoinIndex(space: space)
        store = RowStore(columnCount: columnCount, space: space)
        self.space = space
    }

    func add(
        _ key: UnsafeRawBufferPointer, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        let row = try store.append(values)
        if try index.add(key, row: row) { return }
        let tree = try ScratchTree.open(&tree, space, hasRows: true)
        try tree.add(key, row: row)
    }

    /// Goes to the first row with a key; false if there is none.
    func seek(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        isInTree = false
        row = index.firstRow(of: index.find(key))
        if row < 0, let tree {
            row = try tree.firstRow(of: key)
            guard row >= 0 else { return false }
            isInTree = true
            treeKey.removeAll()
            for byte in key { treeKey.append(byte) }
        }
        return try readRow()
    }

    /// Goes to the next row with the same key; false behind the last one.
    func next() throws(StorageError) -> Bool {
        guard row >= 0 else { return false }
        if isInTree, let tree {
            let key = UnsafeRawBufferPointer(start: treeKey.elements, count: treeKey.count)
            row = try tree.nextRow(of: key)
        } else {
            row = index.nextRow(after: row)
        }
        return try readRow()
    }

    private func readRow() throws(StorageError) -> Bool {
        guard row >= 0 else { return false }
        try store.seek(row)
        return true
    }

    func column(_ index: Int) -> ColumnValue { store.column(index) }
}
