/// The digits of a double: exact to seventeen places, which is enough to read it back.
///
/// A double is an integer times a power of two, hence a decimal fraction that ends. It is written
/// out whole, in limbs of nine digits, and rounded once. What SQL functions make of a real is
/// another matter, and has digits of its own: `RoundedDigits` of the engine.
struct ExactDigits {
    /// Seventeen digits at most, without zeros at the end; the point stands behind the first.
    private(set) var digits: [UInt8]
    /// The power of ten that the first digit counts.
    private(set) var exponent: Int

    static let precision = 17

    /// Requires: `value` is finite. The sign is left out.
    init(_ value: Double) {
        guard value != 0 else {
            digits = [0]
            exponent = 0
            return
        }
        // The significand as an odd integer, and the power of two it counts.
        let isNormal = value.exponentBitPattern != 0
        let bits = value.significandBitPattern | (isNormal ? 1 << 52 : 0)
        let shift = bits.trailingZeroBitCount
        let power = max(Int(value.exponentBitPattern), 1) - 1075 + shift
        var limbs = Limbs(bits >> UInt64(shift))
        // m · 2^p, or m · 5^-p / 10^-p.
        if power >= 0 { limbs.multiply(by: 2, times: power) }
        if power < 0 { limbs.multiply(by: 5, times: -power) }
        digits = limbs.digits
        exponent = digits.count - 1 + min(power, 0)
        round()
    }

    /// To the nearest, and to an even digit from the middle.
    private mutating func round() {
        if digits.count > ExactDigits.precision {
            let next = digits[ExactDigits.precision]
            let isTie =
                next == 5 && digits[(ExactDigits.precision + 1)...].allSatisfy { $0 == 0 }
            let last = digits[ExactDigits.precision - 1]
            digits.removeLast(digits.count - ExactDigits.precision)
            if isTie ? !last.isMultiple(of: 2) : next >= 5 { roundUp() }
        }
        while digits.count > 1, digits.last == 0 { digits.removeLast() }
    }

    private mutating func roundUp() {
        for index in digits.indices.reversed() {
            if digits[index] < 9 {
                digits[index] += 1
                return
            }
            digits[index] = 0
        }
        digits[0] = 1
        exponent += 1
    }
}

/// A natural number in limbs of nine decimal digits, the lowest first.
private struct Limbs {
    private static let base: UInt64 = 1_000_000_000
    private var limbs: [UInt64]

    init(_ value: UInt64) {
        limbs = [
            value % Limbs.base, value / Limbs.base % Limbs.base, value / Limbs.base / Limbs.base,
        ]
    }

    mutating func multiply(by factor: UInt64, times count: Int) {
        // Thirteen at a time: 5^13 times a limb and a carry stays far below 2^64.
        var rest = count
        while rest > 0 {
            let step = min(rest, 13)
            multiply(by: (0..<step).reduce(1) { product, _ in product * factor })
            rest -= step
        }
    }

    private mutating func multiply(by factor: UInt64) {
        var carry: UInt64 = 0
        for index in limbs.indices {
            let product = limbs[index] * factor + carry
            limbs[index] = product % Limbs.base
            carry = product / Limbs.base
        }
        while carry > 0 {
            limbs.append(carry % Limbs.base)
            carry /= Limbs.base
        }
    }

    /// The digits, the highest first, without zeros in front.
    var digits: [UInt8] {
        var result: [UInt8] = []
        for limb in limbs.reversed() {
            var divisor = Limbs.base / 10
            while divisor > 0 {
                let digit = UInt8(truncatingIfNeeded: limb / divisor % 10)
                if !result.isEmpty || digit != 0 { result.append(digit) }
                divisor /= 10
            }
        }
        return result
    }
}
