/// Reads columns of a record that nobody has checked, looking only at what it is asked for.
///
/// `RecordReader` checks a whole record first and nothing afterwards; this one compares as it goes,
/// so that a scan which reads two columns of ten pays for two.
///
/// **Users.** Cursors of the machine, one thread; a plain value that keeps its place. The bytes
/// must stay where they are while the reader, or a text or blob it handed out, is used.
///
/// **Always true.** The codes of all columns lie whole between `firstCode` and `firstBody`; no
/// body is handed out that does not lie whole before `end`; a text that is handed out is UTF-8.
@frozen
@usableFromInline
package struct RowReader {
    @usableFromInline var bytes: UnsafeRawPointer
    @usableFromInline var end: Int
    /// The columns that are stored. A table may have more by now: those have their default.
    @usableFromInline package private(set) var columnCount: Int
    @usableFromInline var firstCode: Int
    @usableFromInline var firstBody: Int
    @usableFromInline var column = 0
    @usableFromInline var codeOffset: Int
    @usableFromInline var bodyOffset: Int

    /// A record without columns, to be replaced by another.
    @inlinable
    package init(empty place: UnsafeRawPointer) {
        bytes = place
        end = 0
        columnCount = 0
        firstCode = 0
        firstBody = 0
        codeOffset = 0
        bodyOffset = 0
    }

    /// Finds the bodies of a record. Hot.
    @inlinable @inline(__always)
    package init(_ record: UnsafeRawBufferPointer) throws(StorageError) {
        guard let base = record.baseAddress, record.count > 0 else {
            throw RowReader.corrupt("no bytes")
        }
        bytes = base
        end = record.count
        let first = base.byte(at: 0)
        // Codes that take eight bytes together are seen at a glance: each ends with the byte that
        // has no high bit.
        if first <= 8, first > 0, record.count > 8 {
            let codes = base.little(UInt64.self, at: 1) & UTF8Validation.highBits
            if codes &<< (64 &- UInt64(first) &* 8) == 0 {
                columnCount = Int(first)
                firstCode = 1
                firstBody = 1 &+ columnCount
                codeOffset = 1
                bodyOffset = firstBody
                return
            }
            var ends = ~codes & UTF8Validation.highBits
            var missing = first
            while missing > 1 {
                ends &= ends &- 1
                missing = missing &- 1
            }
            if ends != 0 {
                columnCount = Int(first)
                firstCode = 1
                firstBody = 2 &+ ends.trailingZeroBitCount &>> 3
                codeOffset = 1
                bodyOffset = firstBody
                return
            }
        }
        let codes = try RowReader.findCodes(record)
        columnCount = codes.count
        firstCode = codes.first
        firstBody = codes.end
        codeOffset = firstCode
        bodyOffset = firstBody
    }

    /// Passes over the codes one by one.
    @usableFromInline @inline(never)
    static func findCodes(
        _ record: UnsafeRawBufferPointer
    ) throws(StorageError) -> (count: Int, first: Int, end: Int) {
        guard let base = record.baseAddress else { throw corrupt("no bytes") }
        var reader = ByteReader(base, count: record.count)
        guard let count = reader.readVarint(),
            count <= UInt64(truncatingIfNeeded: RecordLimits.maxColumnCount),
            count <= UInt64(truncatingIfNeeded: reader.remaining)
        else { throw corrupt("broken column count") }
        let first = reader.offset
        var missing = count
        var offset = first
        while missing > 0, offset &+ 8 <= record.count {
            let considered = min(missing, 8)
            let mask = UTF8Validation.highBits &>> (64 &- considered &* 8)
            if base.little(UInt64.self, at: offset) & mask != 0 { break }
            offset = offset &+ Int(truncatingIfNeeded: considered)
            missing = missing &- considered
        }
        reader = ByteReader(base + offset, count: record.count &- offset)
        for _ in 0..<missing {
            guard let code = reader.readVarint(), RecordCode.isKnown(code) else {
                throw corrupt("broken type code")
            }
        }
        return (Int(truncatingIfNeeded: count), first, offset &+ reader.offset)
    }

    @usableFromInline @inline(never)
    static func corrupt(_ detail: String) -> StorageError { .corrupt(Corruption(.record, detail)) }

    /// The column at `index`; nil if the record has fewer, which means "use the default". Columns
    /// are read cheapest in ascending order. Hot.
    @inlinable @inline(__always)
    package mutating func column(at index: Int) throws(StorageError) -> ColumnValue? {
        guard index < columnCount else { return nil }
        if index < column {
            column = 0
            codeOffset = firstCode
            bodyOffset = firstBody
        }
        while column < index {
            // A body is at most 2³¹ bytes long, so no sum overflows before it is compared.
            bodyOffset = bodyOffset &+ RecordCode.bodySize(try readCode())
            guard bodyOffset <= end else { throw RowReader.corrupt("bodies reach too far") }
            column = column &+ 1
        }
        let code = try readCode()
        let offset = bodyOffset
        bodyOffset = offset &+ RecordCode.bodySize(code)
        column = column &+ 1
        guard bodyOffset <= end else { throw RowReader.corrupt("bodies reach too far") }
        if code < RecordCode.firstText { return try fixedValue(code, at: offset) }
        let size = bodyOffset &- offset
        guard RecordCode.isText(code) else {
            return ColumnValue(kind: .blob, bytes: bytes + offset, count: size)
        }
        guard UTF8Validation.isValid(bytes + offset, count: size) else {
            throw RowReader.corrupt("malformed value of type code \(code)")
        }
        return ColumnValue(kind: .text, bytes: bytes + offset, count: size)
    }

    /// Of a code whose size means nothing is known but that it ends before `firstBody`.
    @inlinable @inline(__always)
    mutating func readCode() throws(StorageError) -> UInt64 {
        let first = bytes.byte(at: codeOffset)
        if first < 0x80 {
            codeOffset = codeOffset &+ 1
            return UInt64(first)
        }
        let second = bytes.byte(at: codeOffset &+ 1)
        if second < 0x80 {
            codeOffset = codeOffset &+ 2
            return UInt64(first & 0x7F) | UInt64(second) &<< 7
        }
        return try readLongCode()
    }

    @usableFromInline @inline(never)
    mutating func readLongCode() throws(StorageError) -> UInt64 {
        guard
            let long = Varint.read(
                bytes + codeOffset, available: max(0, firstBody &- codeOffset)),
            RecordCode.isKnown(long.value)
        else { throw RowReader.corrupt("broken type code") }
        codeOffset = codeOffset &+ long.size
        return long.value
    }

    /// The value of a code below the texts. Loads no byte beyond the body.
    @inlinable @inline(__always)
    func fixedValue(_ code: UInt64, at offset: Int) throws(StorageError) -> ColumnValue {
        if code == RecordCode.real {
            let real = Double(bitPattern: bytes.little(UInt64.self, at: offset))
            guard !real.isNaN else { throw RowReader.corrupt("a REAL that is no number") }
            return .real(real)
        }
        guard code < RecordCode.real else { throw RowReader.corrupt("broken type code") }
        return RecordReader.fixedValue(code, bytes, at: offset)
    }
}
