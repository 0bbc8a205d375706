package import WCDBStorage

/// Integers as decimal text.
package enum IntegerText {
    /// The digits of the longest one, and its sign.
    package static let maxLength = 20

    /// Hot.
    package static func append(_ value: Int64, to buffer: inout ByteBuffer) {
        buffer.reserve(maxLength)
        var magnitude = value.magnitude
        let count = digitCount(magnitude) &+ (value < 0 ? 1 : 0)
        var position = count &- 1
        repeat {
            let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
            buffer.end.storeByte(0x30 &+ UInt8(truncatingIfNeeded: digit), at: position)
            position &-= 1
            magnitude = quotient
        } while magnitude != 0
        if value < 0 { buffer.end.storeByte(UInt8(ascii: "-"), at: 0) }
        buffer.advance(count)
    }

    private static func digitCount(_ magnitude: UInt64) -> Int {
        var count = 1
        var left = magnitude
        while left >= 10 {
            left /= 10
            count &+= 1
        }
        return count
    }
}
