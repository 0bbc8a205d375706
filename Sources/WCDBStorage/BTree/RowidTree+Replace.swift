/// Giving a row another payload: where the old one lies if it fits there, so that mostly nothing
/// else moves, and else as if it were removed and added.
extension RowidTree {
    /// Gives a row another payload; false if there is no such row. `cursor`: one of this tree's
    /// that may stand on the row. If it does, the row is not sought, and the cursor stays there as
    /// long as the row stays in its leaf.
    package func replace(
        _ rowid: Int64, _ payload: UnsafeRawBufferPointer, under cursor: RowidCursor? = nil
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard let (page, index, cell, isStanding) = try modifyCell(of: rowid, under: cursor)
            else { return false }
            let standing = isStanding ? cursor : nil
            if !cell.overflows, payload.count == cell.payloadLength {
                if let base = payload.baseAddress {
                    page.copy(from: base, count: payload.count, to: cell.localOffset)
                }
                return true
            }
            var size = try encodeKeepingChain(of: cell, rowid, payload, page.bytes) ?? 0
            if size > 0, resize(cell, to: size, at: index, of: page) { return true }
            standing?.savePosition()
            if size == 0 { try freeOverflow(of: cell, rowid: rowid, page: page.bytes) }
            removeCell(at: index, size: cell.size, from: page)
            // A chain may have the pages of the one before.
            if size == 0 { size = try encodeCell(rowid, payload) }
            let leaf = try place(rowid, size: size, leaf: page.number, at: index)
            if let leaf { standing?.stay(in: leaf) }
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Puts the cell of a payload that takes the place of another one into `cellBuffer`, if the
    /// pages of a chain are as many as before, or none. Of a long row seldom more changes than what
    /// lies in its leaf, and where the chain begins moves along with the end of the row.
    private func encodeKeepingChain(
        of cell: RowidCell, _ rowid: Int64, _ payload: UnsafeRawBufferPointer,
        _ page: UnsafeRawPointer
    ) throws(StorageError) -> Int? {
        if payload.count <= maxLocal {
            return cell.overflows ? nil : try encodeCell(rowid, payload)
        }
        let local = RowidCell.localLength(of: payload.count, maxLocal: maxLocal)
        guard payload.count - local == cell.payloadLength - cell.localLength else { return nil }
        let first = cell.firstOverflow(page)
        try chain(of: rowid).replace(
            from: first, with: UnsafeRawBufferPointer(rebasing: payload[local...]))
        return encodeCell(payload, chain: first)
    }

    /// Puts the cell in `cellBuffer` in the place of another one, if that takes little: a shorter
    /// one where the other lay; a longer one in front of all cells, or, where there is no such
    /// room, by moving those in front of it. No chain is looked at.
    @inline(__always)
    private func resize(
        _ cell: RowidCell, to size: Int, at index: Int, of page: MutablePage
    ) -> Bool {
        let bytes = page.bytes
        let (count, start) = (TreePage.count(bytes), TreePage.contentStart(bytes))
        let offset = RowidPage.cellOffset(bytes, index)
        let room = start &- TreePage.slots &- count &* RowidPage.slotSize(bytes)
        if size <= cell.size {
            page.copy(from: cellBuffer, count: size, to: offset)
            free(cell.size &- size, at: offset &+ size, of: page)
        } else if size <= room {
            page.copy(from: cellBuffer, count: size, to: start &- size)
            free(cell.size, at: offset, of: page)
            move(index, to: start &- size, in: page)
            page.store(UInt16(truncatingIfNeeded: start &- size), at: PageHeader.contentStart)
        } else if size &- cell.size <= room {
            stretch(offset, by: size &- cell.size, in: page)
            page.copy(from: cellBuffer, count: size, to: offset &+ cell.size &- size)
        } else {
            return false
        }
        return true
    }

    /// Wipes bytes among the cells, which none needs any more.
    @inline(__always)
    private func free(_ count: Int, at offset: Int, of page: MutablePage) {
        page.zero(offset, count: count)
        page.store(
            TreePage.fragmentField(page.bytes) &+ UInt16(truncatingIfNeeded: count),
            at: PageHeader.fragmentBytes)
    }

    /// Moves the cell at an offset, and those in front of it, away from the ones behind it.
    private func stretch(_ offset: Int, by count: Int, in page: MutablePage) {
        let start = TreePage.contentStart(page.bytes)
        page.move(from: start, count: offset &- start, to: start &- count)
        for index in 0..<TreePage.count(page.bytes) {
            let other = RowidPage.cellOffset(page.bytes, index)
            if other <= offset { move(index, to: other &- count, in: page) }
        }
        page.store(UInt16(truncatingIfNeeded: start &- count), at: PageHeader.contentStart)
    }

    /// Says where a cell lies now.
    @inline(__always)
    private func move(_ index: Int, to offset: Int, in page: MutablePage) {
        // In a wide slot the offset lies behind the rowid.
        let isWide = RowidPage.isWide(page.bytes)
        let slot = TreePage.slots &+ index &* (isWide ? 10 : 4) &+ (isWide ? 8 : 0)
        page.store(UInt16(truncatingIfNeeded: offset), at: slot)
    }
}
