/// A whole number of any size: just enough arithmetic to decide to which of two reals a long
/// decimal is nearer, and to build the table of powers.
///
/// **Always true.** The most significant word is not zero; zero has no words.
struct Natural: Equatable {
    /// Least significant first.
    private(set) var words: [UInt64] = []

    init() {}

    init(_ value: UInt64) {
        if value != 0 { words = [value] }
    }

    mutating func multiply(by factor: UInt64, adding summand: UInt64 = 0) {
        var carry = summand
        for index in words.indices {
            let product = words[index].multipliedFullWidth(by: factor)
            let sum = product.low.addingReportingOverflow(carry)
            words[index] = sum.partialValue
            carry = product.high &+ (sum.overflow ? 1 : 0)
        }
        if carry != 0 { words.append(carry) }
    }

    mutating func multiply(byFiveTo power: Int) {
        var left = power
        // The largest power of five in a word.
        while left >= 27 {
            multiply(by: 7_450_580_596_923_828_125)
            left -= 27
        }
        for _ in 0..<left { multiply(by: 5) }
    }

    mutating func shiftLeft(_ count: Int) {
        guard !words.isEmpty else { return }
        let bits = UInt64(count % 64)
        if bits != 0 {
            var carry: UInt64 = 0
            for index in words.indices {
                let word = words[index]
                words[index] = word << bits | carry
                carry = word >> (64 - bits)
            }
            if carry != 0 { words.append(carry) }
        }
        words.insert(contentsOf: repeatElement(0, count: count / 64), at: 0)
    }

    /// Divides, and drops the remainder. Requires: `divisor` is not zero.
    mutating func divide(by divisor: UInt64) {
        var remainder: UInt64 = 0
        for index in words.indices.reversed() {
            let step = divisor.dividingFullWidth((remainder, words[index]))
            words[index] = step.quotient
            remainder = step.remainder
        }
        while words.last == 0 { words.removeLast() }
    }

    func isLess(than other: Natural) -> Bool {
        guard words.count == other.words.count else { return words.count < other.words.count }
        for index in words.indices.reversed() where words[index] != other.words[index] {
            return words[index] < other.words[index]
        }
        return false
    }

    /// The 128 most significant bits, the first of them set; zeros follow a shorter number.
    var leadingBits: (high: UInt64, low: UInt64) {
        guard let top = words.last else { return (0, 0) }
        let next = words.count > 1 ? words[words.count - 2] : 0
        let third = words.count > 2 ? words[words.count - 3] : 0
        let shift = UInt64(top.leadingZeroBitCount)
        guard shift != 0 else { return (top, next) }
        return (top << shift | next >> (64 - shift), next << shift | third >> (64 - shift))
    }
}
