import WCDBStorage

/// Rows of a large sort, set apart by the first bytes of their keys while they come: each bucket is
/// sorted and read within what a processor keeps near, and no row is looked for all over memory.
///
/// Where a bucket ends is told by the rows that came before there were buckets. If later ones are
/// spread otherwise, one bucket may get most of them: sorting it takes what sorting all would.
///
/// **Users.** The sorter, one thread; behind `finish` any, for reading.
///
/// **Always true.** No key of a bucket comes after one of the next. The rows of a bucket lie in the
/// order they came.
struct SortBuckets: ~Copyable {
    fileprivate struct Bucket: BitwiseCopyable {
        /// How much of its tray has rows, which came last.
        var trayed = 0
        /// The chunks with the others.
        var first: UnsafeMutableRawPointer?
        var last: UnsafeMutableRawPointer?
        /// Where the next bytes go, and how many there may be.
        var next: UnsafeMutableRawPointer?
        var room = 0
        var rowCount = 0
    }

    static let bucketCount = KeySplitters.pieceCount
    /// Before its rows a chunk has the next chunk of its bucket, and where its rows end.
    fileprivate static let chunkHeader = 16

    /// Together the first chunks of all buckets take what the rows took before.
    private let chunkSize: Int
    /// All trays together lie near the processor. Rows that went to as many places far away would
    /// be waited for one by one.
    private let traySize: Int
    /// What the chunks take, and what sorting the largest buckets will; without the trays.
    private(set) var memory = 0
    private var chunkMemory = 0
    /// The bucket with most rows, so many, and those of the one behind it.
    private var largest = 0
    private var mostRows = 0
    private var secondMostRows = 0
    private let buckets: UnsafeMutablePointer<Bucket>
    private let trays: UnsafeMutableRawPointer
    private var pool: ChunkPool
    /// Chunks for rows that fit into no other.
    private var largeChunks = ScratchArray<UnsafeMutableRawPointer>(capacity: 4)

    /// Tells which bucket a key belongs to.
    private let splitters: KeySplitters

    /// Buckets for rows like these, which take about `size` bytes; nil if the first bytes of their
    /// keys do not tell them apart.
    static func make(
        like records: borrowing ScratchArray<SortRecord>, size: Int
    ) -> SortBuckets? {
        guard let splitters = KeySplitters.make(like: records) else { return nil }
        return SortBuckets(consume splitters, size: size)
    }

    private init(_ splitters: consuming KeySplitters, size: Int) {
        self.splitters = splitters
        chunkSize = min(max(size / SortBuckets.bucketCount, 256), 64 << 10) & ~15
        traySize = min(chunkSize / 4, 2 << 10)
        buckets = .allocate(capacity: SortBuckets.bucketCount)
        buckets.initialize(repeating: Bucket(), count: SortBuckets.bucketCount)
        trays = .allocate(
            byteCount: SortBuckets.bucketCount * traySize, alignment: 64)
        pool = ChunkPool(
            blockSize: chunkSize,
            pieceCount: LargeMemory.pieceSize / chunkSize)
    }

    deinit {
        for index in 0..<largeChunks.count { largeChunks[index].deallocate() }
        buckets.deallocate()
        trays.deallocate()
    }

    // MARK: - Rows in

    /// Adds a row to the bucket for such keys; returns its size, and `memory`. Hot. Requires:
    /// `room` is what the layout says.
    @inline(__always)
    mutating func add(
        _ values: UnsafePointer<ColumnValue>, key: UnsafeRawBufferPointer, _ layout: PackedRow,
        room: Int, prefix: UInt64
    ) -> (size: Int, memory: Int) {
        let number = splitters.piece(of: prefix)
        buckets[number].rowCount = buckets[number].rowCount &+ 1
        // Writing may spoil eight bytes.
        let needed = room &+ 8
        guard needed <= traySize else {
            let size = layout.write(values, key: key, to: placeBehind(number, for: needed))
            advance(buckets + number, by: SortBuckets.rounded(size))
            return (size, memory)
        }
        if buckets[number].trayed &+ needed > traySize { empty(number) }
        let size = layout.write(values, key: key, to: tray(number) + buckets[number].trayed)
        buckets[number].trayed = buckets[number].trayed &+ SortBuckets.rounded(size)
        return (size, memory)
    }

    /// Adds a copy of a row.
    mutating func add(_ row: UnsafeRawPointer, prefix: UInt64) {
        let number = splitters.piece(of: prefix)
        let size = PackedRow.size(of: row)
        buckets[number].rowCount = buckets[number].rowCount &+ 1
        placeBehind(number, for: SortBuckets.rounded(size))
            .copyMemory(from: row, byteCount: size)
        advance(buckets + number, by: SortBuckets.rounded(size))
    }

    @inline(__always)
    fileprivate static func rounded(_ size: Int) -> Int { (size &+ 7) & ~7 }

    @inline(__always)
    private func tray(_ number: Int) -> UnsafeMutableRawPointer {
        trays + number &* traySize
    }

    /// Where a row goes that does not wait in the tray: behind those that do.
    @inline(never)
    private mutating func placeBehind(_ number: Int, for size: Int) -> UnsafeMutableRawPointer {
        empty(number)
        return chunkPlace(for: size, in: number)
    }

    private func advance(_ bucket: UnsafeMutablePointer<Bucket>, by size: Int) {
        bucket.pointee.next = bucket.pointee.next.map { $0 + size }
        bucket.pointee.room -= size
    }

    /// Moves the rows of a tray to where the others of the bucket are.
    @inline(never)
    private mutating func empty(_ number: Int) {
        let bucket = buckets + number
        let size = bucket.pointee.trayed
        guard size > 0 else { return }
        chunkPlace(for: size, in: number).copyMemory(from: tray(number), byteCount: size)
        advance(bucket, by: size)
        bucket.pointee.trayed = 0
        noteRows(bucket.pointee.rowCount, of: number)
        countMemory()
    }

    private mutating func noteRows(_ count: Int, of number: Int) {
        if number == largest {
            mostRows = count
        } else if count > mostRows {
            (largest, secondMostRows, mostRows) = (number, mostRows, count)
        } else {
            secondMostRows = max(secondMostRows, count)
        }
    }

    private mutating func countMemory() {
        // While one bucket is read, the next two are sorted.
        memory = chunkMemory + (mostRows + secondMostRows) * SortRecord.sortingSize
    }

    /// Room in the last chunk of a bucket.
    private mutating func chunkPlace(for size: Int, in number: Int) -> UnsafeMutableRawPointer {
        guard size <= buckets[number].room, let next = buckets[number].next else {
            return addChunk(to: buckets + number, for: size)
        }
        return next
    }

    /// Answers where its rows begin.
    @inline(never)
    private mutating func addChunk(
        to bucket: UnsafeMutablePointer<Bucket>, for needed: Int
    ) -> UnsafeMutableRawPointer {
        let size = max(chunkSize, needed + SortBuckets.chunkHeader)
        let chunk: UnsafeMutableRawPointer
        if size == chunkSize {
            chunk = pool.take()
        } else {
            chunk = LargeMemory.allocate(byteCount: size)
            largeChunks.append(chunk)
        }
        chunkMemory += size
        countMemory()
        endLastChunk(of: bucket, next: chunk)
        if bucket.pointee.first == nil { bucket.pointee.first = chunk }
        let start = chunk + SortBuckets.chunkHeader
        bucket.pointee.last = chunk
        bucket.pointee.next = start
        bucket.pointee.room = size - SortBuckets.chunkHeader
        return start
    }

    private func endLastChunk(
        of bucket: UnsafeMutablePointer<Bucket>, next chunk: UnsafeMutableRawPointer?
    ) {
        guard let last = bucket.pointee.last else { return }
        last.storeBytes(of: chunk, as: UnsafeMutableRawPointer?.self)
        last.storeBytes(
            of: bucket.pointee.next, toByteOffset: 8, as: UnsafeMutableRawPointer?.self)
    }

    // MARK: - Rows out

    /// Ends adding, and answers where the rows of the buckets are, for as long as these stay.
    mutating func finish() -> Chains {
        for number in 0..<SortBuckets.bucketCount {
            empty(number)
            endLastChunk(of: buckets + number, next: nil)
        }
        return Chains(buckets: buckets, count: SortBuckets.bucketCount)
    }

    /// The rows of buckets that get no more, to be read by any thread.
    struct Chains: @unchecked Sendable {
        fileprivate let buckets: UnsafeMutablePointer<Bucket>
        /// How many buckets there are, with rows or without.
        let count: Int

        /// Lists the rows of a bucket, and sorts them.
        func sort(
            _ number: Int, _ layout: PackedRow, into records: inout ScratchArray<SortRecord>,
            scratch: inout ScratchArray<SortRecord>
        ) {
            records.removeAll()
            list(number, layout, into: &records)
            scratch.reserve(records.count)
            KeySort.sort(
                records.elements, count: records.count, scratch: scratch.elements,
                source: RowKeys(layout: layout))
        }

        /// In the order they came.
        private func list(
            _ number: Int, _ layout: PackedRow, into records: inout ScratchArray<SortRecord>
        ) {
            records.reserve(buckets[number].rowCount)
            var chunk = buckets[number].first
            while let start = chunk {
                let end = start.load(fromByteOffset: 8, as: UnsafeMutableRawPointer?.self)
                var row = UnsafeRawPointer(start + SortBuckets.chunkHeader)
                while row != UnsafeRawPointer(end) {
                    let prefix = KeyPrefix.load(layout.key(of: row))
                    records.append(SortRecord(prefix: prefix, row: row))
                    row += SortBuckets.rounded(PackedRow.size(of: row))
                }
                chunk = start.load(as: UnsafeMutableRawPointer?.self)
            }
        }
    }
}
