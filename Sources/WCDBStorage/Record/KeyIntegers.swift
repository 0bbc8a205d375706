/// Reads the integers at the front of a key, as far as they are what nearly all are: not below −8,
/// not a REAL, in an ascending column. Anything else is left to `KeyDecoder`, which starts again
/// at the front and says what is wrong.
///
///     var integers = KeyIntegers(key)
///     while let integer = integers.next() { … }
///
/// **Users.** Anyone, with any bytes, for as long as these stay where they are.
///
/// **Always true.** What it reads is canonical, and nothing outside of the key is touched.
@frozen
@usableFromInline
package struct KeyIntegers {
    @usableFromInline let key: UnsafeRawBufferPointer
    /// Behind the integers that were read.
    @usableFromInline var offset = 0

    @inlinable @inline(__always)
    package init(_ key: UnsafeRawBufferPointer) { self.key = key }

    /// Whether everything was passed.
    @inlinable @inline(__always)
    package var isAtEnd: Bool { offset == key.count }

    /// The next integer; nil, and nothing is passed, if something else comes. Hot.
    @inlinable @inline(__always)
    package mutating func next() -> Int64? {
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
        let scaled = KeyIntegers.body(bytes, count: key.count, from: start, size: size)
        let smallest =
            size == 1
            ? KeyFormat.smallPositiveCount : 1 &<< UInt64(truncatingIfNeeded: size &* 8 &- 8)
        guard scaled & 1 == 0, scaled >= smallest else { return nil }
        offset = start &+ size
        return Int64(truncatingIfNeeded: scaled &>> 1)
    }

    /// `size` big-endian bytes, cut out of a word that holds them at one of its ends. Requires: the
    /// key has them.
    @inlinable @inline(__always)
    static func body(_ key: UnsafeRawPointer, count: Int, from start: Int, size: Int) -> UInt64 {
        let unused = UInt64(truncatingIfNeeded: 64 &- size &* 8)
        if count &- start >= 8 { return key.big(UInt64.self, at: start) &>> unused }
        if start &+ size >= 8 {
            return key.big(UInt64.self, at: start &+ size &- 8) & (.max &>> unused)
        }
        var body: UInt64 = 0
        for offset in start..<(start &+ size) {
            body = body &<< 8 | UInt64(key.byte(at: offset))
        }
        return body
    }
}
