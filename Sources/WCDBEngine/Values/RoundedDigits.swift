/// The decimal digits of a real, from the first one that counts, rounded at the end that its
/// format asks for. Digits that the arithmetic does not know are zero: the results are those of
/// SQLite's `printf`, digit by digit, which `ExactDigits` would not give.
///
/// **Users.** `RealText`, which places sign, point and exponent.
struct RoundedDigits {
    /// The power of ten of the first digit; 0 for the number zero.
    private(set) var exponent = 0
    private var rest: ExtendedReal
    private var known: Int

    /// Requires: `magnitude` is finite and not negative.
    init(_ magnitude: Double, format: RealText) {
        let isGeneral = format.style == .general
        let precision = max(format.precision &- (isGeneral ? 1 : 0), 0) & 0xFFF
        var half = RoundedDigits.halfUnit(of: precision)
        rest = ExtendedReal(magnitude)
        known = format.isExact ? 26 : 16
        if format.style == .fixed {
            // A little more than half, so that a tie in decimal that lies just below in binary
            // rounds up too, where the real has digits to spare.
            let binary = Int((magnitude.bitPattern >> 52) & 0x7FF) &- 1023
            if precision &+ binary / 3 < 15 {
                half = (ExtendedReal(half) + rest * RoundedDigits.sliver).double
            }
            rest = rest + ExtendedReal(half)
        }
        normalize()
        if format.style != .fixed {
            rest = rest + ExtendedReal(half)
            if rest >= .ten {
                rest = rest * RoundedDigits.tenth
                exponent &+= 1
            }
        }
    }

    /// Nothing but zeros follows.
    var isExhausted: Bool { known <= 0 }

    mutating func next() -> UInt8 {
        guard known > 0 else { return UInt8(ascii: "0") }
        known &-= 1
        return 0x30 &+ rest.takeDigit()
    }

    /// Moves the point behind the first digit.
    private mutating func normalize() {
        guard rest.significand != 0 else { return }
        var scale = ExtendedReal(1)
        for (step, power) in RoundedDigits.steps {
            let factor = ExtendedReal(power)
            while rest >= factor * scale {
                scale = scale * factor
                exponent &+= step
            }
        }
        rest = rest / scale
        while !(rest >= RoundedDigits.small) {
            rest = rest * RoundedDigits.large
            exponent &-= 8
        }
        while !(rest >= RoundedDigits.one) {
            rest = rest * .ten
            exponent &-= 1
        }
    }

    private static let steps: [(Int, Double)] = [(100, 1e100), (10, 1e10), (1, 10)]
    private static let small = ExtendedReal(1e-8)
    private static let large = ExtendedReal(1e8)
    private static let one = ExtendedReal(1)
    private static let tenth = ExtendedReal(0.1)
    private static let sliver = ExtendedReal(3e-16)
    private static let halves = [
        5e-01, 5e-02, 5e-03, 5e-04, 5e-05, 5e-06, 5e-07, 5e-08, 5e-09, 5e-10,
    ]

    /// Half of 10^-`precision`, with the errors of multiplying step by step.
    private static func halfUnit(of precision: Int) -> Double {
        var half = halves[precision % 10]
        for _ in 0..<(precision / 10) { half *= 1e-10 }
        return half
    }
}
