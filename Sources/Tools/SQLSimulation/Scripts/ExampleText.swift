import WCDBEngine
import WCDBStorage

/// How the examples write values and errors.
enum ExampleText {
    /// Texts in quotes with line feeds and tabs spelt out, blobs as `x'…'`, reals with a point.
    static func literal(_ value: ColumnValue) -> String {
        switch value.kind {
        case .null: return "NULL"
        case .blob:
            let digits = Array("0123456789ABCDEF")
            return "x'"
                + String(value.bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
                + "'"
        case .text:
            var text = "'"
            for scalar in plain(value).unicodeScalars {
                switch scalar {
                case "'": text += "''"
                case "\n": text += "\\n"
                case "\t": text += "\\t"
                case "\r": text += "\\r"
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text + "'"
        case .integer, .real: return plain(value)
        }
    }

    static func plain(_ value: ColumnValue) -> String {
        var buffer = ByteBuffer(capacity: 32)
        return String(decoding: value.textView(scratch: &buffer).buffer, as: UTF8.self)
    }

    /// An expected line without the name of its code: the number says the same.
    static func withoutCodeName(_ line: String) -> String {
        guard line.hasPrefix("--!"), line.hasSuffix("]"), let open = line.lastIndex(of: "["),
            let space = line.lastIndex(of: " "), open < space
        else { return line }
        return line[..<open] + "[" + line[line.index(after: space)...]
    }

    static func error(_ error: EngineError) -> String {
        "--! \(error.message)  [\(error.code.rawValue)]"
    }
}
