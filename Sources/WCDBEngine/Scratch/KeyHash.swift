import WCDBStorage

/// The hash of a key: words multiplied to 128 bits, of which both halves are folded together.
///
/// Kept in no file, so it may change at any time. The seed is unknown to whoever makes the keys.
enum KeyHash {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    /// The hash of a key of any length; touches nothing outside of it. Hot.
    @inline(__always)
    static func hash(_ key: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
        let count = key.count
        let length = UInt64(truncatingIfNeeded: count) &* prime2
        guard count > 8, let base = key.baseAddress else {
            return hash(
                ShortKey(prefix: KeyPrefix.load(key), size: count), seed: seed)
        }
        var state = seed
        var offset = 0
        while offset &+ 16 < count {
            state = fold(
                base.little(UInt64.self, at: offset) ^ state ^ prime1,
                base.little(UInt64.self, at: offset &+ 8) ^ (state &+ prime2))
            offset = offset &+ 16
        }
        // The last sixteen bytes, some of them for the second time; of a short key the first and
        // the last eight.
        let first = max(count &- 16, 0)
        state = fold(
            base.little(UInt64.self, at: first) ^ state ^ prime1,
            base.little(UInt64.self, at: count &- 8) ^ (state &+ prime2))
        return fold(state ^ prime1, length ^ seed)
    }

    /// The same for a key that lies in no memory. Hot.
    @inline(__always)
    static func hash(_ key: ShortKey, seed: UInt64) -> UInt64 {
        let length = UInt64(truncatingIfNeeded: key.size) &* prime2
        return fold(key.prefix ^ seed ^ prime1, (length ^ seed) &+ prime2)
    }

    @inline(__always)
    private static func fold(_ left: UInt64, _ right: UInt64) -> UInt64 {
        let product = left.multipliedFullWidth(by: right)
        return product.high ^ product.low
    }
}
