/// Making the database shorter: what vacuuming needs of the pager.
extension Transaction {
    /// The bytes of a page, whichever tree it belongs to.
    func readAnyPage(_ number: PageNumber) throws(StorageError) -> UnsafeRawPointer {
        if isWritable, let block = try dirtyBytes(number) { return UnsafeRawPointer(block) }
        guard isActive, number.rawValue <= state.pageCount else {
            throw .corrupt(Corruption(.childPointer, page: number, "beyond the last page"))
        }
        view.pointee.loadsSinceRefresh &+= 1
        return UnsafeRawPointer(try loadPage(number))
    }

    /// Whether the space map counts a page as used.
    func isInUse(_ number: PageNumber) throws(StorageError) -> Bool {
        guard number >= DatabaseHeader.firstSpaceMap else { return true }
        let map = try readPage(core.spaceMap.mapPage(for: number), tree: .none)
        return SpaceMap.isSet(core.spaceMap.bit(of: number), in: map)
    }

    /// Lets go of everything behind the last page in use; returns how many pages that were.
    package func shrink() throws(StorageError) -> UInt32 {
        guard isWritable else { throw .misuse("the transaction cannot write") }
        let before = state.pageCount
        while state.pageCount >= DatabaseHeader.firstOrdinaryPage.rawValue {
            let last = PageNumber(state.pageCount)
            if core.spaceMap.isMapPage(last) {
                // It maps nothing but itself any more.
                forget(last)
            } else {
                let isUsed = try isInUse(last)
                if isUsed { break }
                guard state.freeCount > 0 else {
                    throw .corrupt(
                        Corruption(.spaceMap, page: last, "more pages are free than were counted"))
                }
                state.freeCount -= 1
            }
            state.pageCount -= 1
        }
        allocationHint = min(allocationHint, state.pageCount)
        return before - state.pageCount
    }

    /// Puts other bytes into a page, or adds it; the page count must have been raised before.
    /// Requires: `bytes` is a whole page of this number that passed validation.
    func overwritePage(
        _ number: PageNumber, with bytes: UnsafeRawPointer
    ) throws(StorageError) {
        guard isWritable, savepoints.isEmpty else { throw .misuse("pages cannot be overwritten") }
        let kind = PageKind(rawValue: TreePage.kind(bytes)) ?? .free
        forget(number)
        let page = addFreshPage(
            number, kind: kind, level: TreePage.level(bytes), tree: PageBlock.tree(bytes))
        page.copy(
            from: bytes + PageHeader.cellCount, count: pageSize - PageHeader.cellCount,
            to: PageHeader.cellCount)
    }
}
