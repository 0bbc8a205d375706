/// A place in a tree: what cursors of both kinds of tree have in common.
///
/// **Users.** The thread of the transaction; until the transaction ends.
///
/// **Always true.** While it stands on a row, `page` is the leaf as the transaction sees it, and
/// `path` the way to it. When the tree changes, both are given up and the row is found again by its
/// key at the next move; not when its row is replaced and stays in the leaf.
@usableFromInline
package class LeafCursor: PageHolder {
    package final let tree: TreeID
    @exclusivity(unchecked) @usableFromInline final var index = 0
    @exclusivity(unchecked) @usableFromInline final var count = 0
    @exclusivity(unchecked) final var path = TreePath()
    @exclusivity(unchecked) @usableFromInline final var lastVisit: UInt64 = 0
    /// The tree changed while it stood on a row, whose key it remembers.
    @exclusivity(unchecked) final var isSaved = false
    /// If the row was removed under it: its leaf, and the place there of the row behind. Until the
    /// tree changes again.
    @exclusivity(unchecked) private final var gapLeaf = PageNumber.none
    @exclusivity(unchecked) private final var gapIndex = 0
    /// How many leaves further on it is than where it entered.
    @exclusivity(unchecked) private final var distance = 0
    private final let base: Tree

    init(_ owner: Tree) {
        base = owner
        tree = owner.tree
        super.init(owner.view)
    }

    /// The number of its visit to a leaf, which no cursor of the transaction has had before: as
    /// long as it stays the same, so do the leaf and all that is in it. Zero while it stands
    /// nowhere.
    @inlinable package final var visit: UInt64 { lastVisit }
    /// The place of the row it stands on among those of the leaf.
    @inlinable package final var placeInLeaf: Int { index }

    @inline(__always)
    private final func beginVisit() {
        base.view.pointee.visits &+= 1
        lastVisit = base.view.pointee.visits
    }

    package final func savePosition() {
        gapLeaf = .none
        guard page != nil else { return }
        rememberKey()
        isSaved = true
        lastVisit = 0
        page = nil
    }

    /// Its leaf is being changed, and may lie elsewhere in memory for that; rows keep their places
    /// among the others, though their cells may move.
    @inline(__always)
    final func didChange(_ leaf: MutablePage) {
        beginVisit()
        page = leaf.bytes
    }

    /// It stands where it stood when its position was saved: its row is still, or again, at the
    /// same place in its leaf, and so are the rows beside it.
    final func stay(in leaf: MutablePage) {
        isSaved = false
        didChange(leaf)
    }

    /// The row it stood on when its position was saved is gone from its leaf, and nothing else has
    /// changed: the row behind is at that place now.
    final func stay(behind index: Int, of leaf: MutablePage) {
        gapLeaf = leaf.number
        gapIndex = index
    }

    /// Goes back to the leaf in which its row was removed, at the place of the row behind, which
    /// may be the end of the leaf; false, and nothing has changed, if that leaf is not known any
    /// more.
    final func returnToGap() -> Bool {
        guard isSaved, gapLeaf != .none, let leaf = base.residentPage(gapLeaf) else {
            return false
        }
        isSaved = false
        beginVisit()
        page = leaf
        count = TreePage.count(leaf)
        index = gapIndex
        return true
    }

    /// Stands nowhere.
    package final override func reset() {
        // Called by the one who counts visits.
        lastVisit = 0
        page = nil
        isSaved = false
        count = 0
    }

    // MARK: What the kinds of tree do differently

    /// Keeps the key of the row it stands on.
    func rememberKey() {}
    /// Goes to the first row behind the remembered key.
    func seekBehindSaved() throws(StorageError) -> Bool { false }
    /// Goes to the last row before the remembered key.
    func seekBeforeSaved() throws(StorageError) -> Bool { false }
    /// The leaf is another one.
    func didEnterLeaf() {}

    // MARK: Moving

    /// Goes to the first row of the tree.
    package final func first() throws(StorageError) -> Bool {
        try enter { (_) throws(StorageError) in 0 }
        return count > 0 ? true : try nextLeaf()
    }

    /// Goes to the last row of the tree.
    package final func last() throws(StorageError) -> Bool {
        try enter { (page) throws(StorageError) in TreePage.count(page) }
        index = count &- 1
        return count > 0 ? true : try previousLeaf()
    }

    /// Goes down to a leaf.
    @inline(__always)
    final func enter(
        _ choose: (UnsafeRawPointer) throws(StorageError) -> Int
    ) throws(StorageError) {
        beginVisit()
        page = nil
        isSaved = false
        count = 0
        index = 0
        distance = 0
        try base.beginOperation()
        guard base.root != .none else { return }
        let leaf = try base.descend(into: &path, choose)
        page = leaf.page
        count = TreePage.count(leaf.page)
        base.hasPositions = true
        enlist()
        didEnterLeaf()
    }

    /// A search ends in the leaf in which the cursor stands: there is no way to go.
    @inline(__always)
    final func enterAgain() {
        beginVisit()
        distance = 0
    }

    /// Enters a leaf that a known way leads to, if it is in memory and `choose` finds a row there;
    /// false, and nothing has changed, if not.
    @inline(__always)
    final func enter(
        _ leaf: PageNumber, _ way: borrowing TreePath, _ choose: (UnsafeRawPointer) -> Int?
    ) throws(StorageError) -> Bool {
        try base.beginOperation()
        guard let page = base.residentPage(leaf), let index = choose(page) else { return false }
        base.countReads(way.count &+ 1)
        beginVisit()
        path.copy(way)
        self.page = page
        self.index = index
        count = TreePage.count(page)
        isSaved = false
        distance = 0
        base.hasPositions = true
        enlist()
        didEnterLeaf()
        return true
    }

    /// Goes to the next row if it lies in the same leaf; false, and nothing has changed, if not.
    /// Hot.
    @inlinable @inline(__always)
    package final func nextInLeaf() -> Bool {
        guard page != nil, index &+ 1 < count else { return false }
        index &+= 1
        return true
    }

    /// Goes to the next row; false behind the last one. Hot.
    @inlinable @inline(__always)
    package final func next() throws(StorageError) -> Bool {
        if page != nil, index &+ 1 < count {
            index &+= 1
            return true
        }
        return try nextSlow()
    }

    @inlinable @inline(__always)
    package final func previous() throws(StorageError) -> Bool {
        if page != nil, index > 0 {
            index &-= 1
            return true
        }
        return try previousSlow()
    }

    @usableFromInline
    final func nextSlow() throws(StorageError) -> Bool {
        if isSaved { return try seekBehindSaved() }
        return page == nil ? false : try nextLeaf()
    }

    @usableFromInline
    final func previousSlow() throws(StorageError) -> Bool {
        if isSaved { return try seekBeforeSaved() }
        return page == nil ? false : try previousLeaf()
    }

    final func nextLeaf() throws(StorageError) -> Bool { try moveLeaf(by: 1) }
    final func previousLeaf() throws(StorageError) -> Bool { try moveLeaf(by: -1) }

    /// Goes up as far as needed and down again to the neighbouring leaf that has rows.
    private func moveLeaf(by step: Int) throws(StorageError) -> Bool {
        try base.beginOperation()
        while let last = path.popLast() {
            let parent = try base.readPage(last.number)
            let target = last.index &+ step
            guard target >= 0, target <= TreePage.count(parent) else { continue }
            path.append(.init(number: last.number, index: target))
            var level = TreePage.level(parent)
            var number = base.child(parent, target)
            var child = try base.readPage(number)
            level &-= 1
            try base.requireKind(child, number, level: level)
            while level > 0 {
                let index = step > 0 ? 0 : TreePage.count(child)
                path.append(.init(number: number, index: index))
                number = base.child(child, index)
                child = try base.readPage(number)
                level &-= 1
                try base.requireKind(child, number, level: level)
            }
            distance &+= step
            // A damaged tree may lead to the same leaves again and again.
            guard abs(distance) <= Int(base.transaction.state.pageCount) else {
                throw base.corrupt(.childPointer, number, "more leaves than pages")
            }
            beginVisit()
            page = child
            count = TreePage.count(child)
            index = step > 0 ? 0 : count &- 1
            didEnterLeaf()
            if count > 0 { return true }
        }
        reset()
        return false
    }
}
