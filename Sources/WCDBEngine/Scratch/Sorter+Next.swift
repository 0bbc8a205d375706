package import WCDBStorage

/// The rows in sorted order, one by one.
extension Sorter {
    private static var warmedRows: Int { 16 }

    /// Goes to the next row; false behind the last one. Hot. Requires: sorted.
    package func next() throws(StorageError) -> Bool {
        assert(isSorted, "rows before sorting")
        if let merge { return try next(of: merge) }
        if nextRecord == records.count, !goToNextBucket() {
            row = nil
            reader = nil
            return false
        }
        if nextRecord % Sorter.warmedRows == 0 { warm() }
        let previous = row
        row = records[nextRecord].row
        reader = row.map { layout.reader(of: $0) }
        nextRecord = nextRecord &+ 1
        if tracksKeys, let previous, let row {
            startsNewKey = ByteOrder.compare(layout.key(of: previous), layout.key(of: row)) != 0
        }
        return true
    }

    /// Lists and sorts the rows of the next bucket that has some; false if there is none.
    @inline(never)
    private func goToNextBucket() -> Bool {
        while isDivided, nextBucket < SortBuckets.bucketCount {
            sortBucket(nextBucket)
            nextBucket += 1
            nextRecord = 0
            if records.count > 0 { return true }
        }
        return false
    }

    /// Touches the next rows, so that the processor fetches them together: sorted rows lie
    /// anywhere, and waiting for one after the other takes most of the time otherwise.
    @inline(__always)
    private func warm() {
        let end = min(nextRecord &+ Sorter.warmedRows, records.count)
        let last = max(0, leastSize &- 8)
        var sum: UInt64 = 0
        for index in nextRecord..<end {
            guard let row = records[index].row else { continue }
            // The first and the last line of most rows, none of which waits for another.
            sum = sum &+ row.little(UInt64.self, at: 0)
            sum = sum &+ row.little(UInt64.self, at: last)
        }
        // Stored, since loads that nobody uses are left out.
        warmth = sum
    }

    private func next(of merge: SortMerge) throws(StorageError) -> Bool {
        if tracksKeys { rememberKey() }
        let hasPrevious = row != nil
        row = nil
        reader = nil
        guard delivered < limit, try merge.advance(), let next = merge.row else { return false }
        delivered += 1
        row = next
        reader = layout.reader(of: next)
        if tracksKeys, hasPrevious {
            startsNewKey = ByteOrder.compare(previousKey.bytes, layout.key(of: next)) != 0
        }
        return true
    }

    /// Copies the key of the current row, whose memory is about to be used for another.
    private func rememberKey() {
        guard let row else { return }
        previousKey.removeAll()
        previousKey.append(layout.key(of: row))
    }
}
