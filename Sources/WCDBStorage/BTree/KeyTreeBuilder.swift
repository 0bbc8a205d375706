/// Fills an empty key tree with keys that come in ascending order: every page is written once, full
/// and with the longest prefix, without a descent.
///
/// **Users.** One owner in one write transaction, which changes this tree through nothing else
/// until `finish`.
package struct KeyTreeBuilder: ~Copyable {
    private let tree: KeyTree
    /// The cells of the leaf that is being filled: none only before the first key.
    private var leaf: KeyPageBuilder
    private let maxPrefix: Int
    /// What the cells of `leaf` need while their keys are not shortened.
    private var plainSize = 0
    /// How many bytes all keys of `leaf` begin with in common, if there are two or more, as far as
    /// a prefix may be long.
    private var shared = 0
    private var count: Int64 = 0
    /// The key before, if it is not the last one of `leaf` because that has only its front.
    private var longKey = ByteBuffer(capacity: 64)
    /// The inner pages that are being filled, the one above the leaves first. A class each, because
    /// arrays hold no values that cannot be copied.
    private var levels: [Level] = []

    private final class Level {
        var builder: KeyPageBuilder
        init(usableSize: Int, level: UInt8) {
            builder = KeyPageBuilder(usableSize: usableSize, level: level)
        }
    }

    package init(_ tree: KeyTree) throws(StorageError) {
        guard try tree.count() == 0 else { throw .misuse("only an empty tree can be built") }
        self.tree = tree
        leaf = KeyPageBuilder(usableSize: tree.usableSize, level: 0)
        maxPrefix = KeyPage.maxPrefix(usableSize: tree.usableSize)
    }

    /// Adds a key behind all others. Hot.
    package mutating func append(
        _ key: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(StorageError) {
        do throws(StorageError) {
            let index = leaf.cells.count
            var common = 0
            if index > 0 {
                let last = lastKey
                common = ByteOrder.commonPrefix(last, key)
                guard common < key.count, common == last.count || last[common] < key[common]
                else { throw .misuse("keys must come in ascending order") }
                common = min(common, leaf.cells[index &- 1].keyCount)
            }
            if key.count &+ value.count <= tree.maxLocal {
                leaf.append(key, value)
            } else {
                try tree.entry.encode(key, value, in: tree)
                leaf.insert(tree.entry, at: index)
                longKey.removeAll()
                longKey.append(key)
                common = min(common, tree.entry.keyCount)
            }
            let cell = leaf.cells[index].keyCount &+ leaf.cells[index].tailCount
            let size = plainSize &+ cell &+ KeyPage.leafSlot
            // Keys ascend: what neighbours have in common decides, and it only shrinks.
            let next = index > 1 ? min(shared, common) : min(maxPrefix, common)
            if size &- next &* index > leaf.capacity {
                try closeLeaf()
                plainSize = cell &+ KeyPage.leafSlot
                shared = 0
            } else {
                plainSize = size
                shared = next
            }
            count &+= 1
        } catch {
            throw tree.transaction.doubt(error)
        }
    }

    /// The key that was added last. Requires: there is one.
    private var lastKey: UnsafeRawBufferPointer {
        let last = leaf.cells.count &- 1
        return leaf.isInChain(last) ? longKey.bytes : leaf.key(last)
    }

    /// Writes all cells but the last, which did not fit.
    private mutating func closeLeaf() throws(StorageError) {
        // Between two leaves full pages may leave memory; the cells are in the builder.
        try tree.transaction.beginOperation()
        let last = leaf.cells.count - 1
        let page = try writeLeaf(0..<last)
        try tree.takeSeparator(between: last - 1, and: last, of: leaf)
        try close(page, level: 0)
        leaf.keepLast()
    }

    private func writeLeaf(_ range: Range<Int>) throws(StorageError) -> PageNumber {
        let page = try tree.transaction.allocatePage(
            .keyLeaf, level: 0, tree: tree.tree, near: .none)
        leaf.write(range, prefix: shared, to: page)
        return page.number
    }

    /// A page is full; the tree's separator follows it: its parent takes both.
    private mutating func close(_ page: PageNumber, level: Int) throws(StorageError) {
        tree.transaction.finish(page)
        if level == levels.count {
            levels.append(Level(usableSize: tree.usableSize, level: UInt8(level + 1)))
        }
        let parent = levels[level]
        let index = parent.builder.cells.count
        parent.builder.insert(tree.separator, child: page, at: index)
        guard !parent.builder.fits(0..<(index + 1)) else { return }
        let number = try writeInner(
            parent.builder, 0..<index, rightChild: page, to: nil)
        tree.separator.take(index, of: parent.builder)
        parent.builder.removeAll()
        try close(number, level: level + 1)
    }

    private func writeInner(
        _ builder: borrowing KeyPageBuilder, _ range: Range<Int>, rightChild: PageNumber,
        to target: MutablePage?
    ) throws(StorageError) -> PageNumber {
        let page: MutablePage
        if let target {
            page = target
        } else {
            page = try tree.transaction.allocatePage(
                .keyInner, level: builder.level, tree: tree.tree, near: .none)
        }
        tree.write(builder, range, rightChild: rightChild, to: page)
        return page.number
    }

    /// Makes what was added the content of the tree.
    package consuming func finish() throws(StorageError) {
        guard count > 0 else { return }
        var top = try writeLeaf(0..<leaf.cells.count)
        for (index, level) in levels.enumerated() {
            var target: MutablePage?
            if index == levels.count - 1, tree.root != .none {
                target = try tree.transaction.modifyPage(tree.root, tree: tree.tree)
            }
            top = try writeInner(
                level.builder, 0..<level.builder.cells.count, rightChild: top, to: target)
        }
        let (built, last) = (tree, top)
        try built.adopt(root: last, rows: count) { (root) throws(StorageError) in
            try built.pullUp(last, into: root)
        }
    }
}
