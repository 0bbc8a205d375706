/// Reads the columns at the front of a key, as far as they are what nearly all are: ascending ones
/// with NULL, an integer not below −8, or a text that compares byte by byte without escapes.
/// Anything else is left to `KeyDecoder`, which starts again at the front and says what is wrong.
///
///     var reader = PlainKeyReader(key)
///     while let value = reader.next(textIsBinary: true) { … }
///
/// **Users.** Anyone, with any bytes, for as long as these stay where they are: texts point into
/// the key.
///
/// **Always true.** What it reads is canonical, and nothing outside of the key is touched.
@frozen
@usableFromInline
package struct PlainKeyReader {
    @usableFromInline let key: UnsafeRawBufferPointer
    /// Behind the columns that were read.
    @usableFromInline var offset = 0

    @inlinable @inline(__always)
    package init(_ key: UnsafeRawBufferPointer) { self.key = key }

    /// Whether everything was passed.
    @inlinable @inline(__always)
    package var isAtEnd: Bool { offset == key.count }

    /// The value of the next column; nil, and nothing is passed, if it is none of the plain ones.
    /// Hot. Requires: the column is ascending, has no fix-up, and does not hold REALs only.
    @inlinable @inline(__always)
    package mutating func next(textIsBinary: Bool) -> ColumnValue? {
        guard let bytes = key.baseAddress, offset < key.count else { return nil }
        switch bytes.byte(at: offset) {
        case KeyFormat.text:
            return textIsBinary ? nextText() : nil
        case KeyFormat.null:
            offset = offset &+ 1
            return .null
        default:
            guard let integer = nextInteger() else { return nil }
            return .integer(integer)
        }
    }

    /// Requires: the tag of a text is next.
    @usableFromInline @inline(never)
    mutating func nextText() -> ColumnValue? {
        guard let bytes = key.baseAddress else { return nil }
        let start = offset &+ 1
        var end = start
        while end &+ 8 <= key.count {
            let marks = WordTricks.bytesBelowTwo(bytes.little(UInt64.self, at: end))
            if marks != 0 {
                end = end &+ marks.trailingZeroBitCount &>> 3
                break
            }
            end = end &+ 8
        }
        while end < key.count, bytes.byte(at: end) >= 2 { end = end &+ 1 }
        guard end < key.count, bytes.byte(at: end) == KeyFormat.terminator,
            UTF8Validation.isValid(bytes + start, count: end &- start)
        else { return nil }
        offset = end &+ 1
        return .text(bytes + start, count: end &- start)
    }

    /// The next integer; nil, and nothing is passed, if something else comes. Hot.
    @inlinable @inline(__always)
    package mutating func nextInteger() -> Int64? {
        guard let bytes = key.baseAddress, offset < key.count else { return nil }
        let tag = bytes.byte(at: offset)
        let start = offset &+ 1
        if tag >= 0x20 && tag <= KeyFormat.beforePositive {
            let scaled = Int64(tag) &- Int64(KeyFormat.zero)
            guard scaled & 1 == 0 else { return nil }
            offset = start
            return scaled &>> 1
        }
        // The tag says how many bytes follow, the highest first.
        let size = Int(tag) &- Int(KeyFormat.beforePositive)
        guard size >= 1, size <= 8, size <= key.count &- start else { return nil }
        let scaled = PlainKeyReader.body(bytes, count: key.count, from: start, size: size)
        let smallest =
            size == 1
            ? KeyFormat.smallPositiveCount : 1 &<< UInt64(truncatingIfNeeded: size &* 8 &- 8)
        guard scaled & 1 == 0, scaled >= smallest else { return nil }
        offset = start &+ size
        return Int64(truncatingIfNeeded: scaled &>> 1)
    }

    /// `size` big-endian bytes, cut out of a word that begins with them, or of the last word of the
    /// key. Requires: the key has them.
    @inlinable @inline(__always)
    static func body(_ key: UnsafeRawPointer, count: Int, from start: Int, size: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- size &* 8)
        if count &- start >= 8 { return key.big(UInt64.self, at: start) &>> unused }
        if count >= 8 {
            let behind = UInt64(truncatingIfNeeded: (count &- start &- size) &* 8)
            return key.big(UInt64.self, at: count &- 8) &>> behind & (.max &>> unused)
        }
        var body: UInt64 = 0
        for offset in start..<(start &+ size) {
            body = body &<< 8 | UInt64(key.byte(at: offset))
        }
        return body
    }
}
