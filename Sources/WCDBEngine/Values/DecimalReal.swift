/// A decimal number of any length, and the real nearest to it.
///
/// **Users.** `RealScan`. The text must outlive the value.
///
/// **Always true.** The number lies between `significand` and `significand + 1`, times ten to the
/// `exponent`; it is exactly the former unless `isCut`.
struct DecimalReal {
    private let text: ByteView
    /// The first nineteen digits, zeros in front left out.
    private var significand: UInt64 = 0
    private var significantCount = 0
    /// Further digits were seen that are not zero.
    private var isCut = false
    /// Where in the text the digits are.
    private var firstDigit = 0
    private var endOfDigits = 0
    var exponent = 0
    var isNegative = false

    init(digitsIn text: ByteView) { self.text = text }

    /// Takes the digits from `position` on. Answers how many there were.
    mutating func takeDigits(from position: inout Int, isFraction: Bool = false) -> Int {
        let start = position
        if !isFraction { firstDigit = start }
        while ASCII.isDigit(text[position]) {
            let digit = UInt64(text[position] &- 0x30)
            if significantCount < 19 {
                significand = significand &* 10 &+ digit
                if significand != 0 { significantCount &+= 1 }
                if isFraction { exponent &-= 1 }
            } else {
                if digit != 0 { isCut = true }
                if !isFraction { exponent &+= 1 }
            }
            position &+= 1
        }
        endOfDigits = position
        return position &- start
    }

    /// The nearest real, the even one of two; an infinity if it is too large.
    var nearest: Double {
        if !isCut, let exact = exactQuotient { return isNegative ? -exact : exact }
        let lower = PowerOfFive.scale(significand, byTenTo: exponent)
        var result = lower
        if isCut, PowerOfFive.scale(significand &+ 1, byTenTo: exponent) != lower {
            result = isBeyondHalf(above: lower) ? lower.nextUp : lower
        }
        return isNegative ? -result : result
    }

    /// Both factors are reals without error, so that the one operation rounds once.
    private var exactQuotient: Double? {
        guard significand <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
        let real = Double(significand)
        return exponent < 0
            ? real / DecimalReal.powersOfTen[-exponent] : real * DecimalReal.powersOfTen[exponent]
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// No boundary between two reals has more digits: what follows only breaks a tie.
    private static let decisiveDigits = 800

    /// Whether the number is nearer to the real above `lower`. Compares the digits with the middle
    /// of the two as whole numbers. Cold.
    private func isBeyondHalf(above lower: Double) -> Bool {
        guard lower.isFinite else { return false }
        var digits = Natural()
        var power = exponent &+ significantCount
        var count = 0
        var rest = false
        for position in firstDigit..<endOfDigits where ASCII.isDigit(text[position]) {
            let digit = UInt64(text[position] &- 0x30)
            if count == 0 && digit == 0 { continue }
            if count < DecimalReal.decisiveDigits {
                digits.multiply(by: 10, adding: digit)
                count &+= 1
            } else if digit != 0 {
                rest = true
            }
        }
        digits.multiply(by: 10, adding: rest ? 1 : 0)
        power &-= count &+ 1
        // The middle is an odd multiple of half of a unit in the last place.
        let unit = lower.ulp.exponent
        let fraction = lower.significandBitPattern | (lower.isNormal ? 1 << 52 : 0)
        var middle = Natural(fraction &* 2 &+ 1)
        let binary = Int(unit) &- 1
        if power >= 0 {
            digits.multiply(byFiveTo: power)
        } else {
            middle.multiply(byFiveTo: -power)
        }
        let shift = power &- binary
        if shift >= 0 { digits.shiftLeft(shift) } else { middle.shiftLeft(-shift) }
        if digits == middle { return lower.significandBitPattern & 1 != 0 }
        return middle.isLess(than: digits)
    }
}
