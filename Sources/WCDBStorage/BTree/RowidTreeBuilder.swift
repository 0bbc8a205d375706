/// Fills an empty rowid tree with rows that come in ascending order: every page is written once,
/// full, without a descent.
///
/// **Users.** One owner in one write transaction, which changes this tree through nothing else
/// until `finish`.
///
/// **Always true.** Pages that are left behind are complete; the tree is still empty for everybody
/// else until `finish`.
package struct RowidTreeBuilder: ~Copyable {
    private let tree: RowidTree
    private var leaf: MutablePage?
    private var last: Int64?
    private var count: Int64 = 0
    /// The inner pages that are being filled, the one above the leaves first.
    private var levels: [Level] = []

    private struct Level {
        var keys: [Int64] = []
        var children: [PageNumber] = []
    }

    package init(_ tree: RowidTree) throws(StorageError) {
        guard try tree.count() == 0 else { throw .misuse("only an empty tree can be built") }
        self.tree = tree
    }

    /// Adds a row behind all others.
    package mutating func append(
        _ rowid: Int64, _ payload: UnsafeRawBufferPointer
    ) throws(StorageError) {
        do throws(StorageError) {
            if let last, rowid <= last { throw .misuse("rows must come in ascending order") }
            let size = try tree.encodeCell(rowid, payload)
            let page = try openLeaf()
            if !tree.putIfFits(rowid, size: size, in: page, at: TreePage.count(page.bytes)) {
                try close(page.number, key: last ?? rowid, level: 0)
                leaf = nil
                // Between two leaves full pages may leave memory; the cell waits in the tree.
                try tree.transaction.beginOperation()
                let fresh = try openLeaf()
                guard tree.putIfFits(rowid, size: size, in: fresh, at: 0) else {
                    throw .misuse("a cell larger than a page")
                }
            }
            last = rowid
            count += 1
        } catch {
            throw tree.transaction.doubt(error)
        }
    }

    private mutating func openLeaf() throws(StorageError) -> MutablePage {
        if let leaf { return leaf }
        let page = try tree.transaction.allocatePage(
            .rowidLeaf, level: 0, tree: tree.tree, near: .none)
        page.store(UInt16(tree.usableSize), at: PageHeader.contentStart)
        leaf = page
        return page
    }

    /// A page is full, and ends at `key`: its parent takes it.
    private mutating func close(
        _ page: PageNumber, key: Int64, level: Int
    ) throws(StorageError) {
        tree.transaction.finish(page)
        if level == levels.count { levels.append(Level()) }
        levels[level].children.append(page)
        guard levels[level].keys.count < RowidPage.innerCapacity(usableSize: tree.usableSize)
        else {
            let parent = try writeLevel(level, to: nil)
            try close(parent, key: key, level: level + 1)
            return
        }
        levels[level].keys.append(key)
    }

    /// Writes an inner page with one child more than keys, and begins the next one.
    private mutating func writeLevel(
        _ level: Int, to target: MutablePage?
    ) throws(StorageError) -> PageNumber {
        let page: MutablePage
        if let target {
            page = target
        } else {
            page = try tree.transaction.allocatePage(
                .rowidInner, level: UInt8(level + 1), tree: tree.tree, near: .none)
        }
        tree.writeInner(
            page, level: UInt8(level + 1), keys: levels[level].keys,
            children: levels[level].children)
        levels[level] = Level()
        return page.number
    }

    /// Makes what was added the content of the tree.
    package consuming func finish() throws(StorageError) {
        guard var top = leaf?.number else { return }
        for level in levels.indices {
            levels[level].children.append(top)
            let isTop = level == levels.count - 1
            if isTop, tree.root != .none {
                let root = try tree.transaction.modifyPage(tree.root, tree: tree.tree)
                top = try writeLevel(level, to: root)
            } else {
                top = try writeLevel(level, to: nil)
            }
        }
        let (built, last) = (tree, top)
        try built.adopt(root: last, rows: count) { (root) throws(StorageError) in
            try built.pullUp(last, into: root)
        }
    }
}
