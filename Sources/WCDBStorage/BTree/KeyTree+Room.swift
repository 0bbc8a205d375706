/// Room in a leaf that has enough free bytes, though not in one piece.
extension KeyTree {
    /// Puts `entry` where a removed cell lay.
    func putIntoVacancy(in page: MutablePage, at index: Int) -> Bool {
        let bytes = page.bytes
        let (count, start) = (TreePage.count(bytes), TreePage.contentStart(bytes))
        guard vacancy.leaf == page.number, count > 0, let prefix = sharedPrefix(with: bytes),
            entry.size - prefix <= vacancy.size,
            TreePage.slots + (count + 1) * KeyPage.leafSlot <= start,
            vacancy.isFree(
                among: count, from: start, to: usableSize - prefix,
                {
                    let cell = KeyCell.read(bytes, $0, slotSize: KeyPage.leafSlot)
                    return (cell.offset, cell.size)
                })
        else { return false }
        let size = entry.size - prefix
        vacancy.size -= size
        put(in: page, at: index, offset: vacancy.offset + vacancy.size, prefix: prefix)
        page.store(
            TreePage.fragmentField(bytes) - UInt16(truncatingIfNeeded: size),
            at: PageHeader.fragmentBytes)
        return true
    }

    /// Moves the cells of a leaf together, if `entry` has room then.
    func compact(_ page: MutablePage) -> Bool {
        let bytes = page.bytes
        let (count, start) = (TreePage.count(bytes), TreePage.contentStart(bytes))
        guard let prefix = sharedPrefix(with: bytes) else { return false }
        let fragments = Int(TreePage.fragmentField(bytes))
        let slots = TreePage.slots + (count + 1) * KeyPage.leafSlot
        guard fragments > 0, slots + entry.size - prefix <= start + fragments else {
            return false
        }
        withUnsafeTemporaryAllocation(byteCount: usableSize, alignment: 16) { memory in
            guard let copy = memory.baseAddress else { return }
            copy.copyMemory(from: bytes, byteCount: usableSize)
            var end = usableSize - prefix
            for index in 0..<count {
                let cell = KeyCell.read(copy, index, slotSize: KeyPage.leafSlot)
                end -= cell.size
                page.copy(from: copy + cell.offset, count: cell.size, to: end)
                let slot = TreePage.slots + index * KeyPage.leafSlot
                page.store(UInt16(truncatingIfNeeded: end), at: slot + 4)
            }
            page.zero(start, count: end - start)
            page.store(UInt16(truncatingIfNeeded: end), at: PageHeader.contentStart)
            page.store(UInt16(0), at: PageHeader.fragmentBytes)
        }
        return true
    }
}
