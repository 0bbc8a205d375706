import Foundation

/// The repository as it is checked out, found from the place of this file.
enum CheckedOut {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The text of a file, whose path begins at the root.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The texts of all Swift files below a folder.
    static func sources(below folder: String) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
        return try (paths?.allObjects ?? []).compactMap { $0 as? String }
            .filter { $0.hasSuffix(".swift") }.map { try text("\(folder)/\($0)") }
    }

    /// The rows of all tables of a document, in its order, without the heads.
    static func rows(of path: String) throws -> [DocumentRow] {
        var rows: [DocumentRow] = []
        var section = ""
        var isBelowHead = false
        for line in try text(path).components(separatedBy: "\n") {
            if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
            if line.hasPrefix("|---") {
                isBelowHead = true
            } else if !line.hasPrefix("|") {
                isBelowHead = false
            } else if isBelowHead {
                rows.append(DocumentRow(line, in: section))
            }
        }
        return rows
    }
}

/// A row of a table in a document.
struct DocumentRow {
    /// The heading that the table is under.
    let section: String
    /// What stands between the bars; of a cell that is code and nothing else, the code.
    let cells: [String]

    init(_ line: String, in section: String) {
        self.section = section
        // Behind a backslash a bar is a character like others.
        cells = line.replacing("\\|", with: "\u{0}")
            .split(separator: "|").map { cell in
                let text = cell.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces)
                let code = text.dropFirst().dropLast()
                let isCode = text.count > 2 && text.first == "`" && text.last == "`"
                return isCode && !code.contains("`") ? String(code) : text
            }
    }
}
