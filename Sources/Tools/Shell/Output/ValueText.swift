import WCDBEngine
import WCDBSQL
import WCDBStorage

/// The ways to write one value.
enum ValueText {
    /// What a cast to TEXT gives, up to a NUL; a blob is taken as it is.
    static func appendPlain(_ value: ColumnValue, null: String, to text: inout ByteBuffer) {
        switch value.kind {
        case .null: text.append(null)
        case .integer, .real: _ = value.textView(scratch: &text)
        case .text, .blob: text.append(value.view.untilNUL)
        }
    }

    static func plain(_ value: ColumnValue, null: String) -> String {
        var text = ByteBuffer(capacity: 32)
        appendPlain(value, null: null, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    /// A literal that gives the same value back.
    static func appendLiteral(_ value: ColumnValue, to text: inout ByteBuffer) {
        switch value.kind {
        case .null: text.append("NULL")
        case .integer: appendPlain(value, null: "", to: &text)
        case .real: appendReal(value.real, to: &text)
        case .text where !value.bytes.contains(0):
            append(value.bytes, in: UInt8(ascii: "'"), to: &text)
        case .text:
            // A text with a NUL inside has no literal: SQL text ends there.
            text.append("CAST(X'")
            appendHexadecimal(value.bytes, to: &text)
            text.append("' AS TEXT)")
        case .blob:
            text.append("X'")
            appendHexadecimal(value.bytes, to: &text)
            text.append("'")
        }
    }

    static func literal(_ value: ColumnValue) -> String {
        var text = ByteBuffer(capacity: 64)
        appendLiteral(value, to: &text)
        return String(decoding: text.bytes, as: UTF8.self)
    }

    static func literal(_ string: String) -> String {
        var string = string
        return string.withUTF8 { literal(.text(UnsafeRawBufferPointer($0))) }
    }

    /// Twenty digits: more than enough to give the same number back.
    static func appendReal(
        _ real: Double, infinity: String = "9e999", to text: inout ByteBuffer
    ) {
        if real < 0 { text.append("-") }
        guard real.isFinite else { return text.append(infinity) }
        var format = RealText(.general, precision: 20)
        format.isExact = true
        format.append(magnitude: real.magnitude, to: &text)
    }

    /// A name as SQL takes it: quoted unless it is a plain word.
    static func name(_ name: String) -> String {
        var isPlain = !(name.utf8.first.map { (0x30...0x39).contains($0) } ?? true)
        for byte in name.utf8 where isPlain {
            isPlain =
                byte == 0x5F || (0x30...0x39).contains(byte)
                || (0x41...0x5A).contains(byte & 0xDF)
        }
        if isPlain, Keyword.find(name) == nil { return name }
        return "\"" + name.replacing("\"", with: "\"\"") + "\""
    }

    static func appendHexadecimal(_ bytes: some Sequence<UInt8>, to text: inout ByteBuffer) {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
        for byte in bytes {
            text.appendByte(digit(byte >> 4))
            text.appendByte(digit(byte & 15))
        }
    }

    /// Bytes between two quotes; those within are doubled.
    static func append(
        _ bytes: some Sequence<UInt8>, in quote: UInt8, to text: inout ByteBuffer
    ) {
        text.appendByte(quote)
        for byte in bytes {
            if byte == quote { text.appendByte(quote) }
            text.appendByte(byte)
        }
        text.appendByte(quote)
    }
}

extension ColumnValue {
    /// Requires: valid UTF-8, which stays where it is as long as the value is used.
    static func text(_ bytes: UnsafeRawBufferPointer) -> ColumnValue {
        ColumnValue(.text, ByteView(bytes))
    }
}
