import WCDBStorage

/// How a row lies in scratch memory: one piece without addresses, in as few bytes as a glance at
/// its values allows. It can be copied, written and read as bytes.
///
///     UInt32 size ‖ size of the key ‖ a code for each value ‖ key ‖ values
///
/// The size of the key is a byte, or FF and a UInt32. A code says what the value is and how many
/// bytes it has; see `PackedCode`.
///
/// **Users.** The scratch structures; a plain value.
///
/// **Safe because** the rows were written by this type, in memory or, with a checksum, through a
/// file; none comes from outside.
struct PackedRow {
    /// The bytes before the codes of a row whose key is not long.
    private static let headerSize = 5
    private static let longKey = 0xFF
    /// Sizes are 32 bits wide. A row of SQL is shorter by far.
    private static let maxSize = 0xFFFF_FFF0

    let columnCount: Int

    /// A row of these values and such a key takes no more bytes than that. Hot.
    @inline(__always)
    func room(
        for values: UnsafePointer<ColumnValue>, keySize: Int
    ) throws(StorageError) -> Int {
        var size = PackedRow.headerSize &+ 4 &+ keySize &+ columnCount &* 9
        for index in 0..<columnCount { size = size &+ values[index].count }
        guard size <= PackedRow.maxSize else { throw .limit("row too big") }
        return size
    }

    /// Writes a row, and returns its size. Hot. Requires: as much room as `room` says and eight
    /// bytes more, which may be spoilt.
    @inline(__always)
    func write(
        _ values: UnsafePointer<ColumnValue>, key: UnsafeRawBufferPointer,
        to row: UnsafeMutableRawPointer
    ) -> Int {
        var codes = row + PackedRow.headerSize
        if key.count < PackedRow.longKey {
            row.storeByte(UInt8(truncatingIfNeeded: key.count), at: 4)
        } else {
            row.storeByte(UInt8(PackedRow.longKey), at: 4)
            codes.storeLittle(UInt32(truncatingIfNeeded: key.count), at: 0)
            codes += 4
        }
        var end = codes + columnCount
        if let base = key.baseAddress {
            end.copyFew(from: base, count: key.count)
            end += key.count
        }
        for index in 0..<columnCount {
            let (code, size) = PackedCode.write(values[index], to: end)
            codes.storeByte(code, at: index)
            end += size
        }
        let size = end - row
        row.storeLittle(UInt32(truncatingIfNeeded: size), at: 0)
        return size
    }

    @inline(__always)
    static func size(of row: UnsafeRawPointer) -> Int { Int(row.little(UInt32.self, at: 0)) }

    /// The key of a row.
    @inline(__always)
    func key(of row: UnsafeRawPointer) -> UnsafeRawBufferPointer {
        let (codes, size) = PackedRow.codes(of: row)
        return UnsafeRawBufferPointer(start: codes + columnCount, count: size)
    }

    /// A reader of the values of a row.
    @inline(__always)
    func reader(of row: UnsafeRawPointer) -> PackedRowReader {
        let (codes, size) = PackedRow.codes(of: row)
        return PackedRowReader(codes: codes, values: codes + columnCount + size)
    }

    /// Where the codes are, and the size of the key.
    @inline(__always)
    private static func codes(of row: UnsafeRawPointer) -> (UnsafeRawPointer, Int) {
        let size = Int(row.byte(at: 4))
        let codes = row + headerSize
        return size < longKey ? (codes, size) : (codes + 4, Int(codes.little(UInt32.self, at: 0)))
    }
}

/// Reads the values of one packed row: fast in their order, in any other with a walk.
///
/// **Users.** Whoever keeps the row; a plain value, and so are the values that it answers: they
/// are good as long as the row stays.
struct PackedRowReader: BitwiseCopyable {
    private let codes: UnsafeRawPointer
    private let values: UnsafeRawPointer
    /// The value that comes next, and where it is.
    private var column = 0
    private var place: UnsafeRawPointer

    @inline(__always)
    init(codes: UnsafeRawPointer, values: UnsafeRawPointer) {
        self.codes = codes
        self.values = values
        place = values
    }

    /// A value. Hot. Requires: the row has one there.
    @inline(__always)
    mutating func read(_ index: Int) -> ColumnValue {
        if index != column { walk(to: index) }
        column = index &+ 1
        let (value, size) = PackedCode.read(codes.byte(at: index), at: place)
        place += size
        return value
    }

    private mutating func walk(to index: Int) {
        if index < column {
            column = 0
            place = values
        }
        while column < index {
            place += PackedCode.read(codes.byte(at: column), at: place).size
            column += 1
        }
    }
}
