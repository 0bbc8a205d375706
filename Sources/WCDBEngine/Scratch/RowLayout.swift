import WCDBStorage

/// How a row lies in scratch memory: one piece, which can be copied, written and read as bytes.
///
///     UInt32 size of the row ‖ UInt32 size of the key ‖ values, 16 bytes each ‖ key ‖ bytes
///
/// The size is a multiple of eight. Texts and blobs of the values point to the row's own bytes.
/// When a row is moved as bytes its addresses are off by the distance, which `shift` says:
/// address of the row now, minus the one for which its addresses are right.
///
/// **Users.** The scratch structures; a plain value.
///
/// **Safe because** the rows were written by this type, in memory or, with a checksum, through a
/// file; none comes from outside.
struct RowLayout {
    static let headerSize = 8
    /// Sizes are 32 bits wide. A row of SQL is shorter by far.
    private static let maxRowSize = 0xFFFF_FFF0

    let columnCount: Int
    let keyOffset: Int

    init(columnCount: Int) {
        self.columnCount = columnCount
        keyOffset = RowLayout.headerSize + columnCount * MemoryLayout<ColumnValue>.stride
    }

    /// The bytes that a row of these values and a key of this size takes. Hot.
    @inline(__always)
    func size(
        of values: UnsafePointer<ColumnValue>, keySize: Int = 0
    ) throws(StorageError) -> Int {
        var size = keyOffset &+ keySize
        for index in 0..<columnCount { size = size &+ values[index].count }
        guard size <= RowLayout.maxRowSize else { throw .limit("row too big") }
        return (size &+ 7) & ~7
    }

    /// Writes a row to where there is room for `size`. Hot.
    @inline(__always)
    func write(
        _ values: UnsafePointer<ColumnValue>, key: UnsafeRawBufferPointer, size: Int,
        to row: UnsafeMutableRawPointer
    ) {
        row.storeLittle(UInt32(truncatingIfNeeded: size), at: 0)
        row.storeLittle(UInt32(truncatingIfNeeded: key.count), at: 4)
        var end = row + keyOffset
        if let base = key.baseAddress {
            end.copyFew(from: base, count: key.count)
            end += key.count
        }
        RowLayout.copy(values, count: columnCount, to: mutableValues(of: row), bytes: end)
    }

    /// Copies values, and the bytes of texts and blobs to `end`. Hot.
    @inline(__always)
    static func copy(
        _ values: UnsafePointer<ColumnValue>, count: Int,
        to target: UnsafeMutablePointer<ColumnValue>, bytes end: UnsafeMutableRawPointer
    ) {
        var end = end
        for index in 0..<count {
            let value = values[index]
            switch value.kind {
            case .null, .integer, .real:
                target[index] = value
            case .text, .blob:
                let bytes = value.bytes
                target[index] = value.relocated(to: end)
                if let base = bytes.baseAddress {
                    end.copyFew(from: base, count: bytes.count)
                    end += bytes.count
                }
            }
        }
    }

    /// Copies a row and sets its addresses right.
    func copy(_ row: UnsafeRawPointer, shift: Int, to target: UnsafeMutableRawPointer) {
        target.copyMemory(from: row, byteCount: RowLayout.size(of: row))
        let distance = UnsafeRawPointer(target) - row + shift
        let values = mutableValues(of: target)
        for index in 0..<columnCount { values[index] = values[index].moved(by: distance) }
    }

    /// The key of a row, which goes with it when it moves.
    @inline(__always)
    func key(of row: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: row + keyOffset, count: Int(row.little(UInt32.self, at: 4)))
    }

    @inline(__always)
    static func size(of row: UnsafeRawPointer) -> Int { Int(row.little(UInt32.self, at: 0)) }

    @inline(__always)
    static func values(of row: UnsafeRawPointer) -> UnsafePointer<ColumnValue> {
        (row + headerSize).assumingMemoryBound(to: ColumnValue.self)
    }

    @inline(__always)
    private func mutableValues(
        of row: UnsafeMutableRawPointer
    ) -> UnsafeMutablePointer<ColumnValue> {
        (row + RowLayout.headerSize).bindMemory(to: ColumnValue.self, capacity: columnCount)
    }
}

extension ColumnValue {
    /// The same text or blob at another address. Requires: it is one.
    @inline(__always)
    func relocated(to address: UnsafeRawPointer) -> ColumnValue {
        if case .text = kind { return .text(address, count: count) }
        return .blob(address, count: count)
    }

    /// The same value whose bytes lie `distance` further on; numbers stay as they are.
    @inline(__always)
    func moved(by distance: Int) -> ColumnValue {
        guard let base = bytes.baseAddress else { return self }
        return relocated(to: base + distance)
    }
}
