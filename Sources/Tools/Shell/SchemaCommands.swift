import WCDBEngine

/// `.tables` and `.schema`.
extension Shell {
    /// Names in columns, as many as fit on a line of eighty characters.
    func printTables(like pattern: String?) throws(EngineError) {
        let condition = "type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
        let names = try rows(
            "SELECT name FROM sqlite_schema WHERE \(condition)\(Shell.and(pattern, "name"))"
                + " ORDER BY 1"
        ).map { $0[0] }
        let width = names.map(\.count).max() ?? 0
        let columns = max(1, 80 / (width + 2))
        let lineCount = (names.count + columns - 1) / columns
        for line in 0..<lineCount {
            let shown = stride(from: line, to: names.count, by: lineCount).map { index in
                names[index] + String(repeating: " ", count: width - names[index].count)
            }
            console.write(shown.joined(separator: "  ") + "\n")
        }
    }

    func printSchema(like pattern: String?) throws(EngineError) {
        let found = try rows(
            "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL"
                + Shell.and(pattern, "tbl_name") + " ORDER BY rowid")
        for row in found { console.write(Shell.ended(row[0])) }
    }

    /// A definition with its semicolon, which a comment at its end must not swallow.
    static func ended(_ definition: String) -> String {
        let last = definition.split(separator: "\n").last ?? ""
        return definition + (last.contains("--") ? "\n;\n" : ";\n")
    }

    /// A condition on a name, to be put behind another one.
    static func and(_ pattern: String?, _ column: String) -> String {
        pattern.map { " AND \(column) LIKE \(ValueText.literal($0))" } ?? ""
    }
}
