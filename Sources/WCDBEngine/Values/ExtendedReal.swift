/// A real with 64 bits of precision: what x86 processors call extended.
///
/// SQLite writes reals with this arithmetic where the processor has it, and the last digits of its
/// texts show it: `printf('%.2f', 2.675)` is 2.68. To give the same text on every processor, the
/// arithmetic is done here on integers. Each operation rounds to nearest, ties to even.
///
/// **Users.** `RealText`. A plain value.
///
/// **Always true.** The number is `significand` · 2^`exponent`, never negative; the top bit of the
/// significand is set unless the number is zero. The exponent is not bounded: no overflow.
struct ExtendedReal {
    private(set) var significand: UInt64
    private(set) var exponent: Int

    static let ten = ExtendedReal(10)

    /// Requires: `value` is finite and not negative.
    init(_ value: Double) {
        assert(value.isFinite && !(value < 0), "only magnitudes are extended")
        // The smallest reals have no leading one.
        let bits = value.significandBitPattern | (value.isNormal ? 1 << 52 : 0)
        let zeros = bits.leadingZeroBitCount
        significand = bits << UInt64(zeros)
        exponent = value == 0 ? 0 : Int(value.ulp.exponent) &- zeros
    }

    /// `bits` · 2^`exponent`, rounded; `isInexact` if there was a little more.
    private init(rounding bits: UInt128, exponent: Int, isInexact: Bool = false) {
        significand = 0
        self.exponent = 0
        guard bits != 0 else { return }
        let zeros = bits.leadingZeroBitCount
        let shifted = bits << UInt128(zeros)
        let rest = UInt64(truncatingIfNeeded: shifted)
        significand = UInt64(truncatingIfNeeded: shifted >> 64)
        self.exponent = exponent &- zeros &+ 64
        let half: UInt64 = 1 << 63
        if rest > half || (rest == half && (isInexact || significand & 1 != 0)) { increment() }
    }

    private mutating func increment() {
        significand = significand &+ 1
        if significand == 0 {
            significand = 1 << 63
            exponent &+= 1
        }
    }

    static func * (left: ExtendedReal, right: ExtendedReal) -> ExtendedReal {
        let product = UInt128(left.significand) &* UInt128(right.significand)
        return ExtendedReal(rounding: product, exponent: left.exponent &+ right.exponent)
    }

    static func + (left: ExtendedReal, right: ExtendedReal) -> ExtendedReal {
        if left.significand == 0 { return right }
        if right.significand == 0 { return left }
        let (large, small) = left.exponent >= right.exponent ? (left, right) : (right, left)
        let distance = large.exponent &- small.exponent
        let base = UInt128(large.significand) << 63
        let wide = UInt128(small.significand) << 63
        let exponent = large.exponent &- 63
        guard distance < 127 else {
            return ExtendedReal(rounding: base, exponent: exponent, isInexact: true)
        }
        let addend = wide >> UInt128(distance)
        let isInexact = addend << UInt128(distance) != wide
        return ExtendedReal(rounding: base &+ addend, exponent: exponent, isInexact: isInexact)
    }

    /// Requires: `right` is not zero.
    static func / (left: ExtendedReal, right: ExtendedReal) -> ExtendedReal {
        guard left.significand != 0 else { return left }
        // Such that the quotient has exactly 64 bits.
        let isLarge = left.significand >= right.significand
        let shift: UInt128 = isLarge ? 63 : 64
        let dividend = UInt128(left.significand) << shift
        let step = right.significand.dividingFullWidth(
            (UInt64(truncatingIfNeeded: dividend >> 64), UInt64(truncatingIfNeeded: dividend)))
        var result = left
        result.significand = step.quotient
        result.exponent = left.exponent &- right.exponent &- (isLarge ? 63 : 64)
        let rest = right.significand &- step.remainder
        if step.remainder > rest || (step.remainder == rest && step.quotient & 1 != 0) {
            result.increment()
        }
        return result
    }

    static func >= (left: ExtendedReal, right: ExtendedReal) -> Bool {
        if left.significand == 0 || right.significand == 0 { return right.significand == 0 }
        if left.exponent != right.exponent { return left.exponent > right.exponent }
        return left.significand >= right.significand
    }

    /// Rounded once more, to 53 bits. Requires: it is in the range of normal reals, or zero.
    var double: Double {
        Double(sign: .plus, exponent: exponent, significand: Double(significand))
    }

    /// Takes the digit before the point away and makes the next one that digit. Requires: the
    /// number is below 16.
    mutating func takeDigit() -> UInt8 {
        guard significand != 0, exponent > -64 else {
            self = self * .ten
            return 0
        }
        assert(exponent <= -60, "one digit before the point")
        let digit = significand >> UInt64(-exponent)
        let rest = significand &- digit << UInt64(-exponent)
        self = ExtendedReal(rounding: UInt128(rest), exponent: exponent) * .ten
        return UInt8(truncatingIfNeeded: digit)
    }
}
