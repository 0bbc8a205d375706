/// A tree from byte strings to byte strings, in the order of the bytes: indexes, whose keys are
/// encoded columns and mostly have no value, and tables without rowids.
///
/// A separator in an inner page is the shortest string above everything left of it that is not
/// above anything right of it: child i holds the keys below separator i, the right child the rest.
///
/// **Users.** As `Tree`.
package final class KeyTree: Tree {
    let maxLocal: Int
    /// Where a cell was removed last.
    @exclusivity(unchecked) var vacancy = Vacancy()
    /// The cell that is being written.
    @exclusivity(unchecked) var entry = KeyEntry()
    /// A separator on its way up or down.
    @exclusivity(unchecked) var separator = KeyEntry()

    init(_ transaction: Transaction, tree: TreeID, root: PageNumber) {
        maxLocal = KeyPage.maxLocal(usableSize: transaction.usableSize)
        super.init(transaction, tree: tree, root: root, isKeyed: true)
    }

    package func makeCursor() -> KeyCursor {
        let cursor = KeyCursor(self)
        cursors.append(cursor)
        return cursor
    }

    // MARK: Searching

    /// Where a key is or belongs in a page of this tree.
    @inline(__always)
    func search(
        _ page: UnsafeRawPointer, _ key: UnsafeRawBufferPointer, slotSize: Int
    ) throws(StorageError) -> KeyPlace {
        try KeyPage.search(page, key, slotSize: slotSize, usableSize: usableSize) {
            (index) throws(StorageError) in
            try compareWhole(key, with: page, index, slotSize: slotSize)
        }
    }

    /// Which child of an inner page may hold a key.
    @inline(__always)
    func childIndex(_ page: UnsafeRawPointer, _ key: UnsafeRawBufferPointer) throws(StorageError)
        -> Int
    {
        let place = try search(page, key, slotSize: KeyPage.innerSlot)
        return place.isMatch ? place.index &+ 1 : place.index
    }

    @inline(__always)
    func descend(
        to key: UnsafeRawBufferPointer
    ) throws(StorageError) -> (number: PageNumber, page: UnsafeRawPointer) {
        try descend(into: &path) { (page) throws(StorageError) in try childIndex(page, key) }
    }

    /// Compares with a key whose end lies in a chain.
    private func compareWhole(
        _ key: UnsafeRawBufferPointer, with page: UnsafeRawPointer, _ index: Int, slotSize: Int
    ) throws(StorageError) -> Int {
        let cell = KeyCell.read(page, index, slotSize: slotSize)
        return try withKeyInChain(cell) { ByteOrder.compare(key, $0) }
    }

    // MARK: Chains

    /// Writes key and value into a chain of their own; returns its first page.
    func writeChain(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer
    ) throws(StorageError) -> PageNumber {
        var bytes = ByteBuffer(capacity: 4 + key.count + value.count)
        withUnsafeBytes(of: UInt32(key.count).littleEndian) { bytes.append($0) }
        bytes.append(key)
        bytes.append(value)
        return try chain(.none).write(bytes.bytes, ownsItself: true)
    }

    func chain(_ first: PageNumber) -> OverflowChain {
        OverflowChain(transaction: transaction, tree: tree, owner: Int64(first.rawValue))
    }

    /// Reads `count` bytes of the chain of a cell into `target`.
    func readChain(
        _ cell: KeyCell, count: Int, into target: inout ByteBuffer
    ) throws(StorageError) {
        // No file is smaller than what it holds: bounds what a damaged length can ask for.
        guard count / transaction.pageSize <= Int(transaction.state.pageCount) else {
            throw corrupt(.cell, cell.chain, "a key or row is longer than the file")
        }
        target.removeAll()
        target.reserve(count)
        try chain(cell.chain).read(
            from: .init(cell.chain),
            into: UnsafeMutableRawBufferPointer(start: target.start, count: count))
        target.advance(count)
        guard count < 4 || Int(target.bytes.little32) == cell.keyCount else {
            throw corrupt(.overflowChain, cell.chain, "the chain holds another key")
        }
    }

    private func withKeyInChain<T>(
        _ cell: KeyCell, _ body: (UnsafeRawBufferPointer) -> T
    ) throws(StorageError) -> T {
        var bytes = ByteBuffer(capacity: 4 + min(cell.keyCount, 1 << 20))
        try readChain(cell, count: 4 + cell.keyCount, into: &bytes)
        return body(UnsafeRawBufferPointer(rebasing: bytes.bytes[4...]))
    }

    /// Gives back the chain of a cell, if it has one.
    func freeChain(of cell: KeyCell) throws(StorageError) {
        guard cell.isInChain else { return }
        try chain(cell.chain).free(
            from: cell.chain, length: 4 + cell.keyCount + cell.valueCount)
    }
}

extension UnsafeRawBufferPointer {
    /// The first four bytes as a number; 0 if there are fewer.
    fileprivate var little32: UInt32 {
        guard count >= 4, let baseAddress else { return 0 }
        return baseAddress.little(UInt32.self, at: 0)
    }
}
