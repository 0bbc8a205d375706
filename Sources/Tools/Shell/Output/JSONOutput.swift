import WCDBEngine

/// A list of objects, one a line.
enum JSONOutput {
    static func text(_ result: ResultRows) -> String {
        guard !result.rows.isEmpty else { return "" }
        let names = result.columns.map { string(Array($0.utf8)) }
        let objects = result.rows.map { row in
            "{" + zip(names, row).map { "\($0):\(value($1))" }.joined(separator: ",") + "}"
        }
        return "[" + objects.joined(separator: ",\n") + "]\n"
    }

    private static func value(_ value: Value) -> String {
        switch value {
        case .null: "null"
        case .integer(let integer): String(integer)
        case .real(let real): ValueText.literal(real, infinity: "1e999")
        case .text(let bytes), .blob(let bytes): string(bytes)
        }
    }

    /// A quoted string; control characters are escaped, everything else stays as it is.
    private static func string(_ bytes: [UInt8]) -> String {
        var text = "\""
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\u{C}": text += "\\f"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case "\u{0}"..."\u{1F}":
                text += "\\u00" + ValueText.hexadecimal([UInt8(scalar.value)])
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
