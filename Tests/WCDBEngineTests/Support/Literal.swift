import Foundation
import WCDBStorage

@testable import WCDBEngine

/// Reads and writes values the way the tables of these tests show them: `NULL`, `12`, `1.5`,
/// `Inf`, `'it''s'`, `x'00FF'`. A line break within a text is written as `\n`, and not read back.
enum Literal {
    struct Malformed: Error {
        var text: String
    }

    /// Takes one literal from the front of `text`, and the spaces around it.
    static func take(from text: inout Substring) throws -> Value {
        text = text.drop { $0 == " " }
        defer { text = text.drop { $0 == " " } }
        if text.hasPrefix("NULL") {
            text = text.dropFirst(4)
            return .null
        }
        if text.hasPrefix("x'") {
            let digits = text.dropFirst(2).prefix { $0 != "'" }
            text = text.dropFirst(digits.count + 3)
            return .blob(bytes(ofHex: digits))
        }
        if text.hasPrefix("'") { return .text(takeQuoted(from: &text)) }
        let word = text.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        text = text.dropFirst(word.count)
        return try number(String(word))
    }

    private static func number(_ word: String) throws -> Value {
        switch word {
        case "Inf", "9e999": return .real(.infinity)
        case "-Inf", "-9e999": return .real(-.infinity)
        default: break
        }
        if let integer = Int64(word) { return .integer(integer) }
        guard let real = Double(word) else { throw Malformed(text: word) }
        return .real(real)
    }

    private static func takeQuoted(from text: inout Substring) -> String {
        var result = ""
        text = text.dropFirst()
        while let character = text.popFirst() {
            if character == "'" {
                guard text.first == "'" else { break }
                text = text.dropFirst()
            }
            result.append(character)
        }
        return result
    }

    private static func bytes(ofHex digits: Substring) -> [UInt8] {
        stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(digits.dropFirst($0).prefix(2), radix: 16)
        }
    }

    static func write(_ value: Value) -> String { value.withColumnValue { write($0) } }

    /// A line break is written as `\n`, so that a value stays in its line.
    static func write(_ value: ColumnValue) -> String {
        var scratch = ByteBuffer(capacity: 32)
        switch value.kind {
        case .null: return "NULL"
        case .integer, .real:
            return String(decoding: value.textView(scratch: &scratch).buffer, as: UTF8.self)
        case .text:
            guard let text = String(validating: value.bytes, as: UTF8.self) else {
                return "text x'" + hex(value.bytes) + "'"
            }
            return "'"
                + text.replacingOccurrences(of: "'", with: "''")
                .replacingOccurrences(of: "\n", with: "\\n") + "'"
        case .blob: return "x'" + hex(value.bytes) + "'"
        }
    }

    private static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Equal, where reals may differ in the last bits: C libraries do.
    static func agree(_ found: Value, _ expected: Value) -> Bool {
        guard case .real(let left) = found, case .real(let right) = expected else {
            return found == expected
        }
        return left == right || abs(left - right) <= abs(right) * 1e-15
    }
}
