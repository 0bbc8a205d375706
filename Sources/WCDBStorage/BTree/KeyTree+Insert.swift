/// Adding a key, and giving one another value: into the leaf where it belongs, if that has room as
/// it is laid out, and else with whatever has to move.
extension KeyTree {
    /// Adds a key; false, and nothing happens, if it is there already.
    package func insert(
        _ key: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            try beginOperation()
            saveCursors()
            if rightmostLeaf != .none, try append(key, value) { return true }
            if root == .none { try makeRoot() }
            let leaf = try descend(to: key)
            let place = try search(leaf.page, key, slotSize: KeyPage.leafSlot)
            guard !place.isMatch else { return false }
            try entry.encode(key, value, in: self)
            try put(in: leaf.number, at: place.index)
            countRows(1)
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Adds a key behind all others without a descent. False when it does not belong there.
    private func append(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StorageError) -> Bool {
        let page = try readPage(rightmostLeaf)
        let count = TreePage.count(page)
        guard count > 0 else { return false }
        let place = try search(page, key, slotSize: KeyPage.leafSlot)
        guard place.index == count else { return false }
        try entry.encode(key, value, in: self)
        let leaf = try modifyPage(rightmostLeaf)
        if !putIfFits(in: leaf, at: count) {
            _ = try descend(into: &path) { TreePage.count($0) }
            try put(in: leaf.number, at: count)
        }
        countRows(1)
        return true
    }

    /// Gives a key another value; false if the key is not there.
    package func replace(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            guard let (page, index, cell) = try modifyCell(of: key) else { return false }
            if !cell.isInChain, cell.valueCount == value.count {
                if let base = value.baseAddress {
                    page.copy(from: base, count: value.count, to: cell.valueOffset)
                }
                return true
            }
            try freeChain(of: cell)
            removeCell(at: index, size: cell.size, from: page)
            try entry.encode(key, value, in: self)
            try put(in: page.number, at: index)
            return true
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Puts `entry` into a leaf that has room for it as it is laid out.
    private func putIfFits(in page: MutablePage, at index: Int) -> Bool {
        let bytes = page.bytes
        guard let prefix = sharedPrefix(with: bytes) else { return false }
        let start = TreePage.contentStart(bytes)
        let size = entry.size &- prefix
        let slots = TreePage.slots &+ TreePage.count(bytes) &* KeyPage.leafSlot
        guard slots &+ KeyPage.leafSlot &+ size <= start else { return false }
        put(in: page, at: index, offset: start &- size, prefix: prefix)
        page.store(UInt16(truncatingIfNeeded: start &- size), at: PageHeader.contentStart)
        return true
    }

    /// How much of `entry` a page has as its prefix; nil if the entry begins otherwise.
    @inline(__always)
    func sharedPrefix(with bytes: UnsafeRawPointer) -> Int? {
        let prefix = KeyPage.prefixCount(bytes)
        guard prefix > 0 else { return 0 }
        let shared = UnsafeRawBufferPointer(start: bytes + (usableSize - prefix), count: prefix)
        return ByteOrder.hasPrefix(entry.key, shared) ? prefix : nil
    }

    /// Puts `entry` at an offset where its bytes are free, and its slot among the others.
    @inline(__always)
    func put(in page: MutablePage, at index: Int, offset: Int, prefix: Int) {
        guard let base = entry.bytes.baseAddress else { return }
        let count = TreePage.count(page.bytes)
        let slots = TreePage.slots &+ count &* KeyPage.leafSlot
        let rest = entry.keyCount &- prefix
        page.copy(from: base + prefix, count: entry.size &- prefix, to: offset)
        let slot = TreePage.slots &+ index &* KeyPage.leafSlot
        if index < count {
            page.move(from: slot, count: slots &- slot, to: slot &+ KeyPage.leafSlot)
        }
        KeyPageBuilder.writeSlot(
            page, slot, head: KeyPage.head(of: base + prefix, count: rest), offset: offset,
            length: UInt16(truncatingIfNeeded: rest) | entry.flags)
        page.store(UInt16(truncatingIfNeeded: count &+ 1), at: PageHeader.cellCount)
    }

    /// Puts `entry` where it belongs, however much has to move. Requires: `path` leads to the
    /// leaf's parent.
    func put(in leaf: PageNumber, at index: Int) throws(StorageError) {
        let page = try modifyPage(leaf)
        let isBehind = index == TreePage.count(page.bytes)
        if putIfFits(in: page, at: index) {
            if isBehind, rightmostLeaf != leaf, try isOnRightEdge() { rightmostLeaf = leaf }
            return
        }
        if putIntoVacancy(in: page, at: index) { return }
        let isLast = isBehind ? try isOnRightEdge() : false
        let cut = InsertionRun(
            count: TreePage.count(page.bytes), start: TreePage.contentStart(page.bytes),
            end: usableSize
        ).cut(at: index, isLast: isLast) {
            KeyCell.read(page.bytes, $0, slotSize: KeyPage.leafSlot).offset
        }
        if compact(page), putIfFits(in: page, at: index) { return }
        var builder = KeyPageBuilder(usableSize: usableSize, level: 0)
        builder.add(page: page.bytes)
        builder.insert(entry, at: index)
        if builder.fits(0..<builder.cells.count) {
            builder.write(0..<builder.cells.count, to: page)
            return
        }
        rightmostLeaf = .none
        if cut.isLocal, try share(page, &builder) { return }
        try splitLeaf(page, builder, cut)
    }
}
