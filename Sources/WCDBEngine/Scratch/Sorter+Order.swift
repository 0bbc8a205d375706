package import WCDBStorage

/// From rows in the order they came to rows in sorted order.
extension Sorter {
    /// Ends adding; `next` goes to the first row then.
    package func sort() throws(StorageError) {
        isSorted = true
        if runs.isEmpty {
            // Buckets are sorted when `next` comes to them.
            if !isDivided { sortRecords() }
        } else {
            try spill()
            while mergeWidth(from: 0) < runs.count { try mergeRuns() }
        }
        try rewind()
    }

    /// Goes back before the first row. Requires: sorted.
    package func rewind() throws(StorageError) {
        resetPlace()
        guard let file else { return }
        merge = SortMerge(runs[...], in: file, layout: layout, blockSize: space.blockSize)
    }

    func resetPlace() {
        if isDivided { records.removeAll() }
        bucketSorter = nil
        nextBucket = 0
        nextRecord = 0
        delivered = 0
        row = nil
        reader = nil
        startsNewKey = true
    }

    private func sortRecords() {
        let count = records.count
        scratch.reserve(count)
        KeySort.sort(
            records.elements, count: count, scratch: scratch.elements,
            source: RowKeys(layout: layout))
        scratch = ScratchArray()
        if count > limit { records.truncate(to: limit) }
    }

    /// Keeps the first `limit` rows, in an arena of their own. They are in sorted order then, and
    /// rows that come later are put behind equal ones as before.
    func cut() {
        sortRecords()
        var kept = ByteArena()
        for index in 0..<records.count {
            guard let row = records[index].row else { continue }
            let size = PackedRow.size(of: row)
            let target = kept.allocate(size)
            target.copyMemory(from: row, byteCount: size)
            records[index] = SortRecord(prefix: KeyPrefix.load(layout.key(of: row)), row: target)
        }
        swap(&arena, &kept)
        guard records.count > 0, let last = records[records.count - 1].row else { return }
        cutOff.set(layout.key(of: last))
    }

    /// Puts the rows into buckets, if their keys tell them apart.
    @inline(never)
    func divide() -> Bool {
        guard var buckets = SortBuckets.make(like: records, size: divideSize) else { return false }
        for index in 0..<records.count {
            guard let row = records[index].row else { continue }
            buckets.add(row, prefix: records[index].prefix)
        }
        bucketMemory = buckets.memory
        isDivided = true
        arena.removeAll()
        records.removeAll()
        self.buckets = consume buckets
        return true
    }

    /// Makes the records of a bucket in sorted order. Requires: there are buckets, and they are
    /// asked for in their order.
    func sortBucket(_ number: Int) {
        if bucketSorter == nil, let chains = buckets?.finish() {
            bucketSorter = BucketSorter(chains, layout, usesThread: space.usesThreads)
        }
        bucketSorter?.take(number, into: &records)
    }

    /// Writes the rows in memory as one sorted run.
    func spill() throws(StorageError) {
        let file = self.file ?? space.makeFile()
        self.file = file
        var writer = SortRunWriter(file: file, blockSize: space.blockSize)
        if isDivided {
            for number in 0..<SortBuckets.bucketCount {
                sortBucket(number)
                try write(to: &writer)
            }
        } else {
            sortRecords()
            try write(to: &writer)
        }
        let run = try writer.finish()
        if !run.pieces.isEmpty { runs.append(run) }
        removeRows()
    }

    private func write(to writer: inout SortRunWriter) throws(StorageError) {
        for index in 0..<records.count {
            guard let row = records[index].row else { continue }
            try writer.append(row)
        }
    }

    /// Gives back what the rows in memory took.
    func removeRows() {
        if isDivided {
            // They may have grown with one large bucket.
            records = ScratchArray(capacity: 64)
        }
        bucketSorter = nil
        records.removeAll()
        arena.removeAll()
        buckets = nil
        bucketMemory = 0
        isDivided = false
    }

    /// How many of the runs from `first` on are merged at once: as many as have their blocks in
    /// memory, with one to write. A few are even if their rows are larger than the budget: each
    /// pass reads and writes everything.
    private func mergeWidth(from first: Int) -> Int {
        let fewest = 4
        var memory = 0
        var largest = space.blockSize
        var width = 0
        while first + width < runs.count {
            let block = max(runs[first + width].largestPiece, space.blockSize)
            memory += block
            largest = max(largest, block)
            if width >= fewest, memory + largest > budget { break }
            width += 1
        }
        return width
    }

    /// Makes one run of each few neighbours, in a new file.
    private func mergeRuns() throws(StorageError) {
        guard let source = file else { return }
        let target = space.makeFile()
        var writer = SortRunWriter(file: target, blockSize: space.blockSize)
        var merged: [SortRun] = []
        var start = 0
        while start < runs.count {
            let width = mergeWidth(from: start)
            let merge = SortMerge(
                runs[start..<start + width], in: source, layout: layout,
                blockSize: space.blockSize)
            start += width
            var count = 0
            while count < limit, try merge.advance() {
                guard let row = merge.row else { break }
                try writer.append(row)
                count += 1
            }
            merged.append(try writer.finish())
        }
        runs = merged
        file = target
    }
}
