import WCDBStorage

/// The conversions `%d %i %u %x %X %o %p %r` of a format: an integer in some base, with sign,
/// zeros and groups.
struct FormattedInteger {
    private let directive: FormatDirective
    private let base: UInt64
    private let isSigned: Bool

    init(_ directive: FormatDirective) {
        self.directive = directive
        switch directive.conversion {
        case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "p"): base = 16
        case UInt8(ascii: "o"): base = 8
        default: base = 10
        }
        let signed = [UInt8(ascii: "d"), UInt8(ascii: "i"), UInt8(ascii: "r")]
        isSigned = signed.contains(directive.conversion)
    }

    func append(_ value: Int64, to buffer: inout ByteBuffer) throws(EngineError) {
        let magnitude = isSigned ? value.magnitude : UInt64(bitPattern: value)
        var sign: UInt8 = 0
        if isSigned { sign = value < 0 ? UInt8(ascii: "-") : directive.positiveSign }
        if sign != 0 { buffer.appendByte(sign) }
        if directive.isAlternate && magnitude != 0 { appendPrefix(to: &buffer) }

        let digits = digits(of: magnitude)
        let ending = directive.conversion == UInt8(ascii: "r") ? ordinalEnding(magnitude) : nil
        let endingLength = ending == nil ? 0 : 2
        var length = directive.precision ?? 0
        if directive.padsWithZeros {
            length = max(length, directive.width &- (sign == 0 ? 0 : 1))
        }
        // What is made room for, with the commas between the zeros.
        let room = length &+ 10 &+ (directive.hasThousands ? length / 3 : 0)
        try ValueLimits.admit(room)
        let zeros = max(length &- digits.count &- endingLength, 0)
        appendGrouped(digits, zeros: zeros, to: &buffer)
        if let ending { buffer.append(ending) }
    }

    private func appendPrefix(to buffer: inout ByteBuffer) {
        switch directive.conversion {
        case UInt8(ascii: "x"), UInt8(ascii: "p"): buffer.append("0x")
        case UInt8(ascii: "X"): buffer.append("0X")
        case UInt8(ascii: "o"): buffer.append("0")
        default: break
        }
    }

    /// Least significant first.
    private func digits(of magnitude: UInt64) -> [UInt8] {
        let isUpper = directive.conversion != UInt8(ascii: "x")
        let symbols = ByteView(isUpper ? "0123456789ABCDEF" : "0123456789abcdef")
        var digits: [UInt8] = []
        var left = magnitude
        repeat {
            digits.append(symbols[Int(left % base)])
            left /= base
        } while left != 0
        return digits
    }

    private func appendGrouped(_ digits: [UInt8], zeros: Int, to buffer: inout ByteBuffer) {
        // Groups are for decimal numbers without an ending.
        let isDecimal = base == 10 && directive.conversion != UInt8(ascii: "r")
        var place = digits.count &+ zeros
        while place > 0 {
            place &-= 1
            buffer.appendByte(place < digits.count ? digits[place] : UInt8(ascii: "0"))
            if directive.hasThousands && isDecimal && place > 0 && place % 3 == 0 {
                buffer.appendByte(UInt8(ascii: ","))
            }
        }
    }

    private func ordinalEnding(_ magnitude: UInt64) -> StaticString {
        guard (magnitude / 10) % 10 != 1 else { return "th" }
        switch magnitude % 10 {
        case 1: return "st"
        case 2: return "nd"
        case 3: return "rd"
        default: return "th"
        }
    }
}
