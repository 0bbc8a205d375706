import WCDBStorage

/// The bytes of the texts and blobs of one object, at addresses that do not change until the next.
///
/// **Users.** One encoder.
///
/// **Always true.** A block is never moved or freed while the object is there: what does not fit
/// gets another block.
struct ValueBytes {
    private var block: UnsafeMutableRawPointer
    private var capacity = 512
    private var used = 0
    /// Full blocks of this object.
    private var older: [UnsafeMutableRawPointer] = []

    init() { block = .allocate(byteCount: 512, alignment: 8) }

    /// The address of a copy.
    @inline(__always)
    mutating func copy(_ source: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        let count = source.count
        if capacity &- used < count { grow(by: count) }
        let target = block + used
        if let start = source.baseAddress, count > 0 {
            target.copyMemory(from: start, byteCount: count)
        }
        used &+= count
        return UnsafeRawPointer(target)
    }

    private mutating func grow(by count: Int) {
        older.append(block)
        // Some room for others of the same kind, but no second copy of a large value's size.
        capacity = max(capacity < 1 << 20 ? capacity * 2 : capacity, count)
        block = .allocate(byteCount: capacity, alignment: 8)
        used = 0
    }

    /// Forgets the bytes; the last and largest block stays.
    @inline(__always)
    mutating func clear() {
        used = 0
        if !older.isEmpty { free() }
    }

    private mutating func free() {
        for block in older { block.deallocate() }
        older.removeAll()
    }

    /// Gives the memory of large values back.
    mutating func shrink() {
        clear()
        guard capacity > 1 << 16 else { return }
        block.deallocate()
        capacity = 512
        block = .allocate(byteCount: capacity, alignment: 8)
    }
}
