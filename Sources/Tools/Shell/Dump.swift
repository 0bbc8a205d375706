import WCDBEngine
import WCDBSQL
import WCDBStorage

/// `.dump`: SQL that makes a database again, printed as rows are found.
///
/// Tables and their rows come first, then what depends on them, so that filling a table neither
/// fires a trigger nor keeps an index up to date row by row.
struct Dump {
    private let shell: Shell
    private let printer: ResultPrinter

    init(_ shell: Shell) {
        self.shell = shell
        printer = ResultPrinter(shell.console)
    }

    /// A dump that an error ended takes back what it did when it is read.
    func print(like pattern: String?) throws(EngineError) {
        printer.text.append("PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n")
        var isWhole = false
        defer {
            printer.text.append(isWhole ? "COMMIT;\n" : "ROLLBACK; -- due to errors\n")
            printer.send()
        }
        try printTables(like: pattern)
        // In the order in which they were made: a trigger may need a view, and that another one.
        let rest = try shell.rows(
            "SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL"
                + Shell.and(pattern, "tbl_name") + " ORDER BY rowid")
        for row in rest { printer.text.append(Shell.ended(row[0])) }
        isWhole = true
    }

    private func printTables(like pattern: String?) throws(EngineError) {
        let tables = try shell.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL"
                + Shell.and(pattern, "tbl_name") + " ORDER BY name = 'sqlite_sequence', rowid")
        for table in tables {
            let (name, sql) = (table[0], table[1])
            if name == "sqlite_sequence" {
                // The first AUTOINCREMENT table has made it, and filling has made its rows.
                printer.text.append("DELETE FROM sqlite_sequence;\n")
            } else if name.hasPrefix("sqlite_") {
                continue
            } else {
                printer.text.append(Shell.ended(sql))
            }
            try printRows(of: name, columns: Self.storedColumns(sql))
        }
    }

    private func printRows(of table: String, columns: [String]?) throws(EngineError) {
        let name = ValueText.name(table)
        let list = columns?.joined(separator: ",")
        let start = "INSERT INTO \(name)\(list.map { "(\($0))" } ?? "") VALUES("
        let query = "SELECT \(list ?? "*") FROM \(name)"
        guard let statement = try shell.connection.prepare(query) else { return }
        try printer.forEachRow(of: statement) { row in
            printer.text.append(start)
            for index in row.indices {
                if index > 0 { printer.text.append(",") }
                append(row[index])
            }
            printer.text.append(");\n")
        }
    }

    /// A value. Whoever reads SQL by lines may lose a CR at the end of one: none is written as it
    /// is.
    private func append(_ value: ColumnValue) {
        guard case .text = value.kind, value.bytes.contains(0x0D), !value.bytes.contains(0) else {
            return ValueText.appendLiteral(value, to: &printer.text)
        }
        let literal = ValueText.literal(value)
        var word = "\\r"
        while literal.utf8.contains(word.utf8) { word += "r" }
        let parts = literal.unicodeScalars.split(
            separator: "\r", omittingEmptySubsequences: false)
        let whole = parts.map { String($0) }.joined(separator: word)
        printer.text.append("replace(\(whole),'\(word)',char(13))")
    }

    /// The columns that take values, if others, which are computed, stand among them.
    private static func storedColumns(_ sql: String) -> [String]? {
        guard case .createTable(let create)? = try? Parser.statement(sql),
            case .columns(let definition)? = create.content
        else { return nil }
        let stored = definition.columns.filter { column in
            !column.constraints.contains { constraint in
                if case .generated? = constraint.kind { return true }
                return false
            }
        }
        guard stored.count < definition.columns.count else { return nil }
        return stored.map { ValueText.name($0.name.name.text) }
    }
}
