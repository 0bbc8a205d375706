/// Splitting pages of a key tree. Requires everywhere: `path` leads to the page's parent.
extension KeyTree {
    /// Cuts a leaf in two, where `builder` has its cells and the new one.
    func splitLeaf(
        _ page: MutablePage, _ builder: borrowing KeyPageBuilder, _ cut: PageCut
    ) throws(StorageError) {
        let count = builder.cells.count
        guard let index = builder.splitIndex(cut) else {
            throw corrupt(.cell, page.number, "the keys of a leaf do not fit into two")
        }
        try takeSeparator(between: index - 1, and: index, of: builder, cut.gap(at: index))
        let left = try leftHalf(of: page, level: 0)
        let right = try transaction.allocatePage(
            .keyLeaf, level: 0, tree: tree, near: PageNumber(left.number.rawValue &+ 1))
        builder.write(0..<index, to: left)
        builder.write(index..<count, to: right)
        if left.number == page.number {
            try insertChild(right.number)
        } else {
            writeRoot(page, level: 1, left: left.number, right: right.number)
        }
        if index == count - 1, try isRightmost(right.number) { rightmostLeaf = right.number }
    }

    /// Puts the shortest key that tells two neighbours of a leaf apart into `separator`. The larger
    /// its last byte is, the more of what lies between them goes to the left.
    func takeSeparator(
        between left: Int, and right: Int, of builder: borrowing KeyPageBuilder,
        _ gap: PageCut.Gap = .any
    ) throws(StorageError) {
        let common = builder.common(left, right)
        let (leftKey, rightKey) = (builder.key(left), builder.key(right))
        let leftDecides = common < leftKey.count || !builder.isTruncated(left)
        if common < rightKey.count, leftDecides {
            separator.takeKey(right, count: common + 1, of: builder)
            // The keys of a damaged tree may be in any order.
            if gap == .right {
                separator.setLastByte(common < leftKey.count ? leftKey[common] &+ 1 : 0)
            }
            return
        }
        // They differ only in what lies in chains.
        let (wholeLeft, wholeRight) = (
            try wholeKey(left, of: builder), try wholeKey(right, of: builder)
        )
        let length = zip(wholeLeft, wholeRight).prefix { $0 == $1 }.count + 1
        try separator.encode(wholeRight.prefix(length), in: self)
    }

    /// The key of a cell, out of its chain if need be.
    func wholeKey(
        _ index: Int, of builder: borrowing KeyPageBuilder
    ) throws(StorageError) -> [UInt8] {
        var key = ByteBuffer(capacity: 256)
        try appendWholeKey(index, of: builder, to: &key)
        return Array(key.bytes)
    }

    func appendWholeKey(
        _ index: Int, of builder: borrowing KeyPageBuilder, to key: inout ByteBuffer
    ) throws(StorageError) {
        guard builder.isInChain(index), let tail = builder.tail(index).baseAddress else {
            return key.append(builder.key(index))
        }
        let cell = KeyCell(chainReference: tail)
        var bytes = ByteBuffer(capacity: 256)
        try readChain(cell, count: 4 + cell.keyCount, into: &bytes)
        key.append(UnsafeRawBufferPointer(rebasing: bytes.bytes[4...]))
    }

    /// Makes the root an inner page over two children, with `separator` between them; its row
    /// count stays.
    private func writeRoot(
        _ page: MutablePage, level: UInt8, left: PageNumber, right: PageNumber
    ) {
        var builder = KeyPageBuilder(usableSize: usableSize, level: level)
        builder.insert(separator, child: left, at: 0)
        write(builder, 0..<1, rightChild: right, to: page)
    }

    /// Lays out an inner page, whatever the page was before.
    func write(
        _ builder: borrowing KeyPageBuilder, _ range: Range<Int>, rightChild: PageNumber,
        to page: MutablePage
    ) {
        page.store(kind(level: builder.level).rawValue, at: PageHeader.kind)
        page.store(builder.level, at: PageHeader.level)
        builder.write(range, rightChild: rightChild, to: page)
    }

    /// Hangs `right` into the parent, behind the child that the path took and `separator`.
    private func insertChild(_ right: PageNumber) throws(StorageError) {
        guard let step = path.popLast() else {
            throw corrupt(.childPointer, right, "a page without a parent was split")
        }
        let page = try transaction.modifyPage(step.number, tree: tree)
        let level = TreePage.level(page.bytes)
        var builder = KeyPageBuilder(usableSize: usableSize, level: level)
        builder.add(page: page.bytes)
        // The child that was split keeps what lies below the separator.
        let left = builder.child(step.index)
        builder.insert(separator, child: left, at: step.index)
        builder.setChild(right, at: step.index + 1)
        try placeInner(builder, in: page, grownAt: step.index)
    }

    /// Writes an inner page that has grown, in two if it must be. Also consumes `path`.
    func placeInner(
        _ builder: borrowing KeyPageBuilder, in page: MutablePage, grownAt index: Int
    ) throws(StorageError) {
        let count = builder.cells.count
        if builder.fits(0..<count) {
            builder.write(0..<count, rightChild: builder.rightChild, to: page)
            return
        }
        // At the right edge the left page stays full.
        let isLast = index == count - 1
        guard let middle = builder.splitIndex(isLast ? PageCut(at: count - 2) : .middle) else {
            throw corrupt(.cell, page.number, "the keys of an inner page do not fit into two")
        }
        let left = try leftHalf(of: page, level: builder.level)
        let right = try transaction.allocatePage(
            .keyInner, level: builder.level, tree: tree, near: .none)
        separator.take(middle, of: builder)
        write(builder, 0..<middle, rightChild: builder.cells[middle].child, to: left)
        write(builder, (middle + 1)..<count, rightChild: builder.rightChild, to: right)
        if left.number == page.number {
            try insertChild(right.number)
        } else {
            writeRoot(page, level: builder.level + 1, left: left.number, right: right.number)
        }
    }
}

extension KeyEntry {
    /// Takes a separator, which has no value.
    mutating func encode(
        _ key: ArraySlice<UInt8>, in tree: KeyTree
    ) throws(StorageError) {
        var buffer = ByteBuffer(capacity: key.count)
        key.withUnsafeBytes { buffer.append($0) }
        try encode(buffer.bytes, UnsafeRawBufferPointer(start: nil, count: 0), in: tree)
    }
}
