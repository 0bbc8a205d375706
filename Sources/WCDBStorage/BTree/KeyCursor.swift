/// A place in a key tree.
///
/// **Users.** The thread of the transaction; until the transaction ends.
@usableFromInline
package final class KeyCursor: LeafCursor {
    let owner: KeyTree
    /// The key of the row it stood on when the tree changed, and what kept it from being read.
    @exclusivity(unchecked) private var saved = ByteBuffer(capacity: 64)
    @exclusivity(unchecked) private var failure: StorageError?
    /// The last search ended in the leaf in which it began: the next one looks there first.
    @exclusivity(unchecked) private var isStaying = false
    /// The key that was last asked for; the first `prefixCount` bytes are the page's prefix.
    @exclusivity(unchecked) private var assembled = ByteBuffer(capacity: 64)
    /// The size of the page's prefix; -1 while `assembled` does not begin with it.
    @exclusivity(unchecked) private var prefixCount = -1
    /// Where the end of a range belongs in the leaf; -1 while nobody asked.
    @exclusivity(unchecked) @usableFromInline var endIndex = -1
    /// What was read early, so that it is read at all.
    @exclusivity(unchecked) private var touched: UInt8 = 0
    /// A key besides the one it stands on.
    @exclusivity(unchecked) private var nearKey = ByteBuffer(capacity: 32)
    /// A key, and key and value, out of a chain.
    @exclusivity(unchecked) private var chainedKey = ByteBuffer(capacity: 32)
    @exclusivity(unchecked) private var chainedRow = ByteBuffer(capacity: 32)

    init(_ owner: KeyTree) {
        self.owner = owner
        super.init(owner)
    }

    // MARK: Seeking

    /// Goes to a key; false (and nowhere) if it is not there.
    package func seek(_ key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        let place = try descend(to: key)
        if place.isMatch { return true }
        reset()
        return false
    }

    /// Goes to the first key at or behind `key`.
    package func seek(atOrAfter key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        _ = try descend(to: key)
        guard page != nil else { return false }
        return index < count ? true : try nextLeaf()
    }

    /// Goes to the last key before `key`.
    package func seek(before key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        _ = try descend(to: key)
        guard page != nil else { return false }
        index &-= 1
        return index >= 0 ? true : try previousLeaf()
    }

    /// Goes to the last key at or before `key`.
    package func seek(atOrBefore key: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        if try descend(to: key).isMatch { return true }
        guard page != nil else { return false }
        index &-= 1
        return index >= 0 ? true : try previousLeaf()
    }

    private func descend(to key: UnsafeRawBufferPointer) throws(StorageError) -> KeyPlace {
        failure = nil
        let last = page
        if isStaying, let last {
            let place = try owner.search(last, key, slotSize: KeyPage.leafSlot)
            if place.index < count, place.index > 0 || place.isMatch {
                enterAgain()
                index = place.index
                return place
            }
        }
        try enter { (page) throws(StorageError) in try owner.childIndex(page, key) }
        isStaying = page == last
        guard let page else { return KeyPlace(index: 0, isMatch: false) }
        let place = try owner.search(page, key, slotSize: KeyPage.leafSlot)
        index = place.index
        return place
    }

    override func didEnterLeaf() {
        prefixCount = -1
        endIndex = -1
        // The prefix, and slots where a search begins: a leaf that is not near the processor is
        // waited for once then, and not for each of its lines.
        guard let page else { return }
        let end = owner.usableSize &- 1
        var sum = page.byte(at: end)
        var offset = 64
        while offset < min(1280, end) {
            sum ^= page.byte(at: offset)
            offset &+= 64
        }
        touched = sum
    }

    // MARK: When the tree changes

    override func rememberKey() {
        do {
            let key = try key()
            saved.removeAll()
            saved.append(key)
            failure = nil
        } catch {
            failure = error
        }
    }

    override func seekBehindSaved() throws(StorageError) -> Bool {
        if let failure { throw failure }
        let isThere = try seek(atOrAfter: saved.bytes)
        guard isThere, try isAtSaved() else { return isThere }
        return try next()
    }

    override func seekBeforeSaved() throws(StorageError) -> Bool {
        if let failure { throw failure }
        return try seek(before: saved.bytes)
    }

    /// After a change of the tree: finds the row again; false if it is gone.
    package func restore() throws(StorageError) -> Bool {
        guard isSaved else { return page != nil }
        if let failure { throw failure }
        return try seek(saved.bytes)
    }

    private func isAtSaved() throws(StorageError) -> Bool {
        ByteOrder.compare(try key(), saved.bytes) == 0
    }

    // MARK: Ranges

    /// Whether the row it stands on lies at or behind `end`, which stays the same until
    /// `forgetEnd`: then one search is enough for all rows of a leaf. Hot.
    @inline(__always)
    package func isAtOrBehind(_ end: UnsafeRawBufferPointer) throws(StorageError) -> Bool {
        if endIndex < 0 { try findEnd(end) }
        return page != nil && index >= endIndex
    }

    /// Whether it is known that the row lies before the end that `isAtOrBehind` was asked for last.
    /// Hot.
    @inlinable @inline(__always)
    package var isBeforeEnd: Bool { page != nil && index < endIndex }

    @inline(never)
    private func findEnd(_ end: UnsafeRawBufferPointer) throws(StorageError) {
        guard let page else { return }
        endIndex = try owner.search(page, end, slotSize: KeyPage.leafSlot).index
    }

    package func forgetEnd() { endIndex = -1 }

    // MARK: The row

    /// The key, until the cursor moves or the tree changes. Requires: it stands on a row. Hot.
    package func key() throws(StorageError) -> UnsafeRawBufferPointer {
        guard let page else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let cell = KeyCell.read(page, index, slotSize: KeyPage.leafSlot)
        return try key(of: cell, page)
    }

    /// Key and value, as one by one.
    package func entry() throws(StorageError) -> (
        key: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer
    ) {
        guard let page else { return (try key(), try value()) }
        let cell = KeyCell.read(page, index, slotSize: KeyPage.leafSlot)
        if cell.isInChain { return (try key(), try value()) }
        let value = UnsafeRawBufferPointer(start: page + cell.valueOffset, count: cell.valueCount)
        return (try key(of: cell, page), value)
    }

    /// The key, until the cursor moves or the tree changes; nil if there is a value, or if it takes
    /// more than the leaf to read the key. Hot.
    package func loneKey() -> UnsafeRawBufferPointer? {
        guard let page else { return nil }
        let length = KeyPage.length(page, index, slotSize: KeyPage.leafSlot)
        guard length & ~KeyPage.lengthMask == 0 else { return nil }
        let offset = KeyPage.offset(page, index, slotSize: KeyPage.leafSlot)
        return assemble(page, offset, Int(length))
    }

    @inline(__always)
    private func key(
        of cell: KeyCell, _ page: UnsafeRawPointer
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        if cell.isInChain {
            try owner.readChain(cell, count: 4 + cell.keyCount, into: &chainedKey)
            return UnsafeRawBufferPointer(rebasing: chainedKey.bytes[4...])
        }
        return assemble(page, cell.offset, cell.restCount)
    }

    /// Puts the page's prefix before the rest of a key.
    @inline(__always)
    private func assemble(
        _ page: UnsafeRawPointer, _ offset: Int, _ restCount: Int
    ) -> UnsafeRawBufferPointer {
        let prefix = KeyPage.prefixCount(page)
        if prefix == 0 {
            return UnsafeRawBufferPointer(start: page + offset, count: restCount)
        }
        if prefixCount == prefix {
            assembled.truncate(to: prefix)
        } else {
            assembled.removeAll()
            assembled.append(page + (owner.usableSize &- prefix), count: prefix)
            prefixCount = prefix
        }
        let rest = page + offset
        if restCount <= 16, offset &+ 16 <= owner.usableSize {
            assembled.appendShort(rest, count: restCount)
        } else {
            assembled.append(rest, count: restCount)
        }
        return assembled.bytes
    }

    /// The key `distance` places further on, until the next call, if it lies in the same leaf and
    /// not behind the end that `isAtOrBehind` was asked for; the cursor stays where it is.
    package func neighbour(_ distance: Int) -> UnsafeRawBufferPointer? {
        guard let page else { return nil }
        let place = index &+ distance
        let end = endIndex >= 0 ? min(endIndex, count) : count
        guard place >= 0, place < end else { return nil }
        let cell = KeyCell.read(page, place, slotSize: KeyPage.leafSlot)
        guard !cell.isInChain else { return nil }
        let prefix = KeyPage.prefixCount(page)
        if prefix == 0 {
            return UnsafeRawBufferPointer(start: page + cell.offset, count: cell.restCount)
        }
        nearKey.removeAll()
        nearKey.append(page + (owner.usableSize &- prefix), count: prefix)
        nearKey.append(page + cell.offset, count: cell.restCount)
        return nearKey.bytes
    }

    /// The value, until the cursor moves or the tree changes. Requires: it stands on a row.
    package func value() throws(StorageError) -> UnsafeRawBufferPointer {
        guard let page else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        let cell = KeyCell.read(page, index, slotSize: KeyPage.leafSlot)
        if cell.isInChain {
            let start = 4 + cell.keyCount
            try owner.readChain(cell, count: start + cell.valueCount, into: &chainedRow)
            return UnsafeRawBufferPointer(rebasing: chainedRow.bytes[start...])
        }
        return UnsafeRawBufferPointer(start: page + cell.valueOffset, count: cell.valueCount)
    }
}
