/// What rowid trees and key trees have in common, as one transaction sees a tree.
///
/// Update-in-place B+tree. The root never moves: when it splits, its content moves into new
/// children. An empty tree may own no page; its first row gives it a root.
///
/// **Users.** The thread of the transaction. One object per tree and transaction, so that cursors
/// and changes know of each other: ask `Transaction.rowidTree` or `keyTree`.
///
/// **Always true.** `rightmostLeaf`, when set, is the last leaf of the tree as it is now.
@usableFromInline
package class Tree: OpenTree {
    package final let tree: TreeID
    /// It outlives the tree's use, and so does its view.
    final unowned(unsafe) let transaction: Transaction
    final let view: PageViewPointer
    /// Of pages like this tree's.
    private final let counter: UnsafeMutablePointer<PageCount>
    @usableFromInline final let usableSize: Int
    final let pageSize: Int
    /// Bytes keys, not rowids.
    final let isKeyed: Bool
    @exclusivity(unchecked) package internal(set) final var root: PageNumber
    @exclusivity(unchecked) final var cursors: [LeafCursor] = []
    /// Some cursor may stand somewhere.
    @exclusivity(unchecked) @usableFromInline final var hasPositions = false
    @exclusivity(unchecked) final var rightmostLeaf = PageNumber.none
    @exclusivity(unchecked) package final var pendingRows: Int64 = 0
    @exclusivity(unchecked) package final var isCounted = false
    /// The way to the leaf that is being changed.
    @exclusivity(unchecked) final var path = TreePath()

    init(_ transaction: Transaction, tree: TreeID, root: PageNumber, isKeyed: Bool) {
        self.transaction = transaction
        view = transaction.view
        let counters = transaction.view.pointee.counters
        counter = isKeyed ? counters.indexes : counters.tables
        self.tree = tree
        self.root = root
        self.isKeyed = isKeyed
        usableSize = transaction.usableSize
        pageSize = transaction.pageSize
    }

    // MARK: As the transaction sees it

    /// Whether the transaction runs, and has forgotten no tree since its `treeGeneration` was this,
    /// so that this object is the one in use. An empty tree says no: its root may come from another
    /// transaction. Requires: the transaction still exists.
    package final func isInUse(since generation: Int) -> Bool {
        transaction.isActive && transaction.treeGeneration == generation && root != .none
    }

    /// The tree changes, or went back to an earlier state.
    package final func savePosition() {
        forgetEdge()
        saveCursors()
    }

    /// The transaction forgets the tree: the two must not keep each other.
    package final func releaseCursors() { cursors.removeAll() }

    /// The last leaf may be another one.
    package final func forgetEdge() { rightmostLeaf = .none }

    @inline(__always)
    final func saveCursors() {
        guard hasPositions else { return }
        hasPositions = false
        for cursor in cursors { cursor.savePosition() }
    }

    /// All but one that stays where it is.
    @inline(__always)
    final func saveCursors(except kept: LeafCursor) {
        guard cursors.count > 1 else { return }
        for cursor in cursors where cursor !== kept { cursor.savePosition() }
    }

    /// The cursors that came last mostly go first. Their order means nothing.
    package final func remove(_ cursor: LeafCursor) {
        cursor.reset()
        guard let index = cursors.lastIndex(where: { $0 === cursor }) else { return }
        cursors.swapAt(index, cursors.count - 1)
        cursors.removeLast()
    }

    /// There are `change` rows more. Hot.
    @inline(__always)
    final func countRows(_ change: Int64) {
        pendingRows &+= change
        if !isCounted { expectCount() }
    }

    private final func expectCount() {
        isCounted = true
        transaction.treeCounts.add(self)
    }

    /// The number of rows.
    package final func count() throws(StorageError) -> Int64 {
        guard root != .none else { return 0 }
        let page = try readPage(root)
        return try RowCountChanges.sum(
            TreePage.rows(page), transaction.uncountedRows(of: tree), pendingRows, of: tree)
    }

    // MARK: Pages

    /// To be called at the start of each operation: here pages that no cursor holds may leave.
    @inline(__always)
    final func beginOperation() throws(StorageError) {
        if view.pointee.isDue { try transaction.catchUp() }
    }

    /// A page of this tree, as `Transaction.readPage`. Hot.
    @inline(__always)
    final func readPage(_ number: PageNumber) throws(StorageError) -> UnsafeRawPointer {
        counter.pointee.read &+= 1
        if let page = view.pointee.resident(number), PageBlock.tree(page) == tree { return page }
        return try readPageSlow(number)
    }

    /// A page of this tree if it is in memory and found without a lock. Hot.
    @inline(__always)
    final func residentPage(_ number: PageNumber) -> UnsafeRawPointer? {
        guard number != .none, let page = view.pointee.resident(number),
            PageBlock.tree(page) == tree
        else { return nil }
        return page
    }

    /// Pages that an operation reads without looking for them.
    @inline(__always)
    final func countReads(_ count: Int) { counter.pointee.read &+= count }

    /// A page of this tree, as `Transaction.modifyPage`. Hot.
    @inline(__always)
    final func modifyPage(_ number: PageNumber) throws(StorageError) -> MutablePage {
        if let block = view.pointee.changeable(number), PageBlock.tree(block) == tree {
            return MutablePage(
                memory: block, touched: PageBlock.touched(block, pageSize: pageSize),
                pageSize: pageSize, number: number)
        }
        return try modifyPageSlow(number)
    }

    @inline(never)
    private final func modifyPageSlow(
        _ number: PageNumber
    ) throws(StorageError) -> MutablePage {
        try transaction.modifyPage(number, tree: tree)
    }

    @inline(never)
    private final func readPageSlow(
        _ number: PageNumber
    ) throws(StorageError) -> UnsafeRawPointer {
        try transaction.readPage(number, tree: tree)
    }

    final func corrupt(
        _ kind: Corruption.Kind, _ page: PageNumber, _ detail: String
    ) -> StorageError {
        .corrupt(Corruption(kind, page: page, tree: tree, detail))
    }

    @inline(__always)
    final func child(_ page: UnsafeRawPointer, _ index: Int) -> PageNumber {
        isKeyed
            ? KeyPage.child(page, index)
            : RowidPage.child(page, index, usableSize: usableSize)
    }

    final func childOffset(_ page: UnsafeRawPointer, _ index: Int) -> Int {
        isKeyed
            ? KeyPage.childOffset(page, index)
            : RowidPage.childOffset(page, index, usableSize: usableSize)
    }

    final func kind(level: UInt8) -> PageKind {
        if isKeyed { return level == 0 ? .keyLeaf : .keyInner }
        return level == 0 ? .rowidLeaf : .rowidInner
    }

    /// Every child lies one level below its parent, which makes cycles impossible.
    @inline(__always)
    final func requireKind(
        _ page: UnsafeRawPointer, _ number: PageNumber, level: UInt8
    ) throws(StorageError) {
        guard TreePage.kind(page) == kind(level: level).rawValue, TreePage.level(page) == level
        else { throw corrupt(.level, number, "the page is not of level \(level)") }
    }

    /// Goes from the root to the leaf that `choose` leads to, remembering the way.
    @inline(__always)
    final func descend(
        into path: inout TreePath,
        _ choose: (UnsafeRawPointer) throws(StorageError) -> Int
    ) throws(StorageError) -> (number: PageNumber, page: UnsafeRawPointer) {
        path.removeAll()
        var number = root
        var page = try readPage(number)
        var level = TreePage.level(page)
        try requireKind(page, number, level: level)
        while level > 0 {
            let index = try choose(page)
            path.append(.init(number: number, index: index))
            number = child(page, index)
            page = try readPage(number)
            level &-= 1
            try requireKind(page, number, level: level)
        }
        return (number, page)
    }

    final func makeRoot() throws(StorageError) {
        let page = try transaction.allocatePage(
            kind(level: 0), level: 0, tree: tree, near: .none)
        page.store(UInt16(usableSize), at: PageHeader.contentStart)
        root = page.number
        try transaction.didMakeRoot(root, of: tree)
    }

    /// The page that the left half of a split goes to: the page itself, unless it is the root,
    /// whose content moves into a new child.
    final func leftHalf(of page: MutablePage, level: UInt8) throws(StorageError) -> MutablePage {
        guard page.number == root else { return page }
        guard level < TreePage.maxDepth else { throw .limit("the depth of a tree") }
        return try transaction.allocatePage(
            kind(level: level), level: level, tree: tree, near: .none)
    }

    final func isRightmost(_ leaf: PageNumber) throws(StorageError) -> Bool {
        var way = TreePath()
        return try descend(into: &way) { TreePage.count($0) }.number == leaf
    }

    /// Whether the remembered way took the last child everywhere.
    final func isOnRightEdge() throws(StorageError) -> Bool {
        for depth in 0..<path.count {
            let step = path[depth]
            let page = try readPage(step.number)
            guard step.index == TreePage.count(page) else { return false }
        }
        return true
    }
}
