/// A place in a rowid tree.
///
/// **Users.** The thread of the transaction; until the transaction ends.
@usableFromInline
package final class RowidCursor: LeafCursor {
    @usableFromInline let owner: RowidTree
    /// The row it stood on when the tree changed.
    @exclusivity(unchecked) private var saved: Int64 = 0
    /// What was read early, so that it is read at all.
    @exclusivity(unchecked) private var touched: UInt8 = 0
    /// Of the leaf that was searched last: the bytes of a cell, roughly.
    @exclusivity(unchecked) private var cellSize = 0
    /// Whether rows that are sought are looked into, and not only looked for.
    @usableFromInline @exclusivity(unchecked) var wantsRows = false
    /// The long row that was looked into last.
    @exclusivity(unchecked) private var assembled: AssembledRow?

    init(_ owner: RowidTree) {
        self.owner = owner
        super.init(owner)
    }

    /// Rows that are sought from now on are looked into. Inlined here, where the access to the
    /// variable is known to be unchecked.
    @inlinable @inline(__always)
    package func wantRows() { wantsRows = true }

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
        if isSaved { _ = returnToGap() }
        if isWithinLeaf(rowid), let page {
            enterAgain()
            index = RowidPage.lowerBound(page, rowid)
            return true
        }
        var first = rowid
        try enter { (page) throws(StorageError) in
            let index = RowidPage.childIndex(page, rowid)
            if index > 0 { first = RowidPage.key(page, index &- 1) &+ 1 }
            return index
        }
        guard let page else { return false }
        touch(page, place: rowid &- first)
        index = RowidPage.lowerBound(page, rowid)
        if wantsRows { noteCellSize(page) }
        return index < count ? true : try nextLeaf()
    }

    /// A leaf that is not near the processor is waited for once, and not for the line with its
    /// header first, then for the slot, and then for the row: reads its slots, and the cell where
    /// it is if rowids have no gaps and cells are as large as in the leaf before.
    @inline(__always)
    private func touch(_ page: UnsafeRawPointer, place: Int64) {
        var sum = page.byte(at: 64) ^ page.byte(at: 128)
        if wantsRows, UInt64(bitPattern: place) < UInt64(owner.usableSize) {
            let start = owner.usableSize &- cellSize &* (Int(place) &+ 1)
            if start > 0, cellSize > 0 {
                sum ^= page.byte(at: start) ^ page.byte(at: start &+ cellSize &- 1)
            }
        }
        touched = sum
    }

    /// Divides only where cells are not as large as was thought.
    @inline(__always)
    private func noteCellSize(_ page: UnsafeRawPointer) {
        let content = owner.usableSize &- TreePage.contentStart(page)
        let error = content &- cellSize &* count
        if error < 0 || error >= count, count > 0 { cellSize = content / count }
    }

    /// Whether a row is in the leaf under the cursor if it is anywhere: rows that are asked for are
    /// often neighbours.
    @inline(__always)
    private func isWithinLeaf(_ rowid: Int64) -> Bool {
        guard let page, count > 0 else { return false }
        return RowidPage.rowid(page, 0) <= rowid && rowid <= RowidPage.rowid(page, count &- 1)
    }

    /// Goes to the last row at or before `rowid`.
    package func seek(atOrBefore rowid: Int64) throws(StorageError) -> Bool {
        try enter { (page) throws(StorageError) in RowidPage.childIndex(page, rowid) }
        guard let page else { return false }
        index = RowidPage.lowerBound(page, rowid)
        if index < count, RowidPage.rowid(page, index) == rowid { return true }
        index &-= 1
        return index >= 0 ? true : try previousLeaf()
    }

    /// Goes to a row whose place is known; false, and nothing has changed, if it is not in memory
    /// or not there.
    func stand(
        on rowid: Int64, at index: Int, of leaf: PageNumber, _ path: borrowing TreePath
    ) throws(StorageError) -> Bool {
        try enter(leaf, path) { page in
            guard TreePage.kind(page) == PageKind.rowidLeaf.rawValue,
                index < TreePage.count(page), RowidPage.rowid(page, index) == rowid
            else { return nil }
            return index
        }
    }

    override func rememberKey() { saved = rowid }

    override func seekBehindSaved() throws(StorageError) -> Bool {
        if returnToGap() { return index < count ? true : try nextLeaf() }
        guard saved < .max else {
            reset()
            return false
        }
        return try seek(atOrAfter: saved &+ 1)
    }

    override func seekBeforeSaved() throws(StorageError) -> Bool {
        guard saved > .min else {
            reset()
            return false
        }
        return try seek(atOrBefore: saved &- 1)
    }

    /// After a change of the tree: finds the row again; false if it is gone.
    package func restore() throws(StorageError) -> Bool {
        isSaved ? try seek(saved) : page != nil
    }

    /// The leaf of a row, if the cursor stands on it.
    @inline(__always)
    func leaf(ifOn rowid: Int64) -> PageNumber? {
        guard let page, RowidPage.rowid(page, index) == rowid else { return nil }
        return PageBlock.number(page)
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
        if cell.overflows { return try assemble(cell, page, upTo: cell.payloadLength) }
        return UnsafeRawBufferPointer(
            start: page + cell.localOffset, count: cell.payloadLength)
    }

    /// Where the row `step` rows further on lies. Hot. Requires: as many follow in the leaf.
    @inlinable @inline(__always)
    package func place(ahead step: Int) -> RowPlace {
        RowPlace(page: page, index: index &+ step, maxLocal: owner.maxLocal)
    }

    /// How many rows follow in the leaf.
    package var rowsLeftInLeaf: Int { page == nil ? 0 : count &- index &- 1 }

    /// The rowid of the row `step` rows further on. Requires: as many follow in the leaf.
    package func rowid(ahead step: Int) -> Int64 {
        guard let page else { return 0 }
        return RowidPage.rowid(page, index &+ step)
    }

    /// How long the row is. Requires: the cursor stands on one.
    package var payloadLength: Int {
        guard let page else { return 0 }
        return RowidCell.read(
            page, at: RowidPage.cellOffset(page, index), maxLocal: owner.maxLocal
        ).payloadLength
    }

    /// Not less than the first `count` bytes of a row that does not fit its leaf, until the cursor
    /// moves or the tree changes. If `known` is what the last call answered for this row, it stays
    /// where it is.
    package func payload(
        upTo count: Int, knowing known: UnsafeRawPointer
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        guard let page else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let cell = RowidCell.read(
            page, at: RowidPage.cellOffset(page, index), maxLocal: owner.maxLocal)
        guard let start = assembled?.bytes.baseAddress, start == known else {
            return try assemble(cell, page, upTo: count)
        }
        try assembled?.read(upTo: count, chain)
        return assembled?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
    }

    /// Puts a long payload together in memory of the cursor, or not less than `count` bytes of it.
    @usableFromInline
    func assemble(
        _ cell: RowidCell, _ page: UnsafeRawPointer, upTo count: Int
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        let transaction = owner.transaction
        // No file is smaller than what it holds: bounds what a damaged length can ask for.
        guard cell.payloadLength / transaction.pageSize <= Int(transaction.state.pageCount) else {
            throw owner.corrupt(.cell, .none, "row \(rowid) is longer than the file")
        }
        guard LargeMemory.canHave(byteCount: cell.payloadLength) else { throw .noMemory }
        assembled = nil
        var row = AssembledRow(
            UnsafeRawBufferPointer(start: page + cell.localOffset, count: cell.localLength),
            total: cell.payloadLength, first: cell.firstOverflow(page))
        try row.read(upTo: min(count, cell.payloadLength), chain)
        let bytes = row.bytes
        assembled = consume row
        return bytes
    }

    /// Nobody looks at a long row any more.
    package func forgetRow() { assembled = nil }

    /// The chain of the row.
    private var chain: OverflowChain { owner.chain(of: rowid) }
}

/// Where a row lies: what it takes to read it without its cursor. Whoever borrows the cursor in a
/// closure has a short one that way, which is compiled into its place.
@frozen
@usableFromInline
package struct RowPlace {
    @usableFromInline let page: UnsafeRawPointer?
    @usableFromInline let index: Int
    @usableFromInline let maxLocal: Int

    @inlinable @inline(__always)
    init(page: UnsafeRawPointer?, index: Int, maxLocal: Int) {
        self.page = page
        self.index = index
        self.maxLocal = maxLocal
    }

    /// The row's bytes as `RowidCursor.payload` gives them, as far as they lie in the leaf; empty
    /// if there is no row. Hot.
    @inlinable @inline(__always)
    package var payloadInLeaf: UnsafeRawBufferPointer {
        guard let page else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let cell = RowidCell.read(
            page, at: RowidPage.cellOffset(page, index), maxLocal: maxLocal)
        return UnsafeRawBufferPointer(start: page + cell.localOffset, count: cell.localLength)
    }
}
