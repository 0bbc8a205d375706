import WCDBStorage

/// How a row lies in scratch memory: one piece, which can be written and read as bytes.
///
///     values, 16 bytes each ‖ bytes
///
/// The size is a multiple of eight. Texts and blobs of the values point to the row's own bytes.
/// When a row is moved as bytes its addresses are off by the distance, which `shift` says:
/// address of the row now, minus the one for which its addresses are right.
///
/// **Users.** Row stores; a plain value. Rows that are moved often are packed (`PackedRow`).
///
/// **Safe because** the rows were written by this type, in memory or, with a checksum, through a
/// file; none comes from outside.
struct RowLayout {
    /// Sizes are 32 bits wide. A row of SQL is shorter by far.
    private static let maxRowSize = 0xFFFF_FFF0

    let columnCount: Int

    /// The bytes that a row of these values takes. Hot.
    @inline(__always)
    func size(of values: UnsafePointer<ColumnValue>) throws(StorageError) -> Int {
        var size = valueSize
        for index in 0..<columnCount { size = size &+ values[index].count }
        guard size <= RowLayout.maxRowSize else { throw .limit("row too big") }
        return (size &+ 7) & ~7
    }

    /// Writes a row to where there is room for its size. Hot.
    @inline(__always)
    func write(_ values: UnsafePointer<ColumnValue>, to row: UnsafeMutableRawPointer) {
        let target = row.bindMemory(to: ColumnValue.self, capacity: columnCount)
        RowLayout.copy(values, count: columnCount, to: target, bytes: row + valueSize)
    }

    private var valueSize: Int { columnCount &* MemoryLayout<ColumnValue>.stride }

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

    @inline(__always)
    static func values(of row: UnsafeRawPointer) -> UnsafePointer<ColumnValue> {
        row.assumingMemoryBound(to: ColumnValue.self)
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
