/// Splitting pages of a rowid tree. Requires everywhere: `path` leads to the page's parent.
extension RowidTree {
    /// Cuts a leaf in two, where `builder` has its rows and the new one at `index`.
    func split(
        _ page: MutablePage, _ builder: borrowing RowidLeafBuilder, at index: Int, _ cut: PageCut
    ) throws(StorageError) {
        let leaf = page.number
        let count = builder.cells.count
        let isAppend = index == count - 1
        guard let at = builder.splitIndex(cut) else {
            throw corrupt(.cell, leaf, "the rows of a leaf do not fit into two")
        }
        let left = try leftHalf(of: page, level: 0)
        let right = try transaction.allocatePage(
            .rowidLeaf, level: 0, tree: tree, near: PageNumber(left.number.rawValue &+ 1))
        builder.write(0..<at, to: left)
        builder.write(at..<count, to: right)
        let key = key(
            between: builder.cells[at - 1].rowid, and: builder.cells[at].rowid, cut.gap(at: at))
        if left.number == leaf {
            try insertChild(right.number, after: key)
        } else {
            writeRoot(page, level: 1, left: left.number, key: key, right: right.number)
        }
        rightmostLeaf = .none
        guard isAppend else { return }
        transaction.finish(left.number)
        if try isRightmost(right.number) { rightmostLeaf = right.number }
    }

    /// The rows of a leaf, and the one in `cellBuffer`.
    func builder(
        of page: MutablePage, with rowid: Int64, size: Int, at index: Int
    ) -> RowidLeafBuilder {
        var builder = RowidLeafBuilder(usableSize: usableSize)
        builder.add(page: page.bytes)
        builder.insert(.init(rowid: rowid, bytes: cellBuffer, size: size), at: index)
        return builder
    }

    /// The last rowid that goes to the left of a cut between two rows.
    private func key(between left: Int64, and right: Int64, _ gap: PageCut.Gap) -> Int64 {
        switch gap {
        case .any, .right: left
        case .left: right - 1
        }
    }

    /// The last leaf, which ends at `last`, is full and stays as it is: the row in `cellBuffer`
    /// opens a new one.
    func openLeaf(_ rowid: Int64, size: Int, behind last: Int64) throws(StorageError) {
        let full = rightmostLeaf
        _ = try descend(into: &path) { TreePage.count($0) }
        guard full != root else {
            let page = try modifyPage(full)
            let count = TreePage.count(page.bytes)
            let builder = builder(of: page, with: rowid, size: size, at: count)
            return try split(page, builder, at: count, PageCut(at: count))
        }
        rightmostLeaf = .none
        let leaf = try transaction.allocatePage(
            .rowidLeaf, level: 0, tree: tree, near: PageNumber(full.rawValue &+ 1))
        leaf.store(UInt16(usableSize), at: PageHeader.contentStart)
        guard putIfFits(rowid, size: size, in: leaf, at: 0) else {
            throw corrupt(.cell, leaf.number, "a row does not fit into an empty page")
        }
        let number = leaf.number
        try insertChild(number, after: last)
        transaction.finish(full)
        rightmostLeaf = number
    }

    /// Makes the root an inner page over two children; its row count stays.
    private func writeRoot(
        _ page: MutablePage, level: UInt8, left: PageNumber, key: Int64, right: PageNumber
    ) {
        writeInner(page, level: level, keys: [key], children: [left, right])
    }

    func writeInner(
        _ page: MutablePage, level: UInt8, keys: [Int64], children: [PageNumber]
    ) {
        page.zero(TreePage.base, count: usableSize - TreePage.base)
        page.store(PageKind.rowidInner.rawValue, at: PageHeader.kind)
        page.store(level, at: PageHeader.level)
        page.store(UInt16(keys.count), at: PageHeader.cellCount)
        page.store(UInt16(0), at: PageHeader.contentStart)
        page.store(UInt16(0), at: PageHeader.fragmentBytes)
        for (index, key) in keys.enumerated() { page.store(key, at: TreePage.slots + index * 8) }
        for (index, child) in children.enumerated() {
            let offset =
                index == keys.count
                ? TreePage.rightChild : usableSize - 4 * (index + 1)
            page.store(child.rawValue, at: offset)
        }
    }

    /// The keys and children of an inner page.
    func readInner(_ page: UnsafeRawPointer) -> (keys: [Int64], children: [PageNumber]) {
        let count = TreePage.count(page)
        return (
            (0..<count).map { RowidPage.key(page, $0) },
            (0...count).map { RowidPage.child(page, $0, usableSize: usableSize) }
        )
    }

    /// Hangs `right` into the parent behind the child that the path took; that child now ends at
    /// `key`.
    func insertChild(_ right: PageNumber, after key: Int64) throws(StorageError) {
        guard let step = path.popLast() else {
            throw corrupt(.childPointer, right, "a page without a parent was split")
        }
        let page = try transaction.modifyPage(step.number, tree: tree)
        let count = TreePage.count(page.bytes)
        if count < RowidPage.innerCapacity(usableSize: usableSize) {
            insertKey(key, right, at: step.index, in: page, count: count)
            return
        }
        var (keys, children) = readInner(page.bytes)
        keys.insert(key, at: step.index)
        children.insert(right, at: step.index + 1)
        // At the right edge the left page stays full.
        let middle = step.index == count ? count - 1 : keys.count / 2
        let level = TreePage.level(page.bytes)
        let left = try leftHalf(of: page, level: level)
        let other = try transaction.allocatePage(
            .rowidInner, level: level, tree: tree, near: .none)
        writeInner(
            left, level: level, keys: Array(keys[..<middle]), children: Array(children[...middle]))
        writeInner(
            other, level: level, keys: Array(keys[(middle + 1)...]),
            children: Array(children[(middle + 1)...]))
        if left.number == page.number {
            try insertChild(other.number, after: keys[middle])
        } else {
            writeRoot(
                page, level: level + 1, left: left.number, key: keys[middle],
                right: other.number)
        }
    }

    private func insertKey(
        _ key: Int64, _ right: PageNumber, at index: Int, in page: MutablePage, count: Int
    ) {
        let offset = TreePage.slots + index * 8
        page.move(from: offset, count: (count - index) * 8, to: offset + 8)
        page.store(key, at: offset)
        if index == count {
            // What was the right child ends at the new key.
            let old = RowidPage.child(page.bytes, count, usableSize: usableSize)
            page.store(old.rawValue, at: usableSize - 4 * (count + 1))
            page.store(right.rawValue, at: TreePage.rightChild)
        } else {
            // Children lie in reverse: those behind `index` move towards the keys.
            let end = usableSize - 4 * (index + 1)
            let start = usableSize - 4 * count
            page.move(from: start, count: end - start, to: start - 4)
            page.store(right.rawValue, at: end - 4)
        }
        page.store(UInt16(count + 1), at: PageHeader.cellCount)
    }
}
