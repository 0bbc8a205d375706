import Foundation
import WCDBEngine
import WCDBStorage

/// How scripts write values.
enum ResultText {
    static func text(_ value: ColumnValue, _ letter: Character) -> String {
        if value.isNull { return "NULL" }
        switch letter {
        case "I": return String(value.asInteger)
        case "R": return real(value.asReal)
        default:
            var buffer = ByteBuffer(capacity: 32)
            let bytes = value.textView(scratch: &buffer).buffer
            if bytes.isEmpty { return "(empty)" }
            return String(
                decoding: bytes.map { $0 < 0x20 || $0 > 0x7E ? UInt8(ascii: "@") : $0 },
                as: UTF8.self)
        }
    }

    /// Three places, and at most sixteen digits that count.
    private static func real(_ value: Double) -> String {
        guard abs(value) >= 1e12, value.isFinite else { return String(format: "%.3f", value) }
        let parts = String(format: "%.15e", abs(value)).split(separator: "e")
        let digits = parts[0].filter { $0 != "." }
        let exponent = Int(parts[1]) ?? 0
        let whole = digits.prefix(exponent + 1)
        let zeros = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
        let fraction = String(digits.dropFirst(exponent + 1).prefix(3))
        return (value < 0 ? "-" : "") + whole + zeros + "."
            + fraction.padding(toLength: 3, withPad: "0", startingAt: 0)
    }
}
