package import WCDBStorage

/// Rows in, the same rows out in the order of ORDER BY; equal ones in the order they came.
///
///     try sorter.add(keys: keyRegisters, payload: registers)     // for each row
///     try sorter.sort()
///     while try sorter.next() { let id = sorter.column(0) … }
///
/// With a limit it keeps only rows that may still be among the first ones. Whoever must work for
/// the payload asks first: `if sorter.admits(keys: …) { … try sorter.addAdmitted(payload: …) }`.
///
/// **Users.** One cursor of the machine, one thread: first `add`, then `sort`, then `next`. A
/// call for each row neither allocates nor retains.
///
/// **Always true.** Every row is in the arena, with one record each, in a bucket, or in exactly one
/// run; there are buckets only if nothing is in the arena. Runs are listed in the order their rows
/// came; the rows in memory came last.
package final class Sorter {
    let layout: PackedRow
    let space: ScratchSpace
    let budget: Int
    /// Rows beyond it are never asked for.
    let limit: Int
    let tracksKeys: Bool
    /// Rows of more bytes go into buckets.
    let divideSize: Int

    // The properties with unchecked exclusivity are changed by the calls of this class only, and
    // none of them calls out to anybody who could come back.
    @exclusivity(unchecked) private var encoder: SortKeyEncoder
    @exclusivity(unchecked) var arena = ByteArena()
    @exclusivity(unchecked) var records = ScratchArray<SortRecord>(capacity: 64)
    @exclusivity(unchecked) var cutOff: SortCutOff
    /// Another area for the records that are sorted.
    @exclusivity(unchecked) var scratch = ScratchArray<SortRecord>()
    /// Has all rows that are in memory, once there are many.
    @exclusivity(unchecked) var buckets: SortBuckets?
    /// While their rows come out. It reads what the buckets have, and goes before them.
    @exclusivity(unchecked) var bucketSorter: BucketSorter?
    /// What the buckets take.
    @exclusivity(unchecked) var bucketMemory = 0
    @exclusivity(unchecked) var isDivided = false
    /// What rows may take until they are divided, as long as it is less than the budget; then, and
    /// if they cannot be, until they go to the file.
    @exclusivity(unchecked) private var bearable: Int
    /// No row is smaller.
    @exclusivity(unchecked) var leastSize = Int.max

    // What lies in the file.
    var runs: [SortRun] = []
    var file: SpillFile?
    var merge: SortMerge?

    // The place of `next`.
    @exclusivity(unchecked) var isSorted = false
    @exclusivity(unchecked) var nextRecord = 0
    @exclusivity(unchecked) var nextBucket = 0
    @exclusivity(unchecked) var delivered = 0
    @exclusivity(unchecked) var row: UnsafeRawPointer?
    @exclusivity(unchecked) var reader: PackedRowReader?
    @exclusivity(unchecked) var warmth: UInt64 = 0
    @exclusivity(unchecked) var previousKey = ByteBuffer(capacity: 0)
    /// Whether the current row is the first one with its key; with `tracksKeys` only.
    @exclusivity(unchecked) package internal(set) var startsNewKey = true

    /// `limit` bounds the number of rows that `next` goes to; `tracksKeys` keeps `startsNewKey`
    /// up to date. Requires: `payloadCount >= 0`.
    package init(
        keys: [SortKey], payloadCount: Int, limit: Int? = nil, tracksKeys: Bool = false,
        divideSize: Int = 4 << 20, space: ScratchSpace
    ) {
        layout = PackedRow(columnCount: payloadCount)
        encoder = SortKeyEncoder(keys)
        self.limit = limit.map { max($0, 0) } ?? Int.max
        self.tracksKeys = tracksKeys
        self.space = space
        budget = max(space.budget, 4 << 10)
        self.divideSize = limit == nil && divideSize <= budget / 4 ? divideSize : Int.max
        bearable = min(budget, self.divideSize)
        cutOff = SortCutOff(limit: self.limit)
    }

    deinit { bucketSorter = nil }

    // MARK: - Rows in

    /// Adds a row. Hot. Requires: as many keys and values as announced; not sorted yet.
    package func add(
        keys: UnsafePointer<ColumnValue>, payload: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        encoder.encode(keys)
        try add(encodedKey: encoder.key, payload: payload)
    }

    /// Adds a row whose key the caller has made, with terms of its own. Hot.
    package func add(
        encodedKey: UnsafeRawBufferPointer, payload: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        let prefix = KeyPrefix.load(encodedKey)
        guard cutOff.admits(encodedKey, prefix: prefix) else { return }
        try store(encodedKey, prefix: prefix, payload)
    }

    /// Whether a row with these keys may be among the first ones. Hot.
    package func admits(keys: UnsafePointer<ColumnValue>) -> Bool {
        // Most rows come far too late.
        if cutOff.refuses(prefix: encoder.leastPrefix(keys)) { return false }
        encoder.encode(keys)
        return cutOff.admits(encoder.key, prefix: KeyPrefix.load(encoder.key))
    }

    /// Whether a row comes too late by the first of its keys alone. Hot.
    @inline(__always)
    func refuses(first key: UnsafePointer<ColumnValue>) -> Bool {
        cutOff.refuses(prefix: encoder.leastPrefix(key))
    }

    /// Adds the row that `admits(keys:)` was asked for last. Hot. Requires: it said yes.
    package func addAdmitted(
        payload: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        try store(encoder.key, prefix: KeyPrefix.load(encoder.key), payload)
    }

    @inline(__always)
    private func store(
        _ key: UnsafeRawBufferPointer, prefix: UInt64, _ payload: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        assert(!isSorted, "a row after sorting")
        let room = try layout.room(for: payload, keySize: key.count)
        try LargeMemory.admit(byteCount: room)
        if usedMemory &+ room > bearable || records.count == cutOff.recordCount {
            try makeRoom()
        }
        let size: Int
        if isDivided {
            (size, bucketMemory) =
                buckets?.add(payload, key: key, layout, room: room, prefix: prefix) ?? (0, 0)
        } else {
            let row = arena.reserve(room)
            size = layout.write(payload, key: key, to: row)
            arena.take(size)
            records.append(SortRecord(prefix: prefix, row: row))
        }
        if size < leastSize { leastSize = size }
    }

    /// What the rows take, in buckets or not, and what sorting them will.
    @inline(__always)
    private var usedMemory: Int {
        arena.used &+ records.count &* SortRecord.sortingSize &+ bucketMemory
    }

    /// Drops the rows that cannot be among the first ones, or divides them; if that is not enough,
    /// sends all of them to the file.
    @inline(never)
    private func makeRoom() throws(StorageError) {
        if records.count > limit { cut() }
        if bearable < budget {
            // Later, when more is known, if they cannot be divided now.
            bearable = divide() ? budget : min(budget, max(bearable, usedMemory) * 4)
        } else if usedMemory > budget / 2 {
            try spill()
            bearable = min(budget, divideSize)
        }
    }

    // MARK: - Rows out

    /// A value of the current row, good until the next `next`. Hot.
    /// Requires: `next` said yes, and `0 <= index < payloadCount`.
    @inline(__always)
    package func column(_ index: Int) -> ColumnValue {
        assert(index >= 0 && index < layout.columnCount, "column out of range")
        return reader?.read(index) ?? .null
    }

    /// The key of the current row, good until the next `next`. Requires: `next` said yes.
    package var key: UnsafeRawBufferPointer {
        guard let row else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return layout.key(of: row)
    }

    /// Whether rows had to leave memory.
    package var hasSpilled: Bool { file != nil }

    /// Forgets all rows: ready for the next `add`.
    package func removeAll() {
        removeRows()
        bearable = min(budget, divideSize)
        cutOff = SortCutOff(limit: limit)
        merge = nil
        runs = []
        file = nil
        isSorted = false
        resetPlace()
    }
}
