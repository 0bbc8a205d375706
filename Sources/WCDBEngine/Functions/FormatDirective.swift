/// One conversion of a format: what stands between `%` and its letter, and the letter.
struct FormatDirective {
    var isLeftJustified = false
    /// `+` or a space before numbers that are not negative; 0 for nothing.
    var positiveSign: UInt8 = 0
    /// `#`
    var isAlternate = false
    /// `!`
    var isExact = false
    /// `0`
    var padsWithZeros = false
    /// `,`, which integers obey only.
    var hasThousands = false
    var width = 0
    /// Nil if the format gives none.
    var precision: Int?
    var conversion: UInt8 = 0

    /// Reads the directive behind the `%` at `position` and moves behind it. `star` gives the next
    /// argument as an integer. `conversion` is 0 if the format ends before its letter.
    init(_ format: ByteView, _ position: inout Int, star: () -> Int64) {
        while true {
            let byte = format[position]
            switch byte {
            case UInt8(ascii: "-"): isLeftJustified = true
            case UInt8(ascii: "+"), UInt8(ascii: " "): positiveSign = byte
            case UInt8(ascii: "#"): isAlternate = true
            case UInt8(ascii: "!"): isExact = true
            case UInt8(ascii: "0"): padsWithZeros = true
            case UInt8(ascii: ","): hasThousands = true
            case UInt8(ascii: "1")...UInt8(ascii: "9"), UInt8(ascii: "*"):
                readWidth(format, &position, star: star)
                // After a width come a precision, or the letter.
                if format[position] == UInt8(ascii: ".") { continue }
                readLetter(format, &position)
                return
            case UInt8(ascii: "."):
                position &+= 1
                readPrecision(format, &position, star: star)
                readLetter(format, &position)
                return
            default:
                readLetter(format, &position)
                return
            }
            position &+= 1
        }
    }

    private mutating func readWidth(
        _ format: ByteView, _ position: inout Int, star: () -> Int64
    ) {
        guard format[position] == UInt8(ascii: "*") else {
            width = FormatDirective.readNumber(format, &position)
            return
        }
        position &+= 1
        width = Int(Int32(truncatingIfNeeded: star()))
        guard width < 0 else { return }
        isLeftJustified = true
        width = width == Int(Int32.min) ? 0 : -width
    }

    private mutating func readPrecision(
        _ format: ByteView, _ position: inout Int, star: () -> Int64
    ) {
        guard format[position] == UInt8(ascii: "*") else {
            precision = FormatDirective.readNumber(format, &position)
            return
        }
        position &+= 1
        let given = Int(Int32(truncatingIfNeeded: star()))
        precision = given == Int(Int32.min) ? nil : abs(given)
    }

    /// Skips the size letters of C, which say nothing here.
    private mutating func readLetter(_ format: ByteView, _ position: inout Int) {
        var sizeLetters = 0
        while sizeLetters < 2, format[position] == UInt8(ascii: "l") {
            position &+= 1
            sizeLetters &+= 1
        }
        conversion = format[position]
        position &+= 1
    }

    /// The digits at `position` as a number of 31 bits; what does not fit is cut off above.
    private static func readNumber(_ format: ByteView, _ position: inout Int) -> Int {
        var number: UInt32 = 0
        while ASCII.isDigit(format[position]) {
            number = number &* 10 &+ UInt32(format[position] &- 0x30)
            position &+= 1
        }
        return Int(number & 0x7FFF_FFFF)
    }
}
