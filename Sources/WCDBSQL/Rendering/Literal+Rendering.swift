// Constants and parameters.

extension Literal: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .integer(let value): writer.write(String(value))
        case .real(let value): writer.write(Literal.text(of: value))
        case .text(let value): writer.writeString(value.string)
        case .blob(let bytes): writer.writeBlob(bytes)
        case .null: writer.write("NULL")
        case .boolean(let value): writer.write(value ? "TRUE" : "FALSE")
        case .currentDate: writer.write("CURRENT_DATE")
        case .currentTime: writer.write("CURRENT_TIME")
        case .currentTimestamp: writer.write("CURRENT_TIMESTAMP")
        }
    }

    /// The number to seventeen digits, which read back as the same double, and never as an
    /// integer. There is no NaN in SQL, and infinity is a number too large to be held.
    package static func text(of value: Double) -> String {
        if value.isNaN { return "NULL" }
        if value.isInfinite { return value < 0 ? "-9e999" : "9e999" }
        let number = ExactDigits(value)
        let sign = value.sign == .minus ? "-" : ""
        let digits = number.digits.map { Character(UnicodeScalar($0 + 0x30)) }
        let exponent = number.exponent
        if exponent < -4 || exponent >= ExactDigits.precision {
            let fraction = digits.count > 1 ? "." + String(digits[1...]) : ""
            let power = abs(exponent) < 10 ? "0\(abs(exponent))" : "\(abs(exponent))"
            return sign + String(digits[0]) + fraction + (exponent < 0 ? "e-" : "e+") + power
        }
        if exponent < 0 {
            return sign + "0." + String(repeating: "0", count: -exponent - 1) + String(digits)
        }
        let integer = digits.prefix(exponent + 1)
        let zeros = String(repeating: "0", count: exponent + 1 - integer.count)
        let fraction = digits.dropFirst(exponent + 1)
        return sign + String(integer) + zeros + "." + (fraction.isEmpty ? "0" : String(fraction))
    }
}

extension SQLWriter {
    mutating func writeBlob(_ blob: [UInt8]) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
        write("X'")
        for byte in blob {
            write(digit(byte >> 4))
            write(digit(byte & 0x0F))
        }
        write("'")
    }
}

extension Parameter: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .next: writer.write("?")
        case .numbered(let number):
            writer.write("?")
            writer.write(String(number))
        case .named(let sign, let name):
            writer.write(sign.rawValue)
            writer.write(name.string)
        }
    }
}

extension TypeName: SQLRenderable {
    package func render(into writer: inout SQLWriter) { writer.write(text) }
}
