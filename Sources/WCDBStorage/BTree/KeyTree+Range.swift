/// Removing many keys at once, leaf by leaf.
extension KeyTree {
    /// Removes all keys from `start` on and below `end` (to the last one if it is nil); returns how
    /// many there were.
    package func delete(
        from start: UnsafeRawBufferPointer, below end: UnsafeRawBufferPointer?
    ) throws(StorageError) -> Int64 {
        do throws(StorageError) {
            guard root != .none else { return 0 }
            var removed: Int64 = 0
            var from = ByteBuffer(capacity: start.count)
            from.append(start)
            while true {
                try beginOperation()
                savePosition()
                let key = from.bytes
                let leaf = try descend(to: key)
                let count = TreePage.count(leaf.page)
                let first = try search(leaf.page, key, slotSize: KeyPage.leafSlot).index
                if first < count {
                    var last = count
                    if let end {
                        last = try search(leaf.page, end, slotSize: KeyPage.leafSlot).index
                    }
                    guard last > first else { return removed }
                    try remove(first..<last, of: leaf.number)
                    removed += Int64(last - first)
                    if last < count { return removed }
                } else {
                    let before = Array(from.bytes)
                    guard try moveBehindPath(&from) else { return removed }
                    // Separators of a damaged tree may lead back, and round for ever.
                    let isAhead = before.withUnsafeBytes { ByteOrder.compare($0, from.bytes) < 0 }
                    guard isAhead else { throw corrupt(.key, leaf.number, "keys lead back") }
                    if let end, ByteOrder.compare(from.bytes, end) >= 0 { return removed }
                }
            }
        } catch {
            throw transaction.doubt(error)
        }
    }

    /// Puts the lowest key that a leaf behind the one at the end of `path` may hold into `key`;
    /// false if there is none.
    private func moveBehindPath(_ key: inout ByteBuffer) throws(StorageError) -> Bool {
        while let step = path.popLast() {
            let page = try readPage(step.number)
            guard step.index < TreePage.count(page) else { continue }
            var builder = KeyPageBuilder(
                usableSize: usableSize, level: TreePage.level(page))
            builder.add(page: page)
            key.removeAll()
            try wholeKey(step.index, of: builder).withUnsafeBytes { key.append($0) }
            return true
        }
        return false
    }

    /// Takes cells out of a leaf, and the leaf out of the tree if none is left.
    private func remove(_ range: Range<Int>, of leaf: PageNumber) throws(StorageError) {
        let page = try transaction.modifyPage(leaf, tree: tree)
        for index in range {
            try freeChain(of: KeyCell.read(page.bytes, index, slotSize: KeyPage.leafSlot))
        }
        countRows(-Int64(range.count))
        if range.count == TreePage.count(page.bytes), let step = path.last {
            try transaction.freePage(leaf, tree: tree)
            try removeChild(step.index)
            return
        }
        var builder = KeyPageBuilder(usableSize: usableSize, level: 0)
        builder.add(page: page.bytes)
        builder.remove(range)
        builder.write(0..<builder.cells.count, to: page)
        try mergeIfSmall(page)
    }
}
