/// Removing many rows at once, leaf by leaf.
extension RowidTree {
    /// Removes all rows of a range; returns how many there were.
    package func delete(_ range: ClosedRange<Int64>) throws(StorageError) -> Int64 {
        do throws(StorageError) {
            guard root != .none else { return 0 }
            var removed: Int64 = 0
            var start = range.lowerBound
            while true {
                try beginOperation()
                savePosition()
                let leaf = try descend(into: &path) { (page) throws(StorageError) in
                    RowidPage.childIndex(page, start)
                }
                let count = TreePage.count(leaf.page)
                let first = RowidPage.lowerBound(leaf.page, start)
                if first < count {
                    let end = firstIndex(behind: range.upperBound, in: leaf.page, from: first)
                    try remove(first..<end, of: leaf.number)
                    removed += Int64(end - first)
                    if end < count { return removed }
                } else {
                    guard let next = try firstRowidBehindPath(), next <= range.upperBound else {
                        return removed
                    }
                    // Keys of a damaged tree may lead back, and round for ever.
                    guard next > start else { throw corrupt(.key, leaf.number, "keys lead back") }
                    start = next
                }
            }
        } catch {
            throw transaction.doubt(error)
        }
    }

    private func firstIndex(
        behind rowid: Int64, in page: UnsafeRawPointer, from first: Int
    ) -> Int {
        let (next, overflow) = rowid.addingReportingOverflow(1)
        return overflow ? TreePage.count(page) : max(first, RowidPage.lowerBound(page, next))
    }

    /// The lowest rowid that a leaf behind the one at the end of `path` may hold.
    private func firstRowidBehindPath() throws(StorageError) -> Int64? {
        while let step = path.popLast() {
            let page = try readPage(step.number)
            guard step.index < TreePage.count(page) else { continue }
            let (next, overflow) = RowidPage.key(page, step.index).addingReportingOverflow(1)
            return overflow ? nil : next
        }
        return nil
    }

    /// Takes cells out of a leaf, and the leaf out of the tree if none is left.
    private func remove(_ range: Range<Int>, of leaf: PageNumber) throws(StorageError) {
        guard !range.isEmpty else { return }
        let page = try transaction.modifyPage(leaf, tree: tree)
        for index in range {
            let cell = RowidCell.read(
                page.bytes, at: RowidPage.cellOffset(page.bytes, index), maxLocal: maxLocal)
            let rowid = RowidPage.rowid(page.bytes, index)
            try freeOverflow(of: cell, rowid: rowid, page: page.bytes)
        }
        countRows(-Int64(range.count))
        if range.count == TreePage.count(page.bytes), let step = path.last {
            try transaction.freePage(leaf, tree: tree)
            try removeChild(step.index)
            return
        }
        var builder = RowidLeafBuilder(usableSize: usableSize)
        builder.add(page: page.bytes)
        builder.remove(range)
        builder.write(0..<builder.cells.count, to: page)
        if isSmall(page.bytes), !path.isEmpty { try mergeLeaf(page) }
    }
}
