import WCDBEngine
import WCDBSQL
import WCDBStorage

/// The ways to write one value.
enum ValueText {
    /// What a cast to TEXT gives; a blob is read as text.
    static func plain(_ value: Value, null: String) -> String {
        if case .null = value { return null }
        return value.withColumnValue { column in
            var buffer = ByteBuffer(capacity: 32)
            return String(decoding: column.textView(scratch: &buffer).buffer, as: UTF8.self)
        }
    }

    /// A literal that gives the same value back.
    static func literal(_ value: Value) -> String {
        switch value {
        case .null: return "NULL"
        case .integer(let integer): return String(integer)
        case .real(let real): return literal(real)
        case .blob(let bytes): return "X'" + hexadecimal(bytes) + "'"
        case .text(let bytes):
            // A text with a NUL inside has no literal: SQL text ends there.
            guard !bytes.contains(0) else { return "CAST(X'\(hexadecimal(bytes))' AS TEXT)" }
            return "'" + doubling("'", in: String(decoding: bytes, as: UTF8.self)) + "'"
        }
    }

    /// Twenty digits: more than enough to give the same number back.
    static func literal(_ real: Double, infinity: String = "9e999") -> String {
        let sign = real < 0 ? "-" : ""
        guard real.isFinite else { return sign + infinity }
        var format = RealText(.general, precision: 20)
        format.isExact = true
        var buffer = ByteBuffer(capacity: 32)
        format.append(magnitude: real.magnitude, to: &buffer)
        return sign + String(decoding: buffer.view.buffer, as: UTF8.self)
    }

    /// A name as SQL takes it: quoted unless it is a plain word.
    static func name(_ name: String) -> String {
        var isPlain = !(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
        for byte in name.utf8 where isPlain {
            isPlain =
                byte == 0x5F || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte & 0xDF)
        }
        return isPlain && Keyword.find(name) == nil ? name : "\"" + doubling("\"", in: name) + "\""
    }

    static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    static func doubling(_ quote: Unicode.Scalar, in text: String) -> String {
        var doubled = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == quote { doubled.append(quote) }
            doubled.append(scalar)
        }
        return String(doubled)
    }
}
