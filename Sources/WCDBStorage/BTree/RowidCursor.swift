/// A place in a rowid tree.
///
/// **Users.** The thread of the transaction; until the transaction ends.
///
/// **Always true.** While it stands on a row, `page` is the leaf as the transaction sees it, and
/// `path` the way to it. When the tree changes, both are given up and the row is found again by its
/// rowid at the next move; `isGone` then says whether it is still there.
package final class RowidCursor: TreeCursor {
    package let tree: TreeID
    @usableFromInline let owner: RowidTree
    @exclusivity(unchecked) @usableFromInline var page: UnsafeRawPointer?
    @exclusivity(unchecked) @usableFromInline var index = 0
    @exclusivity(unchecked) @usableFromInline var count = 0
    @exclusivity(unchecked) private var path: [RowidTree.PathStep] = []
    /// The row it stood on when the tree changed.
    @exclusivity(unchecked) private var saved: Int64?
    /// A payload that was put together from an overflow chain, and whose.
    @exclusivity(unchecked) private var assembled: UnsafeMutableRawBufferPointer?

    init(_ owner: RowidTree) {
        self.owner = owner
        tree = owner.tree
        path.reserveCapacity(TreePage.maxDepth)
    }

    deinit { assembled?.deallocate() }

    package func forEachHeldPage(_ body: (UnsafeRawPointer) -> Void) {
        if let page { body(page) }
    }

    package func savePosition() {
        guard page != nil else { return }
        saved = rowid
        page = nil
    }

    package func leave() { reset() }

    // MARK: Seeking

    /// Goes to a row; false (and nowhere) if there is none.
    package func seek(_ rowid: Int64) throws(StorageError) -> Bool {
        guard try seek(atOrAfter: rowid), self.rowid == rowid else {
            reset()
            return false
        }
        return true
    }

    /// Goes to the first row at or behind `rowid`.
    package func seek(atOrAfter rowid: Int64) throws(StorageError) -> Bool {
        try enter { RowidPage.childIndex($0, rowid) }
        guard let page else { return false }
        index = RowidPage.lowerBound(page, rowid)
        return index < count ? true : try nextLeaf()
    }

    /// Goes to the last row at or before `rowid`.
    package func seek(atOrBefore rowid: Int64) throws(StorageError) -> Bool {
        try enter { RowidPage.childIndex($0, rowid) }
        guard let page else { return false }
        index = RowidPage.lowerBound(page, rowid)
        if index < count, RowidPage.rowid(page, index) == rowid { return true }
        index &-= 1
        return index >= 0 ? true : try previousLeaf()
    }

    package func first() throws(StorageError) -> Bool {
        try enter { _ in 0 }
        return count > 0 ? true : try nextLeaf()
    }

    package func last() throws(StorageError) -> Bool {
        try enter { RowidPage.count($0) }
        index = count &- 1
        return count > 0 ? true : try previousLeaf()
    }

    /// Goes down to a leaf.
    @inline(__always)
    private func enter(_ choose: (UnsafeRawPointer) -> Int) throws(StorageError) {
        page = nil
        saved = nil
        count = 0
        index = 0
        try owner.transaction.beginOperation()
        guard owner.root != .none else { return }
        let leaf = try owner.descend(into: &path, choose)
        page = leaf.page
        count = RowidPage.count(leaf.page)
        owner.hasPositions = true
    }

    /// Stands nowhere.
    package func reset() {
        page = nil
        saved = nil
        count = 0
    }

    // MARK: Stepping

    /// Goes to the next row; false behind the last one. Hot.
    @inlinable @inline(__always)
    package func next() throws(StorageError) -> Bool {
        if page != nil, index &+ 1 < count {
            index &+= 1
            return true
        }
        return try nextSlow()
    }

    @inlinable @inline(__always)
    package func previous() throws(StorageError) -> Bool {
        if page != nil, index > 0 {
            index &-= 1
            return true
        }
        return try previousSlow()
    }

    @usableFromInline
    func nextSlow() throws(StorageError) -> Bool {
        if let rowid = saved {
            guard rowid < .max else {
                reset()
                return false
            }
            return try seek(atOrAfter: rowid &+ 1)
        }
        guard page != nil else { return false }
        return try nextLeaf()
    }

    @usableFromInline
    func previousSlow() throws(StorageError) -> Bool {
        if let rowid = saved {
            guard rowid > .min else {
                reset()
                return false
            }
            return try seek(atOrBefore: rowid &- 1)
        }
        guard page != nil else { return false }
        return try previousLeaf()
    }

    /// After a change of the tree: whether the row the cursor stood on is gone. Finds it again.
    package func restore() throws(StorageError) -> Bool {
        guard let rowid = saved else { return page != nil }
        return try seek(rowid)
    }

    private func nextLeaf() throws(StorageError) -> Bool { try moveLeaf(by: 1) }
    private func previousLeaf() throws(StorageError) -> Bool { try moveLeaf(by: -1) }

    /// Goes up as far as needed and down again to the neighbouring leaf that has rows.
    private func moveLeaf(by step: Int) throws(StorageError) -> Bool {
        try owner.transaction.beginOperation()
        while let last = path.popLast() {
            let parent = try owner.transaction.readPage(last.number, tree: tree)
            let target = last.index &+ step
            guard target >= 0, target <= RowidPage.count(parent) else { continue }
            path.append(.init(number: last.number, index: target))
            var level = RowidPage.level(parent)
            var number = RowidPage.child(parent, target, usableSize: owner.usableSize)
            var child = try owner.transaction.readPage(number, tree: tree)
            level &-= 1
            try owner.requireKind(child, number, level: level)
            while level > 0 {
                let index = step > 0 ? 0 : RowidPage.count(child)
                path.append(.init(number: number, index: index))
                number = RowidPage.child(child, index, usableSize: owner.usableSize)
                child = try owner.transaction.readPage(number, tree: tree)
                level &-= 1
                try owner.requireKind(child, number, level: level)
            }
            page = child
            count = RowidPage.count(child)
            index = step > 0 ? 0 : count &- 1
            if count > 0 { return true }
        }
        reset()
        return false
    }

    // MARK: The row

    /// Requires: the cursor stands on a row.
    @inlinable @inline(__always)
    package var rowid: Int64 {
        guard let page else { return 0 }
        return RowidPage.rowid(page, index)
    }

    /// The row's bytes, until the cursor moves or the tree changes. Requires: it stands on a row.
    @inlinable @inline(__always)
    package func payload() throws(StorageError) -> UnsafeRawBufferPointer {
        guard let page else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let cell = RowidCell.read(
            page, at: RowidPage.cellOffset(page, index), maxLocal: owner.maxLocal)
        if cell.overflows { return try assemble(cell, page: page) }
        return UnsafeRawBufferPointer(
            start: page + cell.localOffset, count: cell.payloadLength)
    }

    /// Puts a long payload together in memory of the cursor.
    @usableFromInline
    func assemble(
        _ cell: RowidCell, page: UnsafeRawPointer
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        let transaction = owner.transaction
        // No file is smaller than what it holds: bounds what a damaged length can ask for.
        guard cell.payloadLength / transaction.pageSize <= Int(transaction.state.pageCount) else {
            throw owner.corrupt(.cell, .none, "row \(rowid) is longer than the file")
        }
        assembled?.deallocate()
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: cell.payloadLength, alignment: 16)
        assembled = buffer
        guard let base = buffer.baseAddress else { return UnsafeRawBufferPointer(buffer) }
        base.copyMemory(from: page + cell.localOffset, byteCount: cell.localLength)
        let chain = OverflowChain(transaction: transaction, tree: tree, owner: rowid)
        try chain.read(
            from: cell.firstOverflow(page),
            into: UnsafeMutableRawBufferPointer(rebasing: buffer[cell.localLength...]))
        return UnsafeRawBufferPointer(buffer)
    }
}
