import WCDBEngine

/// A table drawn with box characters. Line feeds break a value into several lines, and so does
/// a width of sixty characters.
enum BoxOutput {
    private static let widest = 60

    static func text(_ result: ResultRows, _ style: OutputStyle) -> String {
        guard !result.rows.isEmpty else { return "" }
        let cells = result.rows.map { row in
            row.map { split(ValueText.plain($0, null: style.nullText)) }
        }
        let widths = result.columns.indices.map { column in
            cells.reduce(result.columns[column].count) { width, row in
                max(width, row[column].map(\.count).max() ?? 0)
            }
        }
        var text = rule(widths, "┌", "┬", "┐")
        text += line(zip(result.columns, widths).map { centred($0, $1) })
        text += rule(widths, "├", "┼", "┤")
        // Rows of several lines need something between them.
        let isTall = cells.contains { row in row.contains { $0.count > 1 } }
        for (number, row) in cells.enumerated() {
            if isTall, number > 0 { text += rule(widths, "├", "┼", "┤") }
            for index in 0..<(row.map(\.count).max() ?? 0) {
                text += line(
                    zip(row, widths).map { lines, width in
                        padded(index < lines.count ? lines[index] : "", width)
                    })
            }
        }
        return text + rule(widths, "└", "┴", "┘")
    }

    private static func rule(
        _ widths: [Int], _ left: String, _ middle: String, _ right: String
    ) -> String {
        let parts = widths.map { String(repeating: "─", count: $0 + 2) }
        return left + parts.joined(separator: middle) + right + "\n"
    }

    private static func line(_ cells: [String]) -> String {
        "│ " + cells.joined(separator: " │ ") + " │\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private static func centred(_ text: String, _ width: Int) -> String {
        let margin = max(0, width - text.count)
        return padded(String(repeating: " ", count: margin / 2) + text, width)
    }

    private static func split(_ text: String) -> [String] {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.flatMap { line in
            var pieces: [String] = []
            var rest = line
            while rest.count > widest {
                pieces.append(String(rest.prefix(widest)))
                rest = rest.dropFirst(widest)
            }
            return pieces + [String(rest)]
        }
    }
}
