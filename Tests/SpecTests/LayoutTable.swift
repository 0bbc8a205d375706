import Foundation

/// A byte table of a document: the rows of the Markdown table that follows the comment
/// `<!-- layout: Name -->`. The columns are Offset, Size, Field; more may follow.
struct LayoutTable: Equatable {
    /// One field: where it begins, how many bytes it has, what it is called.
    struct Row: Equatable, CustomStringConvertible {
        var offset: Int
        var size: Int
        var field: String

        var description: String { "\(field) at \(offset), \(size) bytes" }
    }

    /// What is wrong with a document, and on which line.
    struct Malformed: Error, Equatable {
        var line: Int
        var reason: String
    }

    var name: String
    var rows: [Row]

    /// All tables of `text`, in order. A marker without a table, a row that is not numbers where
    /// numbers belong, and a name used twice are errors.
    static func tables(in text: String) throws(Malformed) -> [LayoutTable] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        var tables: [LayoutTable] = []
        for (index, line) in lines.enumerated() {
            guard let name = markerName(line) else { continue }
            guard !tables.contains(where: { $0.name == name }) else {
                throw Malformed(line: index + 1, reason: "a second layout \(name)")
            }
            let start = lines[(index + 1)...].firstIndex { !$0.isEmpty } ?? lines.endIndex
            tables.append(LayoutTable(name: name, rows: try rows(lines, from: start)))
        }
        return tables
    }

    private static func rows(
        _ lines: [String], from start: Int
    ) throws(Malformed) -> [Row] {
        let table = lines[start...].prefix { $0.hasPrefix("|") }
        guard table.count > 2, let head = table.first,
            cells(head).prefix(3) == ["Offset", "Size", "Field"]
        else {
            throw Malformed(line: start + 1, reason: "expected a table | Offset | Size | Field |")
        }
        var rows: [Row] = []
        for index in table.indices.dropFirst(2) {
            let cells = cells(table[index])
            guard cells.count >= 3, let offset = Int(cells[0]), let size = Int(cells[1]) else {
                throw Malformed(line: index + 1, reason: "offset and size must be numbers")
            }
            rows.append(Row(offset: offset, size: size, field: cells[2]))
        }
        return rows
    }

    private static func markerName(_ line: String) -> String? {
        guard line.hasPrefix("<!-- layout:"), line.hasSuffix("-->") else { return nil }
        return line.dropFirst("<!-- layout:".count).dropLast("-->".count)
            .trimmingCharacters(in: .whitespaces)
    }

    private static func cells(_ line: String) -> [String] {
        line.split(separator: "|").map {
            $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        }
    }
}
