/// A piece of text that is compared as SQL compares it: byte by byte.
///
/// `String` takes two spellings of one character for equal; to SQL they are two texts. Names,
/// types and literals are kept in this form, so that trees are equal only if they mean the same.
/// NUL characters are kept.
@usableFromInline
package struct SQLText: Sendable {
    @usableFromInline package var string: String

    @inlinable package init(_ string: String) { self.string = string }
}

extension SQLText: Hashable {
    @usableFromInline
    package static func == (left: SQLText, right: SQLText) -> Bool {
        if areIdentical(left.string, right.string) { return true }
        let isSame = left.string.utf8.withContiguousStorageIfAvailable { left in
            right.string.utf8.withContiguousStorageIfAvailable { right in same(left, right) }
        }
        return isSame.flatMap { $0 } ?? left.string.utf8.elementsEqual(right.string.utf8)
    }

    /// Whether both are the same short text, or the same memory: names of one model are.
    ///
    /// **Safe because** a `String` is two words, and whoever has the same words is the same text.
    @inlinable
    package static func areIdentical(_ left: String, _ right: String) -> Bool {
        unsafeBitCast(left, to: (UInt64, UInt64).self)
            == unsafeBitCast(right, to: (UInt64, UInt64).self)
    }

    /// Without an iterator, whose steps cost more than the comparisons.
    private static func same(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        let isFed: Void? = string.utf8.withContiguousStorageIfAvailable { bytes in
            hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
        }
        if isFed == nil {
            for byte in string.utf8 { hasher.combine(byte) }
        }
        // No byte of UTF-8, so that adjacent texts do not run together.
        hasher.combine(UInt8(0xFF))
    }
}

extension SQLText: ExpressibleByStringLiteral {
    @usableFromInline
    package init(stringLiteral value: String) { self.init(value) }
}
