import WCDBEngine
import WCDBSQL
import WCDBStorage

/// How the examples write values and errors.
enum ExampleText {
    /// As SQL writes it, but for blobs, `x'…'`, texts, whose line feeds and tabs are spelt out,
    /// and reals, which are as a cast to TEXT gives them.
    static func literal(_ value: ColumnValue) -> String {
        switch value.kind {
        case .null: Literal.null.sql
        case .integer, .real: plain(value)
        case .blob: "x" + Literal.blob(Array(value.bytes)).sql.dropFirst()
        case .text:
            Literal.text(SQLText(plain(value))).sql.unicodeScalars.reduce(into: "") { text, next in
                switch next {
                case "\n": text += "\\n"
                case "\t": text += "\\t"
                case "\r": text += "\\r"
                default: text.unicodeScalars.append(next)
                }
            }
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
