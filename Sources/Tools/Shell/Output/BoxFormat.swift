import WCDBStorage

/// A table drawn with box characters. Line feeds break a value into several lines, and so does
/// a width of sixty characters. Columns are as wide as their widest value: all rows are kept.
struct BoxFormat: ResultFormat {
    private static let widest = 60

    private let style: OutputStyle
    private var columns: [String] = []
    /// The lines of each value of each row.
    private var cells: [[[String]]] = []

    init(_ style: OutputStyle) { self.style = style }

    mutating func begin(_ columns: [String], _ text: inout ByteBuffer) { self.columns = columns }

    mutating func append(_ row: [ColumnValue], _ text: inout ByteBuffer) {
        cells.append(
            row.map { BoxFormat.split(ValueText.plain($0, null: style.nullText)) })
    }

    func end(_ text: inout ByteBuffer) {
        let widths = columns.indices.map { column in
            cells.reduce(columns[column].count) { width, row in
                max(width, row[column].map(\.count).max() ?? 0)
            }
        }
        text.append(BoxFormat.rule(widths, "┌", "┬", "┐"))
        text.append(BoxFormat.line(zip(columns, widths).map { BoxFormat.centred($0, $1) }))
        text.append(BoxFormat.rule(widths, "├", "┼", "┤"))
        // Rows of several lines need something between them.
        let isTall = cells.contains { row in row.contains { $0.count > 1 } }
        for (number, row) in cells.enumerated() {
            if isTall, number > 0 { text.append(BoxFormat.rule(widths, "├", "┼", "┤")) }
            for index in 0..<(row.map(\.count).max() ?? 0) {
                text.append(
                    BoxFormat.line(
                        zip(row, widths).map { lines, width in
                            BoxFormat.padded(index < lines.count ? lines[index] : "", width)
                        }))
            }
        }
        text.append(BoxFormat.rule(widths, "└", "┴", "┘"))
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
