/// Builds records, one after another, in memory it uses again: no allocation per row.
///
///     var writer = RecordWriter()
///     writer.begin(columnCount: 2)
///     writer.append(.integer(7))
///     writer.append(.text(bytes, count: 5))
///     let record = writer.finish()   // until the next begin
///
/// **Users.** One owner, one thread.
///
/// **Always true.** Between `begin` and `finish` the header grows at the front of the buffer and
/// the bodies grow behind the most room the header can need; `finish` closes the gap by moving
/// the header, which is short.
@usableFromInline
package struct RecordWriter: ~Copyable {
    @usableFromInline var buffer: ByteBuffer
    @usableFromInline var headerSize = 0
    @usableFromInline var headerRoom = 0
    @usableFromInline var missing = 0

    /// Varints of the longest column count and of the longest code.
    @usableFromInline static let countRoom = 3
    @usableFromInline static let codeRoom = 5

    package init(capacity: Int = 1024) { buffer = ByteBuffer(capacity: capacity) }

    package var capacity: Int { buffer.capacity }

    /// Gives back large memory. Requires: nobody looks at a record any more.
    package mutating func rest() {
        if buffer.capacity > LargeMemory.mostKept { buffer = ByteBuffer(capacity: 1024) }
    }

    /// Requires: `0 <= columnCount <= RecordLimits.maxColumnCount`.
    @inlinable
    package mutating func begin(columnCount: Int) {
        assert(columnCount >= 0 && columnCount <= RecordLimits.maxColumnCount, "column count")
        buffer.removeAll()
        headerRoom = RecordWriter.countRoom &+ columnCount &* RecordWriter.codeRoom
        buffer.reserve(headerRoom &+ 64)
        buffer.advance(headerRoom)
        headerSize = Varint.write(UInt64(truncatingIfNeeded: columnCount), to: buffer.start)
        missing = columnCount
    }

    /// Appends the next column. Hot. Requires: `begin` announced it.
    @inlinable
    package mutating func append(_ value: ColumnValue) {
        switch value.kind {
        case .null: appendCode(RecordCode.null)
        case .integer: appendInteger(value.integer)
        case .real: appendReal(value.real)
        case .text:
            assert(UTF8Validation.isValid(value.bytes), "text must be UTF-8")
            appendCode(RecordCode.text(value.count))
            buffer.append(value.bytes)
        case .blob:
            appendCode(RecordCode.blob(value.count))
            buffer.append(value.bytes)
        }
    }

    @inlinable @inline(__always)
    package mutating func appendInteger(_ value: Int64) {
        let code = RecordCode.integer(value)
        appendCode(code)
        // A whole word is stored and as much of it kept as the form has.
        buffer.reserve(8)
        buffer.end.storeLittle(value, at: 0)
        buffer.advance(RecordCode.bodySize(code))
    }

    @inlinable @inline(__always)
    package mutating func appendReal(_ value: Double) {
        guard !value.isNaN else { return appendCode(RecordCode.null) }
        appendCode(RecordCode.real)
        buffer.reserve(8)
        buffer.end.storeLittle(value.bitPattern, at: 0)
        buffer.advance(8)
    }

    @inlinable
    package mutating func appendText(_ text: String) {
        var text = text
        text.withUTF8 { utf8 in
            appendCode(RecordCode.text(utf8.count))
            buffer.append(UnsafeRawBufferPointer(utf8))
        }
    }

    @inlinable @inline(__always)
    mutating func appendCode(_ code: UInt64) {
        assert(missing > 0, "more columns than announced")
        missing = missing &- 1
        if code < 0x80 {
            buffer.start.storeByte(UInt8(truncatingIfNeeded: code), at: headerSize)
            headerSize = headerSize &+ 1
        } else {
            headerSize = headerSize &+ Varint.write(code, to: buffer.start + headerSize)
        }
    }

    /// The record; good until the next `begin`. Requires: all announced columns are there.
    @inlinable
    package mutating func finish() -> UnsafeRawBufferPointer {
        assert(missing == 0, "fewer columns than announced")
        let gap = headerRoom &- headerSize
        (buffer.start + gap).copyMemory(from: buffer.start, byteCount: headerSize)
        return UnsafeRawBufferPointer(start: buffer.start + gap, count: buffer.count &- gap)
    }

    /// A row may be as long as a value, and its memory must be there: a buffer that grows doubles.
    @inline(never)
    package static func admit(_ byteCount: Int) throws(StorageError) {
        let most = RecordLimits.maxWrittenSize
        guard byteCount <= most else { throw .limit("a row of \(most) bytes") }
        try LargeMemory.admit(byteCount: byteCount &* 2)
    }

    /// The record of a whole row, in which one column may be left out, so that NULL stands for it;
    /// good until the next `begin`. Hot: room is made once, and what it counts stays in the
    /// processor; a value becomes what `append` makes of it. Requires: as many columns as `begin`
    /// may announce.
    package mutating func encode(
        _ values: UnsafeBufferPointer<ColumnValue>, without absent: Int = -1
    ) throws(StorageError) -> UnsafeRawBufferPointer {
        begin(columnCount: values.count)
        var room = values.count &* 8
        for value in values { room &+= value.count }
        if room >= LargeMemory.pieceSize { try RecordWriter.admit(room) }
        buffer.reserve(room)
        let start = buffer.start
        var header = headerSize
        var body = headerRoom
        for index in values.indices {
            let value = values[index]
            let code: UInt64
            switch index == absent ? .null : value.kind {
            case .null: code = RecordCode.null
            case .integer:
                // A whole word is stored and as much of it kept as the form has.
                code = RecordCode.integer(value.integer)
                start.storeLittle(value.integer, at: body)
            case .real:
                code = value.real.isNaN ? RecordCode.null : RecordCode.real
                start.storeLittle(value.real.bitPattern, at: body)
            case .text:
                assert(UTF8Validation.isValid(value.bytes), "text must be UTF-8")
                code = RecordCode.text(value.count)
                RecordWriter.copy(value.bytes, to: start + body)
            case .blob:
                code = RecordCode.blob(value.count)
                RecordWriter.copy(value.bytes, to: start + body)
            }
            body &+= RecordCode.bodySize(code)
            if code < 0x80 {
                start.storeByte(UInt8(truncatingIfNeeded: code), at: header)
                header &+= 1
            } else {
                header &+= Varint.write(code, to: start + header)
            }
        }
        buffer.advance(body &- headerRoom)
        headerSize = header
        missing = 0
        return finish()
    }

    @inline(__always)
    private static func copy(_ bytes: UnsafeRawBufferPointer, to place: UnsafeMutableRawPointer) {
        guard let start = bytes.baseAddress else { return }
        place.copyMemory(from: start, byteCount: bytes.count)
    }
}
