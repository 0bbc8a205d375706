/// A tree from 64-bit rowids to payloads.
///
/// **Users.** As `Tree`.
@usableFromInline
package final class RowidTree: Tree {
    @usableFromInline let maxLocal: Int
    /// Where a cell was removed last.
    @exclusivity(unchecked) var vacancy = Vacancy()
    /// The encoded cell of the row that is being written.
    @exclusivity(unchecked) var cellBuffer: UnsafeMutableRawPointer

    init(_ transaction: Transaction, tree: TreeID, root: PageNumber) {
        maxLocal = RowidCell.maxLocal(usableSize: transaction.usableSize)
        cellBuffer = .allocate(byteCount: maxLocal + 16, alignment: 16)
        super.init(transaction, tree: tree, root: root, isKeyed: false)
    }

    deinit { cellBuffer.deallocate() }

    package func makeCursor() -> RowidCursor {
        let cursor = RowidCursor(self)
        cursors.append(cursor)
        return cursor
    }

    /// The largest rowid; nil if there is no row. Cheap while rows come in order.
    package func largestRowid() throws(StorageError) -> Int64? {
        try beginOperation()
        if let known = knownLargest { return known }
        guard root != .none else { return nil }
        let leaf =
            rightmostLeaf == .none
            ? try descend(into: &path) { TreePage.count($0) }
            : (number: rightmostLeaf, page: try readPage(rightmostLeaf))
        let count = TreePage.count(leaf.page)
        if count > 0 {
            // Readers forget nothing when they end, so they remember nothing.
            if transaction.isWritable { rightmostLeaf = leaf.number }
            return RowidPage.rowid(leaf.page, count &- 1)
        }
        let cursor = makeCursor()
        defer { remove(cursor) }
        return try cursor.last() ? cursor.rowid : nil
    }

    /// Whether a rowid is known to lie behind all rows, which a glance tells while rows come in
    /// order. Hot.
    @inline(__always)
    package func isBehindAll(_ rowid: Int64) -> Bool { knownLargest.map { $0 < rowid } ?? false }

    /// The largest rowid, as far as a glance tells: nil means nothing. Hot.
    @inline(__always)
    private var knownLargest: Int64? {
        guard rightmostLeaf != .none, let page = view.pointee.resident(rightmostLeaf),
            PageBlock.tree(page) == tree
        else { return nil }
        let count = TreePage.count(page)
        return count > 0 ? RowidPage.rowid(page, count &- 1) : nil
    }

    // MARK: Changing

    /// Adds a row; false, and nothing happens, if there is one with this rowid.
    package func insert(
        _ rowid: Int64, _ payload: UnsafeRawBufferPointer
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try beginOperation()
            saveCursors()
            if rightmostLeaf != .none, try append(rowid, payload) { return true }
            if root == .none { try makeRoot() }
            let leaf = try descend(into: &path) { RowidPage.childIndex($0, rowid) }
            let index = RowidPage.lowerBound(leaf.page, rowid)
            let count = TreePage.count(leaf.page)
            if index < count, RowidPage.rowid(leaf.page, index) == rowid { return false }
            let size = try encodeCell(rowid, payload)
            try place(rowid, size: size, leaf: leaf.number, at: index)
            countRows(1)
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Adds a row behind all others without a descent. False when it does not belong there.
    @inline(__always)
    private func append(
        _ rowid: Int64, _ payload: UnsafeRawBufferPointer
    ) throws(StorageError) -> Bool {
        let page = try modifyPage(rightmostLeaf)
        let count = TreePage.count(page.bytes)
        guard count > 0, RowidPage.rowid(page.bytes, count &- 1) < rowid,
            payload.count <= maxLocal
        else { return false }
        let size = try encodeCell(rowid, payload)
        if !putIfFits(rowid, size: size, in: page, at: count) {
            try appendBehind(page, rowid, size: size)
        }
        countRows(1)
        return true
    }

    /// The last leaf does not take the row in `cellBuffer` as it is: it is full, or the row lies
    /// too far from the others for narrow slots.
    @inline(never)
    private func appendBehind(
        _ page: MutablePage, _ rowid: Int64, size: Int
    ) throws(StorageError) {
        let count = TreePage.count(page.bytes)
        let slots = TreePage.slots + (count + 1) * RowidPage.slotSize(page.bytes)
        guard slots + size <= TreePage.contentStart(page.bytes) else {
            return try openLeaf(
                rowid, size: size, behind: RowidPage.rowid(page.bytes, count - 1))
        }
        _ = try descend(into: &path) { TreePage.count($0) }
        try place(rowid, size: size, leaf: page.number, at: count)
    }

    /// Puts length and payload into `cellBuffer`, the rest into an overflow chain.
    @inline(__always)
    func encodeCell(
        _ rowid: Int64, _ payload: UnsafeRawBufferPointer
    ) throws(StorageError) -> Int {
        if payload.count <= maxLocal { return encode(payload, local: payload.count) }
        let local = RowidCell.localLength(of: payload.count, maxLocal: maxLocal)
        let rest = UnsafeRawBufferPointer(rebasing: payload[local...])
        return encodeCell(payload, chain: try chain(of: rowid).write(rest))
    }

    /// Puts length and payload into `cellBuffer`; a chain has the rest.
    func encodeCell(_ payload: UnsafeRawBufferPointer, chain first: PageNumber) -> Int {
        let local = RowidCell.localLength(of: payload.count, maxLocal: maxLocal)
        let size = encode(payload, local: local)
        cellBuffer.storeBytes(
            of: first.rawValue.littleEndian, toByteOffset: size, as: UInt32.self)
        return size &+ 4
    }

    /// The chain of a row that does not fit its leaf.
    func chain(of rowid: Int64) -> OverflowChain {
        OverflowChain(transaction: transaction, tree: tree, owner: rowid)
    }

    /// Puts the length of a payload and its first bytes into `cellBuffer`.
    @inline(__always)
    private func encode(_ payload: UnsafeRawBufferPointer, local: Int) -> Int {
        var length = UInt64(truncatingIfNeeded: payload.count)
        var offset = 0
        while length >= 0x80 {
            cellBuffer.storeBytes(
                of: UInt8(truncatingIfNeeded: length) | 0x80, toByteOffset: offset,
                as: UInt8.self)
            length &>>= 7
            offset &+= 1
        }
        cellBuffer.storeBytes(
            of: UInt8(truncatingIfNeeded: length), toByteOffset: offset, as: UInt8.self)
        offset &+= 1
        guard let base = payload.baseAddress else { return offset }
        (cellBuffer + offset).copyMemory(from: base, byteCount: local)
        return offset &+ local
    }

    /// Puts the cell in `cellBuffer` into a leaf that has room for it as it is laid out.
    @inline(__always)
    func putIfFits(
        _ rowid: Int64, size: Int, in page: MutablePage, at index: Int
    ) -> Bool {
        let bytes = page.bytes
        let count = TreePage.count(bytes)
        let isWide = RowidPage.isWide(bytes)
        let slotSize = isWide ? 10 : 4
        let start = TreePage.contentStart(bytes)
        guard TreePage.slots &+ (count &+ 1) &* slotSize &+ size <= start else { return false }
        if !isWide {
            if count == 0 { page.store(rowid, at: TreePage.base) }
            guard RowidPage.isNear(rowid, RowidPage.base(bytes)) || lowerBase(of: page, to: rowid)
            else { return false }
        }
        let offset = start &- size
        put(rowid, size: size, in: page, at: index, offset: offset)
        page.store(UInt16(truncatingIfNeeded: offset), at: PageHeader.contentStart)
        return true
    }

    /// Puts the cell in `cellBuffer` at an offset where its bytes are free, and its slot among the
    /// others.
    @inline(__always)
    func put(_ rowid: Int64, size: Int, in page: MutablePage, at index: Int, offset: Int) {
        let bytes = page.bytes
        let count = TreePage.count(bytes)
        let isWide = RowidPage.isWide(bytes)
        let slotSize = isWide ? 10 : 4
        page.copy(from: cellBuffer, count: size, to: offset)
        let slot = TreePage.slots &+ index &* slotSize
        if index < count {
            page.move(from: slot, count: (count &- index) &* slotSize, to: slot &+ slotSize)
        }
        RowidLeafBuilder.writeSlot(
            page, index, rowid: rowid, offset: offset, isWide: isWide,
            base: RowidPage.base(bytes))
        page.store(UInt16(truncatingIfNeeded: count &+ 1), at: PageHeader.cellCount)
    }

    /// Puts the cell in `cellBuffer` where it belongs, however much has to move. Answers the leaf
    /// if it had room; nil if it was cut in two.
    @discardableResult
    func place(
        _ rowid: Int64, size: Int, leaf: PageNumber, at index: Int
    ) throws(StorageError) -> MutablePage? {
        let page = try modifyPage(leaf)
        var isLast = index == TreePage.count(page.bytes)
        if isLast { isLast = try isOnRightEdge() }
        if putIfFits(rowid, size: size, in: page, at: index) {
            if isLast { rightmostLeaf = leaf }
            return page
        }
        if putIntoVacancy(rowid, size: size, in: page, at: index) { return page }
        let cut = cut(page.bytes, index, isLast: isLast)
        if compact(page, for: size), putIfFits(rowid, size: size, in: page, at: index) {
            return page
        }
        var builder = builder(of: page, with: rowid, size: size, at: index)
        if builder.fits(0..<builder.cells.count) {
            builder.write(0..<builder.cells.count, to: page)
            return page
        }
        if cut.isLocal, try share(page, &builder) { return nil }
        try split(page, builder, at: index, cut)
        return nil
    }

    private func cut(_ page: UnsafeRawPointer, _ index: Int, isLast: Bool) -> PageCut {
        InsertionRun(
            count: TreePage.count(page), start: TreePage.contentStart(page), end: usableSize
        ).cut(at: index, isLast: isLast) { RowidPage.cellOffset(page, $0) }
    }
}
