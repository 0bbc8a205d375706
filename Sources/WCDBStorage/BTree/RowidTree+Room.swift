/// Room in a leaf that has enough free bytes, though not in one piece.
extension RowidTree {
    /// Puts the cell in `cellBuffer` where a removed one lay.
    func putIntoVacancy(_ rowid: Int64, size: Int, in page: MutablePage, at index: Int) -> Bool {
        let bytes = page.bytes
        let (count, start) = (TreePage.count(bytes), TreePage.contentStart(bytes))
        let isWide = RowidPage.isWide(bytes)
        guard vacancy.leaf == page.number, size <= vacancy.size, count > 0,
            TreePage.slots + (count + 1) * RowidPage.slotSize(bytes) <= start,
            isWide || RowidPage.isNear(rowid, RowidPage.base(bytes)),
            vacancy.isFree(
                among: count, from: start, to: usableSize,
                {
                    let offset = RowidPage.cellOffset(bytes, $0)
                    return (offset, RowidCell.read(bytes, at: offset, maxLocal: maxLocal).size)
                })
        else { return false }
        vacancy.size -= size
        put(rowid, size: size, in: page, at: index, offset: vacancy.offset + vacancy.size)
        page.store(
            TreePage.fragmentField(bytes) - UInt16(truncatingIfNeeded: size),
            at: PageHeader.fragmentBytes)
        return true
    }

    /// Lowers the base of a leaf with narrow slots for a row before all others, with some distance
    /// to spare on both sides: rows that come backwards would need it again and again. False if the
    /// rowids lie too far apart.
    @inline(never)
    func lowerBase(of page: MutablePage, to rowid: Int64) -> Bool {
        let (count, base) = (TreePage.count(page.bytes), RowidPage.base(page.bytes))
        guard count > 0, rowid < base else { return false }
        let last = RowidPage.rowid(page.bytes, count - 1)
        let (span, isFar) = last.subtractingReportingOverflow(rowid)
        guard !isFar, span <= 0xFFFF else { return false }
        let (lower, isBelow) = rowid.subtractingReportingOverflow((0xFFFF - span) / 2)
        let newBase = isBelow ? rowid : lower
        let distance = UInt32(truncatingIfNeeded: base - newBase) << 16
        for index in 0..<count {
            page.store(
                RowidPage.narrowSlot(page.bytes, index) + distance,
                at: TreePage.slots + index * 4)
        }
        page.store(newBase, at: TreePage.base)
        return true
    }

    /// Moves the cells of a leaf together, if a cell of `size` has room then.
    func compact(_ page: MutablePage, for size: Int) -> Bool {
        let bytes = page.bytes
        let (count, start) = (TreePage.count(bytes), TreePage.contentStart(bytes))
        let slotSize = RowidPage.slotSize(bytes)
        let fragments = RowidPage.fragmentBytes(bytes)
        guard fragments > 0,
            TreePage.slots + (count + 1) * slotSize + size <= start + fragments
        else { return false }
        withUnsafeTemporaryAllocation(byteCount: usableSize, alignment: 16) { memory in
            guard let copy = memory.baseAddress else { return }
            copy.copyMemory(from: bytes, byteCount: usableSize)
            var end = usableSize
            // In a wide slot the offset lies behind the rowid.
            let field = TreePage.slots + (RowidPage.isWide(bytes) ? 8 : 0)
            for index in 0..<count {
                let offset = RowidPage.cellOffset(copy, index)
                let size = RowidCell.read(copy, at: offset, maxLocal: maxLocal).size
                end -= size
                page.copy(from: copy + offset, count: size, to: end)
                page.store(UInt16(truncatingIfNeeded: end), at: field + index * slotSize)
            }
            page.zero(start, count: end - start)
            page.store(UInt16(truncatingIfNeeded: end), at: PageHeader.contentStart)
            page.store(
                TreePage.fragmentField(bytes) & TreePage.wideFlag, at: PageHeader.fragmentBytes)
        }
        return true
    }
}
