/// Reads the columns of one record.
///
/// **Users.** Cursors and the machine, one thread; a plain value that keeps its place. The bytes
/// must stay where they are while the reader, or a text or blob it handed out, is used.
///
/// **Always true.** The record passed `validate`, in `init(checking:)` or before
/// `init(validated:)`; only therefore is nothing compared with the end any more. Columns are read
/// cheapest in ascending order: the reader remembers the place behind the last one.
@frozen
@usableFromInline
package struct RecordReader {
    @usableFromInline let bytes: UnsafeRawPointer
    /// The columns that are stored. A table may have more by now: those have their default.
    @usableFromInline package let columnCount: Int
    @usableFromInline let firstCode: Int
    @usableFromInline let firstBody: Int
    @usableFromInline var column = 0
    @usableFromInline var codeOffset: Int
    @usableFromInline var bodyOffset: Int

    /// Requires: `RecordReader.validate` found nothing wrong with these bytes. Hot.
    @inlinable
    package init(validated bytes: UnsafeRawPointer, count: Int) {
        let header = Varint.readValidated(bytes)
        self.bytes = bytes
        columnCount = Int(truncatingIfNeeded: header.value)
        firstCode = header.size
        firstBody = RecordReader.endOfCodes(
            bytes, from: header.size, codeCount: columnCount, count: count)
        codeOffset = firstCode
        bodyOffset = firstBody
    }

    /// Reads bytes that nobody has checked. Throws `corrupt` if they are not a record.
    package init(checking bytes: UnsafeRawBufferPointer) throws(StorageError) {
        guard let start = bytes.baseAddress else {
            throw .corrupt(Corruption(.record, "no bytes"))
        }
        if let corruption = RecordReader.validate(start, count: bytes.count) {
            throw .corrupt(corruption)
        }
        self.init(validated: start, count: bytes.count)
    }

    /// Where the codes end. Each ends with a byte that has no high bit; eight bytes are seen at a
    /// glance.
    @inlinable @inline(__always)
    static func endOfCodes(
        _ bytes: UnsafeRawPointer, from start: Int, codeCount: Int, count: Int
    ) -> Int {
        var missing = codeCount
        var offset = start
        while missing > 0 && offset &+ 8 <= count {
            var ends = ~bytes.little(UInt64.self, at: offset) & UTF8Validation.highBits
            if ends == UTF8Validation.highBits && missing >= 8 {
                missing = missing &- 8
                ends = 0
            }
            while ends != 0 {
                if missing == 1 { return offset &+ ends.trailingZeroBitCount &>> 3 &+ 1 }
                ends &= ends &- 1
                missing = missing &- 1
            }
            offset = offset &+ 8
        }
        while missing > 0 {
            if bytes.byte(at: offset) < 0x80 { missing = missing &- 1 }
            offset = offset &+ 1
        }
        return offset
    }

    /// Whether `next` has handed out every stored column.
    @inlinable package var isAtEnd: Bool { column == columnCount }

    /// Starts again at the first column.
    @inlinable
    package mutating func rewind() {
        column = 0
        codeOffset = firstCode
        bodyOffset = firstBody
    }

    /// The next stored column; nil after the last one. Hot.
    @inlinable @inline(__always)
    package mutating func next() -> ColumnValue? {
        guard column < columnCount else { return nil }
        return readColumn()
    }

    /// The column at `index`; nil if the record has fewer, which means "use the default". Hot.
    @inlinable
    package mutating func column(at index: Int) -> ColumnValue? {
        guard index < columnCount else { return nil }
        if index < column { rewind() }
        while column < index {
            bodyOffset = bodyOffset &+ RecordCode.bodySize(readCode())
            column = column &+ 1
        }
        return readColumn()
    }

    @inlinable @inline(__always)
    mutating func readCode() -> UInt64 {
        let first = bytes.byte(at: codeOffset)
        if first < 0x80 {
            codeOffset = codeOffset &+ 1
            return UInt64(first)
        }
        let long = Varint.readValidated(bytes + codeOffset)
        codeOffset = codeOffset &+ long.size
        return long.value
    }

    @inlinable @inline(__always)
    mutating func readColumn() -> ColumnValue {
        let code = readCode()
        let offset = bodyOffset
        column = column &+ 1
        if code >= RecordCode.firstText {
            let size = RecordCode.bodySize(code)
            bodyOffset = offset &+ size
            return ColumnValue(
                kind: RecordCode.isText(code) ? .text : .blob, bytes: bytes + offset, count: size)
        }
        bodyOffset = offset &+ RecordCode.bodySize(code)
        return RecordReader.fixedValue(code, bytes, at: offset)
    }

    /// The value of a code below the texts. Loads no byte beyond the body: the record may end a
    /// page.
    @inlinable @inline(__always)
    static func fixedValue(_ code: UInt64, _ bytes: UnsafeRawPointer, at offset: Int)
        -> ColumnValue
    {
        switch code {
        case 1: return .integer(Int64(bytes.little(Int8.self, at: offset)))
        case 2: return .integer(Int64(bytes.little(Int16.self, at: offset)))
        case 3:
            let high = Int64(bytes.little(Int8.self, at: offset &+ 2))
            return .integer(high &<< 16 | Int64(bytes.little(UInt16.self, at: offset)))
        case 4: return .integer(Int64(bytes.little(Int32.self, at: offset)))
        case 5:
            let high = Int64(bytes.little(Int16.self, at: offset &+ 4))
            return .integer(high &<< 32 | Int64(bytes.little(UInt32.self, at: offset)))
        case 6: return .integer(bytes.little(Int64.self, at: offset))
        case RecordCode.zero: return .integer(0)
        case RecordCode.one: return .integer(1)
        case RecordCode.real:
            return .real(Double(bitPattern: bytes.little(UInt64.self, at: offset)))
        default: return .null
        }
    }
}
