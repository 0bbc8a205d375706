/// The number with which a text begins: digits, a point, an exponent. Spaces may stand around it.
///
/// A plain value that borrows the text: `value` reads it again if there are many digits.
package struct RealScan {
    /// How much of the text the number is.
    package enum Extent {
        /// Nothing but an integer, and spaces around it. It may be longer than 64 bits.
        case integer
        /// Nothing but a number with a point or an exponent.
        case real
        /// A number with a point or an exponent, and something else.
        case realPrefix
        /// An integer and something else, or no number at all.
        case other
    }

    package let extent: Extent
    private let decimal: DecimalReal

    package init(_ text: ByteView) {
        var position = 0
        while ASCII.isSpace(text[position]) { position &+= 1 }
        var decimal = DecimalReal(digitsIn: text)
        decimal.isNegative = text[position] == UInt8(ascii: "-")
        if decimal.isNegative || text[position] == UInt8(ascii: "+") { position &+= 1 }
        var digitCount = decimal.takeDigits(from: &position)
        let hasPoint = text[position] == UInt8(ascii: ".")
        if hasPoint {
            position &+= 1
            digitCount &+= decimal.takeDigits(from: &position, isFraction: true)
        }
        var hasExponent = false
        var exponentIsValid = true
        if text[position] | 0x20 == UInt8(ascii: "e") {
            hasExponent = true
            position &+= 1
            exponentIsValid = RealScan.takeExponent(text, &position, into: &decimal)
        }
        while ASCII.isSpace(text[position]) { position &+= 1 }
        self.decimal = decimal
        if position == text.count && digitCount > 0 && exponentIsValid {
            extent = hasPoint || hasExponent ? .real : .integer
        } else if digitCount > 0, hasExponent ? hasPoint || exponentIsValid : hasPoint {
            extent = .realPrefix
        } else {
            extent = .other
        }
    }

    /// The nearest real; 0.0 if there is no number.
    package var value: Double { decimal.nearest }

    /// Reads what follows the `e`. Answers whether there was a digit.
    private static func takeExponent(
        _ text: ByteView, _ position: inout Int, into decimal: inout DecimalReal
    ) -> Bool {
        let isNegative = text[position] == UInt8(ascii: "-")
        if isNegative || text[position] == UInt8(ascii: "+") { position &+= 1 }
        let start = position
        var exponent = 0
        while ASCII.isDigit(text[position]) {
            // Far beyond what digits of any text could make up for.
            if exponent < 1 << 40 { exponent = exponent &* 10 &+ Int(text[position] &- 0x30) }
            position &+= 1
        }
        decimal.exponent &+= isNegative ? 0 &- exponent : exponent
        return position > start
    }
}
