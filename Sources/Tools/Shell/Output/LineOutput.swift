import WCDBEngine

/// One value a line, `name = value`, names aligned at the right; a blank line between rows.
enum LineOutput {
    static func text(_ result: ResultRows, _ style: OutputStyle) -> String {
        let width = max(5, result.columns.map(\.count).max() ?? 0)
        let blocks = result.rows.map { row in
            zip(result.columns, row).map { name, value in
                let margin = String(repeating: " ", count: width - name.count)
                return "\(margin)\(name) = \(ValueText.plain(value, null: style.nullText))\n"
            }.joined()
        }
        return blocks.joined(separator: "\n")
    }
}
