import WCDBEngine
import WCDBSQL

/// `.dump`: SQL that makes a database again.
///
/// Tables and their rows come first, then what depends on them, so that filling a table neither
/// fires a trigger nor keeps an index up to date row by row.
struct Dump {
    private let shell: Shell

    init(_ shell: Shell) { self.shell = shell }

    func text(like pattern: String?) throws(EngineError) -> String {
        var text = "PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n"
        let filter = Shell.and(pattern, "tbl_name")
        let tables = try shell.rows(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND sql IS NOT NULL\(filter)"
                + " ORDER BY name = 'sqlite_sequence', rowid")
        for table in tables {
            let name = ValueText.plain(table[0], null: "")
            let sql = ValueText.plain(table[1], null: "")
            if name == "sqlite_sequence" {
                // The first AUTOINCREMENT table has made it, and filling has made its rows.
                text += "DELETE FROM sqlite_sequence;\n"
            } else if name.hasPrefix("sqlite_") {
                continue
            } else {
                text += Shell.ended(sql)
            }
            text += try inserts(into: name, columns: Self.storedColumns(sql))
        }
        // In the order in which they were made: a trigger may need a view, and that another one.
        let rest = try shell.rows(
            "SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL\(filter)"
                + " ORDER BY rowid")
        for row in rest { text += Shell.ended(ValueText.plain(row[0], null: "")) }
        return text + "COMMIT;\n"
    }

    private func inserts(into table: String, columns: [String]?) throws(EngineError) -> String {
        let name = ValueText.name(table)
        let list = columns?.joined(separator: ",")
        let target = name + (list.map { "(\($0))" } ?? "")
        return try shell.rows("SELECT \(list ?? "*") FROM \(name)").map { row in
            "INSERT INTO \(target) VALUES("
                + row.map(Self.literal).joined(separator: ",") + ");\n"
        }.joined()
    }

    /// A value. Who reads SQL by lines may lose a CR at the end of one: none is written as it is.
    private static func literal(_ value: Value) -> String {
        let literal = ValueText.literal(value)
        guard case .text(let bytes) = value, bytes.contains(0x0D), !bytes.contains(0) else {
            return literal
        }
        var word = "\\r"
        while literal.utf8.contains(word.utf8) { word += "r" }
        let parts = literal.unicodeScalars.split(
            separator: "\r", omittingEmptySubsequences: false)
        return "replace(\(parts.map { String($0) }.joined(separator: word)),'\(word)',char(13))"
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
