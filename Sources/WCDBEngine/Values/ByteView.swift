package import WCDBStorage

/// Bytes of a text or blob, borrowed: an address and a length, copied freely.
///
/// **Users.** All conversions and functions. Whoever makes one keeps the bytes where they are
/// until the last copy is used: an argument's bytes live for the duration of the call.
///
/// **Safe because** each access compares the position with the length first. Outside there are
/// zero bytes, so that a parser which looks one byte too far meets an end and not foreign memory.
package struct ByteView {
    let start: UnsafeRawPointer?
    package let count: Int

    @inline(__always)
    package init(start: UnsafeRawPointer?, count: Int) {
        self.start = start
        self.count = start == nil ? 0 : count
    }

    @inline(__always)
    package init(_ bytes: UnsafeRawBufferPointer) {
        self.init(start: bytes.baseAddress, count: bytes.count)
    }

    /// Requires: a literal of more than one scalar, or one that is used as a string.
    @inline(__always)
    package init(_ literal: StaticString) {
        self.init(start: UnsafeRawPointer(literal.utf8Start), count: literal.utf8CodeUnitCount)
    }

    @inline(__always) package var isEmpty: Bool { count == 0 }

    @inline(__always)
    package var buffer: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The byte at `index`, and 0 outside.
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        guard let start, UInt(bitPattern: index) < UInt(bitPattern: count) else { return 0 }
        return start.byte(at: index)
    }

    /// The eight bytes from `offset` on, the first of them lowest; 0 unless all are there.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        guard let start, offset >= 0, count &- offset >= 8 else { return 0 }
        return start.little(UInt64.self, at: offset)
    }

    /// How many bytes at the beginning are ASCII and not NUL, as far as whole words tell.
    @inline(__always)
    var plainCount: Int {
        guard let start else { return 0 }
        var offset = 0
        while offset &+ 8 <= count {
            let word = start.little(UInt64.self, at: offset)
            // One less than a NUL has the high bit too.
            if (word | (word &- 0x0101_0101_0101_0101)) & 0x8080_8080_8080_8080 != 0 { break }
            offset &+= 8
        }
        return offset
    }

    /// What follows the first `offset` bytes.
    @inline(__always)
    package func dropFirst(_ offset: Int) -> ByteView { self[offset, count] }

    @inline(__always)
    package func prefix(_ length: Int) -> ByteView { self[0, length] }

    /// The bytes from `lower` up to `upper`, cut at both ends.
    @inline(__always)
    package subscript(lower: Int, upper: Int) -> ByteView {
        let from = min(max(lower, 0), count)
        let to = min(max(upper, from), count)
        return ByteView(start: start.map { $0 + from }, count: to &- from)
    }

    /// The bytes before the first NUL: what a function sees that takes texts to end there.
    package var untilNUL: ByteView {
        prefix(firstNUL(from: 0))
    }

    package func hasPrefix(_ prefix: ByteView) -> Bool {
        ByteOrder.hasPrefix(buffer, prefix.buffer)
    }

    /// Whether the text is `word`, letters A–Z in either case. Requires: `word` is in lower case.
    package func isWord(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && hasWordPrefix(word)
    }

    /// Whether the text begins with `word`, letters A–Z in either case.
    package func hasWordPrefix(_ word: StaticString) -> Bool {
        let expected = ByteView(word)
        guard count >= expected.count else { return false }
        for index in 0..<expected.count where ASCII.lowercased(self[index]) != expected[index] {
            return false
        }
        return true
    }
}

extension ColumnValue {
    /// The bytes of a text or blob; empty for everything else.
    @inline(__always)
    package var view: ByteView { ByteView(bytes) }
}

extension ByteBuffer {
    package mutating func append(_ view: ByteView) { append(view.buffer) }

    package mutating func append(_ literal: StaticString) { append(ByteView(literal)) }

    /// Requires: the buffer is not changed while the view is used.
    package var view: ByteView { ByteView(bytes) }

    package mutating func appendRepeated(_ byte: UInt8, count: Int) {
        guard count > 0 else { return }
        reserve(count)
        for offset in 0..<count { end.storeByte(byte, at: offset) }
        advance(count)
    }
}
