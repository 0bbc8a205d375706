import WCDBStorage

/// The memory of a row store: chunks that are filled one after another, and of which only so many
/// stay in memory at a time as the budget allows.
///
/// **Users.** `RowStore`, one thread.
///
/// **Always true.** A chunk is in memory, or in the file, or both; only the last one grows. The
/// last chunk and the pinned one are in memory as soon as somebody looks at them, and stay there.
struct RowChunks: ~Copyable {
    struct Chunk: BitwiseCopyable {
        /// Where its bytes are; nil while they are in the file only.
        var memory: UnsafeMutableRawPointer?
        /// Where they were when the addresses in its rows were right.
        let home: UnsafeRawPointer
        var used = 0
        let capacity: Int
        var block: SpillFile.Block?

        init(_ memory: UnsafeMutableRawPointer, capacity: Int) {
            self.memory = memory
            home = UnsafeRawPointer(memory)
            self.capacity = capacity
        }
    }

    private static let firstCapacity = 4 << 10

    private let space: ScratchSpace
    /// Where the memory of all chunks comes from that are as large as blocks.
    private var pool: ChunkPool
    private var chunks = ScratchArray<Chunk>(capacity: 4)
    private var file: SpillFile?
    /// The bytes of the chunks in memory.
    private(set) var resident = 0
    /// The chunk that is looked at next when one has to go.
    private var hand = 0
    /// The chunk whose rows somebody reads.
    private var pinned = 0

    init(space: ScratchSpace) {
        self.space = space
        pool = ChunkPool(space)
    }

    deinit { freeAll() }

    var hasSpilled: Bool { file != nil }

    /// Room for a row of `size` bytes, and its place: the chunk's number in the upper half and
    /// the offset in the lower one. Hot.
    @inline(__always)
    mutating func allocate(
        _ size: Int
    ) throws(StorageError) -> (row: UnsafeMutableRawPointer, place: UInt64) {
        let last = chunks.count &- 1
        if last >= 0 {
            let chunk = chunks[last]
            if chunk.capacity &- chunk.used >= size, let memory = chunk.memory {
                chunks.elements[last].used = chunk.used &+ size
                let place = UInt64(truncatingIfNeeded: last) &<< 32
                return (memory + chunk.used, place | UInt64(truncatingIfNeeded: chunk.used))
            }
        }
        return try allocateChunk(size)
    }

    /// The row at a place that `allocate` gave, and how far its addresses are off. Pins its
    /// chunk. Hot.
    @inline(__always)
    mutating func row(
        at place: UInt64
    ) throws(StorageError) -> (row: UnsafeRawPointer, shift: Int) {
        let index = Int(truncatingIfNeeded: place &>> 32)
        pinned = index
        let chunk = chunks[index]
        let memory =
            if let memory = chunk.memory { UnsafeRawPointer(memory) } else { try load(index) }
        return (memory + Int(truncatingIfNeeded: place & 0xFFFF_FFFF), memory - chunk.home)
    }

    mutating func removeAll() {
        freeAll()
        chunks.removeAll()
        pool.removeAll()
        file = nil
        resident = 0
        hand = 0
        pinned = 0
    }

    private func freeAll() {
        for index in 0..<chunks.count where chunks[index].capacity != pool.blockSize {
            chunks[index].memory?.deallocate()
        }
    }

    private mutating func takeMemory(
        _ capacity: Int
    ) throws(StorageError) -> UnsafeMutableRawPointer {
        if capacity == pool.blockSize { return pool.take() }
        try LargeMemory.admit(byteCount: capacity)
        return .allocate(byteCount: capacity, alignment: 16)
    }

    private mutating func giveMemory(_ memory: UnsafeMutableRawPointer, _ capacity: Int) {
        if capacity == pool.blockSize { pool.give(memory) } else { memory.deallocate() }
    }

    // MARK: - Cold

    @inline(never)
    private mutating func allocateChunk(
        _ size: Int
    ) throws(StorageError) -> (row: UnsafeMutableRawPointer, place: UInt64) {
        // A place has 32 bits for each of its halves.
        guard chunks.count < Int(UInt32.max) else { throw .limit("too many rows") }
        let doubled = RowChunks.firstCapacity << min(chunks.count, 16)
        let capacity = max(size, min(doubled, space.blockSize))
        try makeRoom(for: capacity)
        var chunk = try Chunk(takeMemory(capacity), capacity: capacity)
        chunk.used = size
        resident += capacity
        chunks.append(chunk)
        let place = UInt64(truncatingIfNeeded: chunks.count - 1) &<< 32
        return (UnsafeMutableRawPointer(mutating: chunk.home), place)
    }

    @inline(never)
    private mutating func load(_ index: Int) throws(StorageError) -> UnsafeRawPointer {
        let chunk = chunks[index]
        guard let file, let block = chunk.block else {
            throw .misuse("a chunk of rows is neither in memory nor in the file")
        }
        try makeRoom(for: chunk.capacity)
        let memory = try takeMemory(chunk.capacity)
        do {
            try file.read(block, into: memory)
        } catch {
            giveMemory(memory, chunk.capacity)
            throw error
        }
        chunks.elements[index].memory = memory
        resident += chunk.capacity
        return UnsafeRawPointer(memory)
    }

    /// Sends chunks away, each in turn, until `capacity` more bytes fit into the budget. If
    /// nothing more can go the budget is exceeded.
    private mutating func makeRoom(for capacity: Int) throws(StorageError) {
        var looked = 0
        while resident + capacity > space.budget, looked < chunks.count {
            hand = hand + 1 < chunks.count ? hand + 1 : 0
            looked += 1
            guard hand != pinned, hand != chunks.count - 1 else { continue }
            try evict(hand)
        }
    }

    private mutating func evict(_ index: Int) throws(StorageError) {
        let chunk = chunks[index]
        guard let memory = chunk.memory else { return }
        if chunk.block == nil {
            let file = self.file ?? space.makeFile()
            self.file = file
            chunks.elements[index].block = try file.write(
                UnsafeRawBufferPointer(start: memory, count: chunk.used))
        }
        giveMemory(memory, chunk.capacity)
        chunks.elements[index].memory = nil
        resident -= chunk.capacity
    }
}
