import Testing

@testable import WCDBStorage

@Suite struct `The order of bytes` {
    /// Words are compared at once, the rest byte by byte: every length and place counts.
    @Test func `a common prefix ends where the first byte differs`() {
        for length in 0...40 {
            let left = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 5) }
            for other in 0...40 {
                for different in 0...min(length, other) {
                    var right = (0..<other).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 5) }
                    if different < right.count { right[different] ^= 0x80 }
                    let count = left.withUnsafeBytes { left in
                        right.withUnsafeBytes { ByteOrder.commonPrefix(left, $0) }
                    }
                    #expect(count == min(different, min(length, other)))
                }
            }
        }
    }
}
