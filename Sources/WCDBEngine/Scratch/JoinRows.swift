package import WCDBStorage

/// The rows of a hash join's inner side, found by their keys, as long as they fit into memory.
///
///     guard rows.add(encoder.key, values) else { … }  // no room for this row or any later one
///     var row = rows.find(encoder.key)
///     while let values = row { …; row = rows.next() }
///
/// A join waits for memory more than for anything else. So the key of a row lies beside its
/// values, and finding a row looks at two places: the head of its chain, and the row; at more only
/// where other keys are in the same chain.
///
/// **Users.** One cursor of the machine, one thread. A call for each row neither allocates (but to
/// grow) nor retains.
///
/// **Always true.** Rows never move. Chains exist from the first `find` on, after which nothing is
/// added; in a chain, rows stand in the order they were added. Once a row was refused, because the
/// budget is used up or because it is larger than a chunk, all later ones are.
package final class JoinRows {
    /// What lies before the values of a row. Behind them is the key, if it is longer than eight
    /// bytes, and then the bytes of texts and blobs.
    private struct Header: BitwiseCopyable {
        /// The place of the next row of the chain, and one more; zero at its end. Before there are
        /// chains: how far before it the row begins that came before it in its chunk; zero for the
        /// first. The first field, because making chains writes it alone.
        var next: UInt32
        let keySize: UInt32
        /// The first bytes of the key, as `KeyPrefix` has them.
        let prefix: UInt64
    }

    /// What is looked for. A key of up to eight bytes is all in its prefix.
    private struct Wanted: BitwiseCopyable {
        let prefix: UInt64
        let size: Int
        let longKey: UnsafeRawPointer?
    }

    private static let headerSize = MemoryLayout<Header>.stride
    private static let shortSize = 8
    /// Places count words of eight bytes. No chunk has more than two to this power.
    private static let chunkBits: UInt32 = 13
    private static let firstCapacity = 4 << 10

    private let columnCount: Int
    private let seed: UInt64
    private let budget: Int
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var pool: ChunkPool
    @exclusivity(unchecked) private var chunks = ScratchArray<UnsafeMutableRawPointer>(capacity: 4)
    @exclusivity(unchecked) private var capacity = 0
    @exclusivity(unchecked) private var used = 0
    /// The bytes of all chunks.
    @exclusivity(unchecked) private var size = 0
    /// Where the last row of each chunk begins; -1 if it has none.
    @exclusivity(unchecked) private var lastRows = ScratchArray<Int>(capacity: 4)
    @exclusivity(unchecked) private var heads = ScratchArray<UInt32>(capacity: 4)
    /// 32 less the number of bits that count the heads.
    @exclusivity(unchecked) private var shift: UInt32 = 0
    @exclusivity(unchecked) private var isFull = false
    @exclusivity(unchecked) private var current: UnsafeMutableRawPointer?

    /// What was read early, so that it is read at all.
    @exclusivity(unchecked) private var touched: UInt64 = 0

    /// The number of rows.
    @exclusivity(unchecked) package private(set) var count = 0

    /// Requires: `columnCount >= 0`.
    package init(columnCount: Int, space: ScratchSpace) {
        self.columnCount = columnCount
        seed = space.hashSeed
        budget = space.budget
        pool = ChunkPool(space)
        assert(pool.blockSize <= 8 << JoinRows.chunkBits, "a place cannot name all words")
    }

    deinit {
        for index in 0..<chunks.count where capacity(ofChunk: index) != pool.blockSize {
            chunks[index].deallocate()
        }
    }

    // MARK: - Adding

    /// Adds a row; false if there is no room for it. Hot.
    @inline(__always)
    package func add(
        _ key: UnsafeRawBufferPointer, _ values: UnsafePointer<ColumnValue>
    ) -> Bool {
        let longSize = key.count > JoinRows.shortSize ? key.count : 0
        let prefix = KeyPrefix.load(key)
        guard let row = makeRow(longSize, key.count, prefix, values) else { return false }
        if longSize > 0, let base = key.baseAddress {
            longKey(of: row).copyMemory(from: base, byteCount: longSize)
        }
        return true
    }

    /// The same for a key that lies in no memory. Hot.
    @inline(__always)
    package func add(_ key: ShortKey, _ values: UnsafePointer<ColumnValue>) -> Bool {
        makeRow(0, key.size, key.prefix, values) != nil
    }

    private func makeRow(
        _ longSize: Int, _ keySize: Int, _ prefix: UInt64, _ values: UnsafePointer<ColumnValue>
    ) -> UnsafeMutableRawPointer? {
        let fixed = JoinRows.headerSize &+ columnCount &* MemoryLayout<ColumnValue>.stride
        var size = fixed &+ longSize
        for index in 0..<columnCount { size = size &+ values[index].count }
        size = (size &+ 7) & ~7
        if size > capacity &- used || isFull {
            guard addChunk(size) else { return nil }
        }
        let last = chunks.count &- 1
        let row = chunks[last] + used
        let before = lastRows[last]
        let distance = before < 0 ? 0 : used &- before
        row.storeBytes(
            of: Header(
                next: UInt32(truncatingIfNeeded: distance),
                keySize: UInt32(truncatingIfNeeded: keySize), prefix: prefix),
            as: Header.self)
        lastRows[last] = used
        used = used &+ size
        let target = (row + JoinRows.headerSize).bindMemory(
            to: ColumnValue.self, capacity: columnCount)
        RowLayout.copy(values, count: columnCount, to: target, bytes: row + fixed + longSize)
        count = count &+ 1
        return row
    }

    /// The first chunks are small: most joins are.
    private func capacity(ofChunk index: Int) -> Int {
        min(JoinRows.firstCapacity << min(index, 16), pool.blockSize)
    }

    @inline(never)
    private func addChunk(_ needed: Int) -> Bool {
        if isFull { return false }
        var index = chunks.count
        while capacity(ofChunk: index) < needed, capacity(ofChunk: index) < pool.blockSize {
            // A chunk that is too small for this row stays empty.
            chunks.append(.allocate(byteCount: capacity(ofChunk: index), alignment: 16))
            lastRows.append(-1)
            size += capacity(ofChunk: index)
            index += 1
        }
        let capacity = capacity(ofChunk: index)
        // At most three heads for each row.
        let others = (count + 1) * 3 * MemoryLayout<UInt32>.stride
        isFull =
            needed > capacity || index >= 1 << (32 - Int(JoinRows.chunkBits))
            || size + capacity + others > budget
        if isFull { return false }
        chunks.append(
            capacity == pool.blockSize
                ? pool.take() : .allocate(byteCount: capacity, alignment: 16))
        lastRows.append(-1)
        self.capacity = capacity
        size += capacity
        used = 0
        return true
    }

    // MARK: - Finding

    /// The values of the first row with a key; nil if there is none. Hot.
    @inline(__always)
    package func find(_ key: UnsafeRawBufferPointer) -> UnsafePointer<ColumnValue>? {
        let wanted = Wanted(
            prefix: KeyPrefix.load(key), size: key.count,
            longKey: key.count > JoinRows.shortSize ? key.baseAddress : nil)
        current = search(wanted, from: head(KeyHash.hash(key, seed: seed)))
        return current.map(values)
    }

    /// The same for a key that lies in no memory. Hot.
    @inline(__always)
    package func find(_ key: ShortKey) -> UnsafePointer<ColumnValue>? {
        let wanted = Wanted(prefix: key.prefix, size: key.size, longKey: nil)
        current = search(wanted, from: head(KeyHash.hash(key, seed: seed)))
        return current.map(values)
    }

    /// The values of the next row with the key of the current one; nil behind the last. Hot.
    @inline(__always)
    package func next() -> UnsafePointer<ColumnValue>? {
        guard let current else { return nil }
        let own = header(of: current)
        return own.next == 0 ? nil : next(after: current, own)
    }

    private func next(
        after last: UnsafeMutableRawPointer, _ own: Header
    ) -> UnsafePointer<ColumnValue>? {
        let wanted = Wanted(
            prefix: own.prefix, size: Int(own.keySize),
            longKey: own.keySize > JoinRows.shortSize ? UnsafeRawPointer(longKey(of: last)) : nil)
        // The one found last stays, so that its key can be lent.
        guard let row = search(wanted, from: row(own.next)) else { return nil }
        current = row
        return values(of: row)
    }

    /// The first row with a key, of a chain from some row on. Hot.
    @inline(__always)
    private func search(
        _ wanted: Wanted, from start: UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
        var row = start
        while let candidate = row {
            let header = header(of: candidate)
            if header.prefix == wanted.prefix, Int(header.keySize) == wanted.size,
                isLongKey(wanted, of: candidate)
            {
                return candidate
            }
            row = self.row(header.next)
        }
        return nil
    }

    /// Whether the bytes of a key agree that are not in the prefix. Hot.
    @inline(__always)
    private func isLongKey(_ wanted: Wanted, of row: UnsafeMutableRawPointer) -> Bool {
        guard let key = wanted.longKey else { return true }
        return KeyEquality.areEqual(
            UnsafeRawBufferPointer(start: key, count: wanted.size),
            UnsafeRawBufferPointer(start: longKey(of: row), count: wanted.size))
    }

    // MARK: Several keys at once

    /// A key that is looked for together with others. Of a long one only the hash is known, and
    /// what it will find is brought near.
    struct Probe: BitwiseCopyable {
        fileprivate let hash: UInt64
        fileprivate let key: ShortKey
        let isShort: Bool
        /// The first row that has a short key.
        fileprivate(set) var row: UnsafeMutableRawPointer?

        init(_ key: ShortKey, in rows: JoinRows) {
            hash = KeyHash.hash(key, seed: rows.seed)
            self.key = key
            isShort = true
            row = nil
        }

        init(long key: UnsafeRawBufferPointer, in rows: JoinRows) {
            hash = KeyHash.hash(key, seed: rows.seed)
            self.key = ShortKey(prefix: 0, size: 0)
            isShort = false
            row = nil
        }
    }

    /// What is smaller is near the processor anyway.
    private static let farSize = 512 << 10

    /// Whether there are more rows than a processor keeps near.
    var isFar: Bool { size > JoinRows.farSize }

    /// Looks for keys whose rows are far from the processor: no address of one key waits for that
    /// of another. No row becomes the current one.
    func find(_ probes: UnsafeMutableBufferPointer<Probe>) {
        for index in probes.indices { probes[index].row = head(probes[index].hash) }
        // The rows are waited for here, where nothing hangs on what is in them. A row may begin in
        // one line of memory, and end in another.
        let end = JoinRows.headerSize &+ columnCount &* MemoryLayout<ColumnValue>.stride
        var sum: UInt64 = 0
        for index in probes.indices {
            guard let row = probes[index].row else { continue }
            sum ^= header(of: row).prefix ^ row.load(fromByteOffset: end &- 8, as: UInt64.self)
        }
        for index in probes.indices {
            guard let row = probes[index].row, let next = self.row(header(of: row).next) else {
                continue
            }
            sum ^= header(of: next).prefix
        }
        touched = sum
        for index in probes.indices where probes[index].isShort {
            let key = probes[index].key
            let wanted = Wanted(prefix: key.prefix, size: key.size, longKey: nil)
            probes[index].row = search(wanted, from: probes[index].row)
        }
    }

    /// Makes the row that was found the current one, and answers its values. Hot.
    @inline(__always)
    func select(_ row: UnsafeMutableRawPointer) -> UnsafePointer<ColumnValue> {
        current = row
        return values(of: row)
    }

    /// Lends the key of the row that was found last; nil if none was.
    package func withKey<Answer, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Answer
    ) throws(Failure) -> Answer? {
        guard let current else { return nil }
        let header = header(of: current)
        if header.keySize > JoinRows.shortSize {
            return try body(
                UnsafeRawBufferPointer(start: longKey(of: current), count: Int(header.keySize)))
        }
        var word = header.prefix.bigEndian
        return try withUnsafeBytes(of: &word) { bytes throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(header.keySize))))
        }
    }

    // MARK: - Memory

    /// The first row of the chain of a hash. Hot.
    @inline(__always)
    private func head(_ hash: UInt64) -> UnsafeMutableRawPointer? {
        if heads.count == 0 { makeChains() }
        return row(heads[Int(UInt32(truncatingIfNeeded: hash &>> 32) &>> shift)])
    }

    /// The row at a place, of which `number` is one more; nil for zero. Hot.
    @inline(__always)
    private func row(_ number: UInt32) -> UnsafeMutableRawPointer? {
        guard number != 0 else { return nil }
        let place = number &- 1
        let offset = Int(place & (1 &<< JoinRows.chunkBits &- 1)) &* 8
        return chunks[Int(place &>> JoinRows.chunkBits)] + offset
    }

    @inline(__always)
    private func header(of row: UnsafeMutableRawPointer) -> Header { row.load(as: Header.self) }

    @inline(__always)
    private func values(of row: UnsafeMutableRawPointer) -> UnsafePointer<ColumnValue> {
        UnsafePointer(
            (row + JoinRows.headerSize).assumingMemoryBound(to: ColumnValue.self))
    }

    private func longKey(of row: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        row + JoinRows.headerSize + columnCount * MemoryLayout<ColumnValue>.stride
    }

    /// From the last row to the first, so that each becomes the head of those behind it: no chain
    /// has to be followed. Their number is known, so the heads never have to grow.
    @inline(never)
    private func makeChains() {
        isFull = true
        var bits = 4
        while 1 << bits < count + count / 3, bits < 31 { bits += 1 }
        shift = UInt32(truncatingIfNeeded: 32 - bits)
        heads.refillWithZeros(1 << bits)
        for chunk in (0..<chunks.count).reversed() {
            var offset = lastRows[chunk]
            while offset >= 0 {
                let row = chunks[chunk] + offset
                let own = header(of: row)
                let head = Int(UInt32(truncatingIfNeeded: hash(of: row, own) &>> 32) &>> shift)
                row.storeBytes(of: heads[head], as: UInt32.self)
                let place =
                    UInt32(truncatingIfNeeded: chunk) &<< JoinRows.chunkBits
                    | UInt32(truncatingIfNeeded: offset &>> 3)
                heads[head] = place &+ 1
                offset = own.next == 0 ? -1 : offset &- Int(own.next)
            }
        }
        lastRows = ScratchArray(capacity: 4)
    }

    @inline(__always)
    private func hash(of row: UnsafeMutableRawPointer, _ own: Header) -> UInt64 {
        let size = Int(own.keySize)
        if size <= JoinRows.shortSize {
            return KeyHash.hash(ShortKey(prefix: own.prefix, size: size), seed: seed)
        }
        return KeyHash.hash(
            UnsafeRawBufferPointer(start: longKey(of: row), count: size), seed: seed)
    }
}
