/// Removing keys, and joining pages that became small with their neighbours, up to the root, which
/// takes over what its last child has.
extension KeyTree {
    /// Removes a key; false if it is not there.
    package func delete(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard let (page, index, cell) = try modifyCell(of: key) else { return false }
            try freeChain(of: cell)
            removeCell(at: index, size: cell.size, from: page)
            countRows(-1)
            try mergeIfSmall(page)
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Finds a key that is about to be replaced or removed; nil if it is not there. Its leaf may be
    /// changed, and `path` leads to that leaf's parent.
    @inline(__always)
    func modifyCell(
        of key: UnsafeRawBufferPointer
    ) throws(StorageError) -> (page: MutablePage, index: Int, cell: KeyCell)? {
        try beginOperation()
        saveCursors()
        guard root != .none else { return nil }
        let leaf = try descend(to: key)
        let place = try search(leaf.page, key, slotSize: KeyPage.leafSlot)
        guard place.isMatch else { return nil }
        let page = try modifyPage(leaf.number)
        let cell = KeyCell.read(page.bytes, place.index, slotSize: KeyPage.leafSlot)
        return (page, place.index, cell)
    }

    /// Takes slot and cell out of a leaf and wipes what they occupied.
    func removeCell(at index: Int, size: Int, from page: MutablePage) {
        let bytes = page.bytes
        let count = TreePage.count(bytes)
        let offset = KeyPage.offset(bytes, index, slotSize: KeyPage.leafSlot)
        let start = TreePage.contentStart(bytes)
        page.zero(offset, count: size)
        let slot = TreePage.slots + index * KeyPage.leafSlot
        let end = TreePage.slots + count * KeyPage.leafSlot
        page.move(
            from: slot + KeyPage.leafSlot, count: end - slot - KeyPage.leafSlot, to: slot)
        page.zero(end - KeyPage.leafSlot, count: KeyPage.leafSlot)
        page.store(UInt16(count - 1), at: PageHeader.cellCount)
        if count == 1 {
            // Nothing is left: the page begins anew.
            let prefix = KeyPage.prefixCount(bytes)
            page.zero(usableSize - prefix, count: prefix)
            page.store(UInt16(0), at: TreePage.prefix)
            page.store(UInt16(usableSize), at: PageHeader.contentStart)
            page.store(UInt16(0), at: PageHeader.fragmentBytes)
        } else if offset == start {
            page.store(UInt16(start + size), at: PageHeader.contentStart)
        } else {
            page.store(
                TreePage.fragmentField(bytes) + UInt16(size), at: PageHeader.fragmentBytes)
            vacancy = Vacancy(leaf: page.number, offset: offset, size: size)
        }
    }

    /// A leaf or inner page may have become small: joins it with a neighbour under the same parent
    /// if the two leave room for growth, and drops it when it is empty.
    /// Requires: `path` leads to its parent.
    func mergeIfSmall(_ page: MutablePage) throws(StorageError) {
        guard let step = path.last else { return }
        let level = TreePage.level(page.bytes)
        guard Tree.isSmall(used(page.bytes, level: level), of: capacity) else { return }
        forgetEdge()
        let parent = try readPage(step.number)
        for leftIndex in Tree.neighbourPairs(of: step.index, count: TreePage.count(parent)) {
            if try merge(leftIndex, level: level, under: parent) { return }
        }
        guard level == 0, TreePage.count(page.bytes) == 0 else { return }
        try transaction.freePage(page.number, tree: tree)
        try removeChild(step.index)
    }

    /// What prefix, cells and slots of a page take.
    func used(_ page: UnsafeRawPointer, level: UInt8) -> Int {
        TreePage.count(page) * KeyPage.slotSize(level: level) + usableSize
            - TreePage.contentStart(page) - Int(TreePage.fragmentField(page))
    }

    /// What the cells of two neighbours would take in one page, where they may have less of a
    /// prefix in common than in the pages that they are in. Without a separator between them.
    private func size(
        of left: UnsafeRawPointer, and right: UnsafeRawPointer, level: UInt8
    ) -> Int {
        let prefix = commonPrefix(of: left, and: right, level: level)
        func rests(_ page: UnsafeRawPointer) -> Int {
            let own = KeyPage.prefixCount(page)
            return used(page, level: level) - own + TreePage.count(page) * (own - prefix)
        }
        return prefix + rests(left) + rests(right)
    }

    /// How many bytes the first and the last key of two neighbours have in common, as pages keep
    /// them: so do all between.
    private func commonPrefix(
        of left: UnsafeRawPointer, and right: UnsafeRawPointer, level: UInt8
    ) -> Int {
        let last = TreePage.count(right) - 1
        guard TreePage.count(left) > 0 else { return KeyPage.prefixCount(right) }
        guard last >= 0 else { return KeyPage.prefixCount(left) }
        let slotSize = KeyPage.slotSize(level: level)
        let one = KeyCell.read(left, 0, slotSize: slotSize)
        let other = KeyCell.read(right, last, slotSize: slotSize)
        let (onePrefix, otherPrefix) = (KeyPage.prefixCount(left), KeyPage.prefixCount(right))
        let limit = min(
            onePrefix + one.restCount, otherPrefix + other.restCount,
            KeyPage.maxPrefix(usableSize: usableSize))
        func byte(_ page: UnsafeRawPointer, _ prefix: Int, _ cell: KeyCell, _ index: Int) -> UInt8 {
            page.byte(
                at: index < prefix ? usableSize - prefix + index : cell.offset + index - prefix)
        }
        var count = 0
        while count < limit,
            byte(left, onePrefix, one, count) == byte(right, otherPrefix, other, count)
        {
            count += 1
        }
        return count
    }

    /// Joins two neighbours if that fits; the separator between them comes down or goes.
    private func merge(
        _ leftIndex: Int, level: UInt8, under parent: UnsafeRawPointer
    ) throws(StorageError) -> Bool {
        let left = KeyPage.child(parent, leftIndex)
        let right = KeyPage.child(parent, leftIndex + 1)
        let leftPage = try readPage(left)
        try requireKind(leftPage, left, level: level)
        let rightPage = try readPage(right)
        try requireKind(rightPage, right, level: level)
        // A page beside full ones stays small for many deletions, and a glance must do for each.
        let limit = Tree.mergeLimit(of: capacity)
        guard size(of: leftPage, and: rightPage, level: level) <= limit else { return false }
        var builder = KeyPageBuilder(usableSize: usableSize, level: level)
        builder.add(page: leftPage)
        if level > 0 {
            var above = KeyPageBuilder(usableSize: usableSize, level: level + 1)
            above.add(page: parent)
            separator.take(leftIndex, of: above)
            builder.insert(separator, child: builder.rightChild, at: builder.cells.count)
        }
        builder.add(page: rightPage)
        let all = 0..<builder.cells.count
        guard builder.size(all) <= limit else { return false }
        builder.write(
            all, rightChild: builder.rightChild, to: try modifyPage(left))
        try transaction.freePage(right, tree: tree)
        try removeChild(leftIndex + 1, keepingChain: level > 0)
        return true
    }

    /// Takes child `index`, and the separator that set it off from a neighbour, out of the last
    /// page of `path`. What is left may be merged, or move up into the root. `keepingChain`: the
    /// separator lives on in the page below.
    func removeChild(_ index: Int, keepingChain: Bool = false) throws(StorageError) {
        guard let step = path.popLast() else { return }
        let page = try modifyPage(step.number)
        let count = TreePage.count(page.bytes)
        if count == 0 {
            // Its only child is gone: so is the page, unless it is the root, which is empty now.
            guard step.number != root else {
                let nothing = KeyPageBuilder(usableSize: usableSize, level: 0)
                return write(nothing, 0..<0, rightChild: .none, to: page)
            }
            try transaction.freePage(page.number, tree: tree)
            try removeChild(path.last?.index ?? 0)
            return
        }
        let gone = index > 0 ? index - 1 : 0
        if !keepingChain {
            try freeChain(of: KeyCell.read(page.bytes, gone, slotSize: KeyPage.innerSlot))
        }
        var builder = KeyPageBuilder(
            usableSize: usableSize, level: TreePage.level(page.bytes))
        builder.add(page: page.bytes)
        // The child that stays takes the place of the pair.
        let kept = index > 0 ? builder.child(gone) : builder.child(1)
        builder.setChild(kept, at: gone + 1)
        builder.remove(at: gone)
        let all = 0..<builder.cells.count
        guard builder.fits(all) else {
            // Without its outer keys a page can lose its prefix, and grow.
            try placeInner(builder, in: page, grownAt: gone)
            return
        }
        builder.write(all, rightChild: builder.rightChild, to: page)
        if step.number != root {
            try mergeIfSmall(page)
        } else if builder.cells.isEmpty {
            try pullUp(builder.rightChild, into: page, below: builder.level)
        }
    }

    /// The root has one child left: its content moves up, and the tree is a level lower.
    /// `limit`: the child is of a lower level than that.
    func pullUp(
        _ child: PageNumber, into root: MutablePage, below limit: UInt8 = .max
    ) throws(StorageError) {
        let page = try readPage(child)
        let level = TreePage.level(page)
        try requireKind(page, child, level: min(level, limit &- 1))
        var builder = KeyPageBuilder(usableSize: usableSize, level: level)
        builder.add(page: page)
        write(builder, 0..<builder.cells.count, rightChild: builder.rightChild, to: root)
        try transaction.freePage(child, tree: tree)
        if level > 0, builder.cells.isEmpty {
            try pullUp(builder.rightChild, into: root, below: level)
        }
    }
}
