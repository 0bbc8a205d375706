import WCDBEngine
import WCDBStorage

/// A list of objects, one a line.
struct JSONFormat: ResultFormat {
    /// Each with what stands before its value.
    private var names: [[UInt8]] = []
    private var isFirst = true

    mutating func begin(_ columns: [String], _ text: inout ByteBuffer) {
        names = columns.enumerated().map { index, name in
            var start = ByteBuffer(capacity: 64)
            start.append(index > 0 ? "," : "{")
            JSONFormat.append(Array(name.utf8), to: &start)
            start.append(":")
            return Array(start.bytes)
        }
        text.append("[")
    }

    mutating func append(_ row: [ColumnValue], _ text: inout ByteBuffer) {
        if !isFirst { text.append(",\n") }
        isFirst = false
        for (name, value) in zip(names, row) {
            name.withUnsafeBytes { text.append($0) }
            JSONFormat.append(value, to: &text)
        }
        text.append("}")
    }

    func end(_ text: inout ByteBuffer) { text.append("]\n") }

    private static func append(_ value: ColumnValue, to text: inout ByteBuffer) {
        switch value.kind {
        case .null: text.append("null")
        case .integer: ValueText.appendPlain(value, null: "", to: &text)
        case .real: ValueText.appendReal(value.real, infinity: "1e999", to: &text)
        case .text: append(value.bytes, to: &text)
        // What is no UTF-8 has no place in JSON.
        case .blob: append(Array(String(decoding: value.bytes, as: UTF8.self).utf8), to: &text)
        }
    }

    /// A quoted string; control characters are escaped, everything else stays as it is.
    private static func append(_ bytes: some Sequence<UInt8>, to text: inout ByteBuffer) {
        text.appendByte(UInt8(ascii: "\""))
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""): text.append("\\\"")
            case UInt8(ascii: "\\"): text.append("\\\\")
            case 0x08: text.append("\\b")
            case 0x0C: text.append("\\f")
            case 0x0A: text.append("\\n")
            case 0x0D: text.append("\\r")
            case 0x09: text.append("\\t")
            case 0..<0x20:
                text.append("\\u00")
                ValueText.appendHexadecimal([byte], to: &text)
            default: text.appendByte(byte)
            }
        }
        text.appendByte(UInt8(ascii: "\""))
    }
}
