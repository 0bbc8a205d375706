import WCDBStorage

/// Looking for bytes, eight at a time.
extension ByteView {
    /// Where the first NUL is, from `start` on; the end if there is none. Hot.
    @inline(__always)
    func firstNUL(from start: Int) -> Int {
        guard let base = self.start else { return count }
        var position = start
        while position &+ 8 <= count {
            let found = ByteView.zeros(base.little(UInt64.self, at: position))
            if found != 0 { return position &+ found.trailingZeroBitCount &>> 3 }
            position &+= 8
        }
        while position < count {
            if base.byte(at: position) == 0 { return position }
            position &+= 1
        }
        return count
    }

    /// How many of the bytes from one place up to another go on with a character that an earlier
    /// one begins. Requires: both lie within.
    func continuationCount(from start: Int, to end: Int) -> Int {
        guard let base = self.start else { return 0 }
        var (position, found) = (start, 0)
        while position &+ 8 <= end {
            let word = base.little(UInt64.self, at: position)
            // The first bit of such a byte is set, and the second one is not.
            found &+= (word & ~(word &<< 1) & 0x8080_8080_8080_8080).nonzeroBitCount
            position &+= 8
        }
        while position < end {
            if ASCII.isContinuation(base.byte(at: position)) { found &+= 1 }
            position &+= 1
        }
        return found
    }

    /// Where `searched` begins for the first time, from `start` on; nil if it does nowhere.
    /// `foldsCase`: its letters A–Z in either case. Hot. Requires: `searched` is not empty.
    func firstIndex(of searched: ByteView, foldsCase: Bool = false, from start: Int) -> Int? {
        guard let base = self.start else { return nil }
        let pair = SearchedPair(searched, foldsCase: foldsCase)
        let last = count &- searched.count
        var position = start
        while position <= last {
            if position &+ pair.size <= count {
                let found = ByteView.zeros(pair.differences(base, position))
                guard found != 0 else {
                    position &+= 8
                    continue
                }
                position &+= found.trailingZeroBitCount &>> 3
                guard position <= last else { return nil }
            }
            if dropFirst(position).hasPrefix(searched, foldsCase: foldsCase) { return position }
            position &+= 1
        }
        return nil
    }

    /// Whether it begins with `prefix`, whose letters A–Z may be in either case if `foldsCase`.
    @inline(__always)
    func hasPrefix(_ prefix: ByteView, foldsCase: Bool) -> Bool {
        guard foldsCase else { return hasPrefix(prefix) }
        guard count >= prefix.count else { return false }
        for index in 0..<prefix.count {
            let (own, other) = (self[index], prefix[index])
            guard own == other || ASCII.lowercased(own) == ASCII.lowercased(other) else {
                return false
            }
        }
        return true
    }

    @inline(__always)
    fileprivate static func repeated(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// A bit in the first byte that is zero, and perhaps in some behind it.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & 0x8080_8080_8080_8080
    }
}

/// The first two bytes of what is looked for. They are looked for together: there are few places
/// where both are right.
private struct SearchedPair {
    private let first: UInt64
    private let second: UInt64
    /// In each byte what makes a letter a small one; 0 where case counts.
    private let firstFold: UInt64
    private let secondFold: UInt64
    /// From the first byte to the second; of a single byte 0.
    private let step: Int

    @inline(__always)
    init(_ searched: ByteView, foldsCase: Bool) {
        func fold(_ byte: UInt8) -> UInt8 { foldsCase && ASCII.isLetter(byte) ? 0x20 : 0 }
        step = searched.count > 1 ? 1 : 0
        let (one, two) = (searched[0], searched[step])
        firstFold = ByteView.repeated(fold(one))
        secondFold = ByteView.repeated(fold(two))
        first = ByteView.repeated(one | fold(one))
        second = ByteView.repeated(two | fold(two))
    }

    /// So many bytes are looked at.
    var size: Int { 8 &+ step }

    /// 0 in each of eight bytes at which both are.
    @inline(__always)
    func differences(_ base: UnsafeRawPointer, _ position: Int) -> UInt64 {
        let word = base.little(UInt64.self, at: position)
        let next = base.little(UInt64.self, at: position &+ step)
        return ((word | firstFold) ^ first) | ((next | secondFold) ^ second)
    }
}
