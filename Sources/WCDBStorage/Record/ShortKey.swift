/// A key of at most eight bytes, in a register: what most integers are as keys, made without
/// touching memory.
@frozen
@usableFromInline
package struct ShortKey: BitwiseCopyable, Sendable {
    /// The bytes, the first one highest, with zeros behind the last one: so these numbers compare
    /// as the keys do.
    @usableFromInline package let prefix: UInt64
    @usableFromInline package let size: Int

    @inlinable @inline(__always)
    package init(prefix: UInt64, size: Int) {
        self.prefix = prefix
        self.size = size
    }

    /// The key that `KeyEncoder` makes of an integer in an ascending column; nil if it is longer.
    /// Hot.
    @inlinable @inline(__always)
    package init?(_ integer: Int64) {
        let bytes = KeyEncoder.scaled(integer, fraction: 0)
        guard bytes.size <= 8 else { return nil }
        prefix = bytes.word
        size = bytes.size
    }
}

extension KeyEncoder {
    /// The first eight bytes of an integer's key in an ascending column, and how many bytes it has.
    @inlinable @inline(__always)
    package static func firstBytes(of integer: Int64) -> (word: UInt64, size: Int) {
        let bytes = scaled(integer, fraction: 0)
        return (bytes.word, bytes.size)
    }

    /// The first eight bytes of a text's key in an ascending column that compares byte by byte;
    /// nil if the text is shorter than eight bytes or some of them are escaped.
    @inlinable @inline(__always)
    package static func firstBytes(ofText text: UnsafeRawBufferPointer) -> UInt64? {
        guard text.count >= 8, let base = text.baseAddress else { return nil }
        let word = base.big(UInt64.self, at: 0)
        guard WordTricks.bytesBelowTwo(word) == 0 else { return nil }
        return UInt64(KeyFormat.text) &<< 56 | word &>> 8
    }
}
