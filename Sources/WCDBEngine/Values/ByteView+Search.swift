import WCDBStorage

/// Looking for bytes, eight at a time.
extension ByteView {
    /// Where the first of three bytes is, from `start` on; the end if there is none. Hot.
    @inline(__always)
    func firstIndex(of one: UInt8, _ two: UInt8, _ three: UInt8, from start: Int) -> Int {
        guard let base = self.start else { return count }
        var position = start
        let (first, second, third) = (
            ByteView.repeated(one), ByteView.repeated(two), ByteView.repeated(three)
        )
        while position &+ 8 <= count {
            let word = base.little(UInt64.self, at: position)
            let found =
                ByteView.zeros(word ^ first) | ByteView.zeros(word ^ second)
                | ByteView.zeros(word ^ third)
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        while position < count {
            let byte = base.byte(at: position)
            if byte == one || byte == two || byte == three { return position }
            position &+= 1
        }
        return count
    }

    /// Where `searched` begins for the first time, from `start` on; nil if it does nowhere. Hot.
    /// Requires: `searched` is not empty.
    func firstIndex(of searched: ByteView, from start: Int) -> Int? {
        let first = searched[0]
        let last = count &- searched.count
        var position = start
        while position <= last {
            position = firstIndex(of: first, first, first, from: position)
            guard position <= last else { return nil }
            if dropFirst(position).hasPrefix(searched) { return position }
            position &+= 1
        }
        return nil
    }

    @inline(__always)
    private static func repeated(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// A bit in the first byte that is zero, and perhaps in some behind it.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}
