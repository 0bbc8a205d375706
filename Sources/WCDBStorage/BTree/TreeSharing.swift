/// Leaves that overflow where no run of entries goes on give some to a neighbour under the same
/// parent, if it has room: cut in two, they would stay half empty wherever entries come in small
/// runs, and nobody comes back to fill them.
///
/// Requires everywhere: `path` leads to the leaf's parent; `builder` has the entries of the leaf
/// and the new one, which do not fit in a page.
extension RowidTree {
    /// False, and nothing was changed, if no neighbour has room.
    func share(
        _ leaf: MutablePage, _ builder: inout RowidLeafBuilder
    ) throws(StorageError) -> Bool {
        guard let step = path.last else { return false }
        let parent = try readPage(step.number)
        for (neighbour, isLeft) in [(step.index - 1, true), (step.index + 1, false)]
        where neighbour >= 0 && neighbour <= TreePage.count(parent) {
            let number = RowidPage.child(parent, neighbour, usableSize: usableSize)
            let page = try readPage(number)
            try requireKind(page, number, level: 0)
            guard used(page) <= Tree.mergeLimit(of: capacity) else { continue }
            let own = builder.cells.count
            builder.add(page: page, inFront: isLeft)
            let count = builder.cells.count
            guard let at = builder.splitIndex(.middle) else {
                // The slots of rows that are far apart are wide.
                builder.remove(isLeft ? 0..<(count - own) : own..<count)
                continue
            }
            let other = try modifyPage(number)
            builder.write(0..<at, to: isLeft ? other : leaf)
            builder.write(at..<count, to: isLeft ? leaf : other)
            let key = TreePage.slots + min(step.index, neighbour) * 8
            try modifyPage(step.number).store(builder.cells[at - 1].rowid, at: key)
            rightmostLeaf = .none
            return true
        }
        return false
    }
}

extension KeyTree {
    /// False, and nothing was changed, if no neighbour has room.
    func share(
        _ leaf: MutablePage, _ builder: inout KeyPageBuilder
    ) throws(StorageError) -> Bool {
        guard let step = path.last else { return false }
        let parent = try readPage(step.number)
        for (neighbour, isLeft) in [(step.index - 1, true), (step.index + 1, false)]
        where neighbour >= 0 && neighbour <= TreePage.count(parent) {
            let number = KeyPage.child(parent, neighbour)
            let page = try readPage(number)
            try requireKind(page, number, level: 0)
            guard used(page, level: 0) <= Tree.mergeLimit(of: capacity) else { continue }
            let own = builder.cells.count
            if isLeft { builder.addInFront(leaf: page) } else { builder.add(page: page) }
            let count = builder.cells.count
            guard let at = builder.splitIndex(.middle) else {
                // Keys have less in common now.
                builder.remove(isLeft ? 0..<(count - own) : own..<count)
                continue
            }
            try takeSeparator(between: at - 1, and: at, of: builder)
            let other = try modifyPage(number)
            builder.write(0..<at, to: isLeft ? other : leaf)
            builder.write(at..<count, to: isLeft ? leaf : other)
            try replaceSeparator(min(step.index, neighbour))
            return true
        }
        return false
    }

    /// Puts `separator` in the place of another one in the last page of `path`.
    private func replaceSeparator(_ index: Int) throws(StorageError) {
        guard let step = path.popLast() else { return }
        let page = try modifyPage(step.number)
        try freeChain(of: KeyCell.read(page.bytes, index, slotSize: KeyPage.innerSlot))
        var builder = KeyPageBuilder(
            usableSize: usableSize, level: TreePage.level(page.bytes))
        builder.add(page: page.bytes)
        let child = builder.child(index)
        builder.remove(at: index)
        builder.insert(separator, child: child, at: index)
        try placeInner(builder, in: page, grownAt: index)
    }
}
