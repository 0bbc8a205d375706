/// Decimal to binary by one multiplication: the method of Eisel and Lemire.
///
/// A power of five, cut to 128 bits, decides the rounding of every product with a 64-bit number
/// (shown by Mushtak and Lemire, "Fast number parsing without fallback", 2023). So there is no
/// second attempt here; only a number of more than nineteen digits needs one.
enum PowerOfFive {
    private static let smallest = -342
    private static let largest = 308

    /// The leading 128 bits of 5^q for each q from `smallest` to `largest`. Of the powers below
    /// one the next larger number where the quotient is not exact within the bits kept.
    private static let table: [(high: UInt64, low: UInt64)] = {
        var powers: [(high: UInt64, low: UInt64)] = []
        powers.reserveCapacity(largest - smallest + 1)
        // Dividing again and again, without remainders, gives the same as dividing once.
        var reciprocal = Natural(1)
        reciprocal.shiftLeft(1024)
        for exponent in 1...(-smallest) {
            reciprocal.divide(by: 5)
            var bits = reciprocal.leadingBits
            if exponent <= 27 {
                bits.low &+= 1
                if bits.low == 0 { bits.high &+= 1 }
            }
            powers.append(bits)
        }
        powers.reverse()
        var power = Natural(1)
        for _ in 0...largest {
            powers.append(power.leadingBits)
            power.multiply(by: 5)
        }
        return powers
    }()

    /// The real nearest to `significand` · 10^`exponent`, the even one of two. Hot.
    static func scale(_ significand: UInt64, byTenTo exponent: Int) -> Double {
        guard significand != 0, exponent >= smallest else { return 0 }
        guard exponent <= largest else { return .infinity }
        let zeros = significand.leadingZeroBitCount
        let product = multiply(significand << UInt64(zeros), table[exponent &- smallest])
        let topBit = Int(product.high >> 63)
        // 53 bits of the result, one to round by, one more.
        let shift = UInt64(topBit &+ 64 &- 52 &- 3)
        var mantissa = product.high >> shift
        var biased = ((217_706 &* exponent) >> 16) &+ 63 &+ topBit &- zeros &+ 1023
        if biased <= 0 {
            guard 1 &- biased < 64 else { return 0 }
            mantissa >>= UInt64(1 &- biased)
            mantissa = (mantissa &+ (mantissa & 1)) >> 1
            // Rounding up may make the smallest normal number of it: the bits do so themselves.
            return Double(bitPattern: mantissa)
        }
        // Exactly in the middle of two: only small powers can give that.
        if product.low <= 1 && exponent >= -4 && exponent <= 23 && mantissa & 3 == 1
            && mantissa << shift == product.high
        {
            mantissa &= ~1
        }
        mantissa = (mantissa &+ (mantissa & 1)) >> 1
        if mantissa >= 2 << 52 {
            mantissa = 1 << 52
            biased &+= 1
        }
        guard biased < 0x7FF else { return .infinity }
        return Double(bitPattern: mantissa & ~(1 << 52) | UInt64(biased) << 52)
    }

    /// The leading 128 bits of the product: the lower half of the power is looked at only where
    /// the upper one leaves the rounding open.
    private static func multiply(
        _ factor: UInt64, _ power: (high: UInt64, low: UInt64)
    ) -> (high: UInt64, low: UInt64) {
        let first = factor.multipliedFullWidth(by: power.high)
        guard first.high & 0x1FF == 0x1FF else { return (first.high, first.low) }
        let second = factor.multipliedFullWidth(by: power.low)
        let sum = first.low.addingReportingOverflow(second.high)
        return (first.high &+ (sum.overflow ? 1 : 0), sum.partialValue)
    }
}
