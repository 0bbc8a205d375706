import WCDBEngine

/// One row a line, with something between the values: `list`, `csv`, `quote`.
enum SeparatedOutput {
    static func list(_ result: ResultRows, _ style: OutputStyle) -> String {
        lines(result, style, separator: "|", end: "\n", header: { $0 }) {
            ValueText.plain($0, null: style.nullText)
        }
    }

    /// Comma-separated values, lines ending as RFC 4180 has it.
    static func csv(_ result: ResultRows, _ style: OutputStyle) -> String {
        let separator = style.separator ?? ","
        let field = { (text: String) in csvField(text, separator: separator) }
        return lines(result, style, separator: ",", end: "\r\n", header: field) { value in
            if case .null = value { return style.nullText }
            return field(ValueText.plain(value, null: ""))
        }
    }

    /// Values as literals of SQL.
    static func quote(_ result: ResultRows, _ style: OutputStyle) -> String {
        lines(
            result, style, separator: ",", end: "\n",
            header: { ValueText.literal(.text($0)) }, value: { ValueText.literal($0) })
    }

    private static func lines(
        _ result: ResultRows, _ style: OutputStyle, separator: String, end: String,
        header: (String) -> String, value: (Value) -> String
    ) -> String {
        guard !result.rows.isEmpty else { return "" }
        let between = style.separator ?? separator
        var text = ""
        if style.showsHeaders {
            text += result.columns.map(header).joined(separator: between) + end
        }
        for row in result.rows {
            text += row.map(value).joined(separator: between) + end
        }
        return text
    }

    /// In quotes if a reader could take it for something else: blanks, quotes, anything beyond
    /// ASCII, the separator, or nothing at all.
    private static func csvField(_ text: String, separator: String) -> String {
        let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x27 }
        if isPlain, !text.isEmpty, separator.isEmpty || !text.contains(separator) { return text }
        return "\"" + ValueText.doubling("\"", in: text) + "\""
    }
}
