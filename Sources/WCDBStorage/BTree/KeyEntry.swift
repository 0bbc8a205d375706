/// A key and its value as they lie in a cell of a key page, in memory that is used again.
///
///     in the page:   local key ‖ value's size ‖ value       (7 bits a byte; only if there is one)
///     in a chain:    local key ‖ first page ‖ key's size ‖ value's size
///
/// What is too large goes into a chain whole, as the key's size (4 bytes), key and value; the page
/// keeps the front of the key, which is enough for most comparisons.
///
/// **Users.** One key tree, or one bulk builder.
struct KeyEntry: ~Copyable {
    private var buffer = ByteBuffer(capacity: 512)
    private(set) var keyCount = 0
    /// The top bits of the slot's length.
    private(set) var flags: UInt16 = 0

    var size: Int { buffer.count }
    var tailCount: Int { buffer.count &- keyCount }
    var bytes: UnsafeRawBufferPointer { buffer.bytes }
    /// As much of the key as a page keeps.
    var key: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer.start, count: keyCount)
    }
    var isInChain: Bool { flags & KeyPage.chainFlag != 0 }

    /// Takes a key and a value; writes their chain if they need one.
    @inline(__always)
    mutating func encode(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, in tree: KeyTree
    ) throws(StorageError) {
        buffer.removeAll()
        guard key.count &+ value.count <= tree.maxLocal else {
            try encodeChain(key, value, in: tree)
            return
        }
        keyCount = key.count
        flags = KeyEntry.write(key, value, to: &buffer)
    }

    /// Appends a cell that lies in its page whole; answers the flags of its slot. Hot.
    @inline(__always)
    static func write(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer,
        to buffer: inout ByteBuffer
    ) -> UInt16 {
        if let bytes = key.baseAddress { buffer.append(bytes, count: key.count) }
        guard value.count > 0 else { return 0 }
        buffer.appendVarint(UInt64(value.count))
        buffer.append(value)
        return KeyPage.valueFlag
    }

    private mutating func encodeChain(
        _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, in tree: KeyTree
    ) throws(StorageError) {
        guard key.count < Int32.max, value.count < Int32.max else {
            throw .limit("2 GiB in a key or a row")
        }
        keyCount = KeyPage.localKeyCount(key.count, usableSize: tree.usableSize)
        flags = KeyPage.chainFlag
        let first = try tree.writeChain(key, value)
        buffer.append(UnsafeRawBufferPointer(rebasing: key[..<keyCount]))
        for number in [first.rawValue, UInt32(key.count), UInt32(value.count)] {
            withUnsafeBytes(of: number.littleEndian) { buffer.append($0) }
        }
    }

    /// Takes a cell as it is, chain and all.
    mutating func take(_ index: Int, of builder: borrowing KeyPageBuilder) {
        buffer.removeAll()
        buffer.append(builder.key(index))
        buffer.append(builder.tail(index))
        keyCount = builder.cells[index].keyCount
        flags = builder.cells[index].flags
    }

    /// Takes the front of a cell's key, which needs no chain.
    mutating func takeKey(_ index: Int, count: Int, of builder: borrowing KeyPageBuilder) {
        buffer.removeAll()
        buffer.append(UnsafeRawBufferPointer(rebasing: builder.key(index)[..<count]))
        keyCount = count
        flags = 0
    }

    /// Requires: the key is all that there is.
    mutating func setLastByte(_ byte: UInt8) { buffer.end.storeByte(byte, at: -1) }
}
