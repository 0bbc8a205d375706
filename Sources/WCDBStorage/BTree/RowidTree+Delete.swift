/// Removing rows, and joining pages that became small with their neighbours, up to the root, which
/// takes over what its last child has.
extension RowidTree {
    /// Removes a row; false if there is none. `cursor`: one of this tree's that may stand on the
    /// row, which then is not sought; its next step leads to the row behind.
    package func delete(
        _ rowid: Int64, under cursor: RowidCursor? = nil
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard let (page, index, cell, isStanding) = try modifyCell(of: rowid, under: cursor)
            else { return false }
            let standing = isStanding ? cursor : nil
            standing?.savePosition()
            try freeOverflow(of: cell, rowid: rowid, page: page.bytes)
            removeCell(at: index, size: cell.size, from: page)
            countRows(-1)
            if isSmall(page.bytes), !path.isEmpty {
                rightmostLeaf = .none
                try mergeLeaf(page)
            } else {
                standing?.stay(behind: index, of: page)
            }
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Finds a row that is about to be replaced or removed; nil if there is none. Its leaf may be
    /// changed, and `path` leads to that leaf's parent. `cursor` stays where it is if it stands on
    /// the row.
    @inline(__always)
    func modifyCell(
        of rowid: Int64, under cursor: RowidCursor?
    ) throws(StorageError) -> (
        page: MutablePage, index: Int, cell: RowidCell, isStanding: Bool
    )? {
        try beginOperation()
        if let cursor, let number = cursor.leaf(ifOn: rowid) {
            saveCursors(except: cursor)
            path.copy(cursor.path)
            let page = try modifyPage(number)
            cursor.didChange(page)
            let cell = RowidCell.read(
                page.bytes, at: RowidPage.cellOffset(page.bytes, cursor.index), maxLocal: maxLocal)
            return (page, cursor.index, cell, true)
        }
        saveCursors()
        guard root != .none else { return nil }
        let leaf = try descend(into: &path) { RowidPage.childIndex($0, rowid) }
        let index = RowidPage.lowerBound(leaf.page, rowid)
        guard index < TreePage.count(leaf.page), RowidPage.rowid(leaf.page, index) == rowid
        else { return nil }
        let page = try modifyPage(leaf.number)
        let cell = RowidCell.read(
            page.bytes, at: RowidPage.cellOffset(page.bytes, index), maxLocal: maxLocal)
        return (page, index, cell, false)
    }

    func freeOverflow(
        of cell: RowidCell, rowid: Int64, page: UnsafeRawPointer
    ) throws(StorageError) {
        guard cell.overflows else { return }
        try chain(of: rowid).free(
            from: cell.firstOverflow(page), length: cell.payloadLength - cell.localLength)
    }

    /// Takes slot and cell out of a leaf and wipes what they occupied.
    func removeCell(at index: Int, size: Int, from page: MutablePage) {
        let count = TreePage.count(page.bytes)
        let slotSize = RowidPage.slotSize(page.bytes)
        let flags = TreePage.fragmentField(page.bytes)
        let offset = RowidPage.cellOffset(page.bytes, index)
        let start = TreePage.contentStart(page.bytes)
        page.zero(offset, count: size)
        let slot = TreePage.slots + index * slotSize
        page.move(from: slot + slotSize, count: (count - index - 1) * slotSize, to: slot)
        page.zero(TreePage.slots + (count - 1) * slotSize, count: slotSize)
        page.store(UInt16(count - 1), at: PageHeader.cellCount)
        if count == 1 {
            // Nothing is left: the page begins anew.
            page.store(UInt16(usableSize), at: PageHeader.contentStart)
            page.store(UInt16(0), at: PageHeader.fragmentBytes)
            page.store(Int64(0), at: TreePage.base)
        } else if offset == start {
            page.store(UInt16(start + size), at: PageHeader.contentStart)
        } else {
            page.store(flags + UInt16(size), at: PageHeader.fragmentBytes)
            vacancy = Vacancy(leaf: page.number, offset: offset, size: size)
        }
    }

    /// Whether a leaf is so empty that it should be joined with a neighbour.
    func isSmall(_ page: UnsafeRawPointer) -> Bool {
        Tree.isSmall(used(page), of: capacity)
    }

    /// What the cells of a leaf and their slots take.
    func used(_ page: UnsafeRawPointer) -> Int {
        TreePage.count(page) * RowidPage.slotSize(page) + cellBytes(page)
    }

    /// What the cells of a leaf take.
    private func cellBytes(_ page: UnsafeRawPointer) -> Int {
        let fragments = RowidPage.fragmentBytes(page)
        return usableSize - TreePage.contentStart(page) - fragments
    }

    /// A leaf has become small: joins it with a neighbour under the same parent if the two leave
    /// room for growth, and drops it when it is empty. Requires: `path` leads to its parent.
    func mergeLeaf(_ leaf: MutablePage) throws(StorageError) {
        guard let step = path.last else { return }
        let parent = try readPage(step.number)
        let limit = Tree.mergeLimit(of: capacity)
        for leftIndex in Tree.neighbourPairs(of: step.index, count: TreePage.count(parent)) {
            let left = RowidPage.child(parent, leftIndex, usableSize: usableSize)
            let right = RowidPage.child(parent, leftIndex + 1, usableSize: usableSize)
            let (leftPage, rightPage) = (try readPage(left), try readPage(right))
            try requireKind(leftPage, left, level: 0)
            try requireKind(rightPage, right, level: 0)
            // Narrow slots are the least that is needed: a leaf stays small for many deletions if
            // its neighbours are full, and a glance must do for each.
            let rows = TreePage.count(leftPage) + TreePage.count(rightPage)
            guard rows * 4 + cellBytes(leftPage) + cellBytes(rightPage) <= limit else { continue }
            var builder = RowidLeafBuilder(usableSize: usableSize)
            builder.add(page: leftPage)
            builder.add(page: rightPage)
            let all = 0..<builder.cells.count
            guard builder.size(all) <= limit else { continue }
            builder.write(all, to: try modifyPage(left))
            try transaction.freePage(right, tree: tree)
            try removeChild(leftIndex + 1)
            return
        }
        guard TreePage.count(leaf.bytes) == 0 else { return }
        try transaction.freePage(leaf.number, tree: tree)
        try removeChild(step.index)
    }

    /// Takes child `index` (and the key that set it off from a neighbour) out of the last page of
    /// `path`. What is left may be merged, or move up into the root.
    func removeChild(_ index: Int) throws(StorageError) {
        guard let step = path.popLast() else { return }
        let page = try modifyPage(step.number)
        var (keys, children) = readInner(page.bytes)
        let level = TreePage.level(page.bytes)
        children.remove(at: index)
        if !keys.isEmpty { keys.remove(at: max(0, min(index, keys.count) - (index > 0 ? 1 : 0))) }
        if children.isEmpty {
            // Its only child is gone: so is the page, unless it is the root.
            guard step.number != root else { return makeEmpty(page) }
            try transaction.freePage(page.number, tree: tree)
            try removeChild(path.last?.index ?? 0)
            return
        }
        writeInner(page, level: level, keys: keys, children: children)
        if step.number == root {
            if children.count == 1 { try pullUp(children[0], into: page, below: level) }
        } else if Tree.isSmall(
            children.count, of: RowidPage.innerCapacity(usableSize: usableSize))
        {
            try mergeInner(page, level: level)
        }
    }

    /// The root has nothing below it any more: it is a leaf without rows.
    private func makeEmpty(_ root: MutablePage) {
        makeLeaf(root, of: RowidLeafBuilder(usableSize: usableSize))
    }

    private func makeLeaf(_ root: MutablePage, of builder: borrowing RowidLeafBuilder) {
        root.store(PageKind.rowidLeaf.rawValue, at: PageHeader.kind)
        root.store(UInt8(0), at: PageHeader.level)
        builder.write(0..<builder.cells.count, to: root)
    }

    /// The root has one child left: its content moves up, and the tree is a level lower.
    /// `limit`: the child is of a lower level than that.
    func pullUp(
        _ child: PageNumber, into root: MutablePage, below limit: UInt8 = .max
    ) throws(StorageError) {
        let page = try readPage(child)
        let level = TreePage.level(page)
        try requireKind(page, child, level: min(level, limit &- 1))
        if level == 0 {
            var builder = RowidLeafBuilder(usableSize: usableSize)
            builder.add(page: page)
            makeLeaf(root, of: builder)
        } else {
            let (keys, children) = readInner(page)
            writeInner(root, level: level, keys: keys, children: children)
        }
        try transaction.freePage(child, tree: tree)
        if level > 0, TreePage.count(root.bytes) == 0 {
            try pullUp(
                RowidPage.child(root.bytes, 0, usableSize: usableSize), into: root, below: level)
        }
    }

    private func mergeInner(_ page: MutablePage, level: UInt8) throws(StorageError) {
        guard let step = path.last else { return }
        let parent = try readPage(step.number)
        let limit = Tree.mergeLimit(of: RowidPage.innerCapacity(usableSize: usableSize))
        for leftIndex in Tree.neighbourPairs(of: step.index, count: TreePage.count(parent)) {
            let left = RowidPage.child(parent, leftIndex, usableSize: usableSize)
            let right = RowidPage.child(parent, leftIndex + 1, usableSize: usableSize)
            let (leftPage, rightPage) = (try readPage(left), try readPage(right))
            try requireKind(leftPage, left, level: level)
            try requireKind(rightPage, right, level: level)
            let (leftKeys, leftChildren) = readInner(leftPage)
            let (rightKeys, rightChildren) = readInner(rightPage)
            guard leftKeys.count + rightKeys.count < limit else { continue }
            let between = RowidPage.key(parent, leftIndex)
            writeInner(
                try modifyPage(left), level: level,
                keys: leftKeys + [between] + rightKeys, children: leftChildren + rightChildren)
            try transaction.freePage(right, tree: tree)
            try removeChild(leftIndex + 1)
            return
        }
    }
}
