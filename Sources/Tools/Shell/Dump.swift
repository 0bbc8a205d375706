import WCDBEngine

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
            if name == "sqlite_sequence" {
                // The first AUTOINCREMENT table has made it, and filling has made its rows.
                text += "DELETE FROM sqlite_sequence;\n"
            } else if name.hasPrefix("sqlite_") {
                continue
            } else {
                text += ValueText.plain(table[1], null: "") + ";\n"
            }
            text += try inserts(into: name)
        }
        let rest = try shell.rows(
            "SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL\(filter)"
                + " ORDER BY type COLLATE NOCASE, rowid")
        for row in rest { text += ValueText.plain(row[0], null: "") + ";\n" }
        return text + "COMMIT;\n"
    }

    private func inserts(into table: String) throws(EngineError) -> String {
        let name = ValueText.name(table)
        return try shell.rows("SELECT * FROM \(name)").map { row in
            "INSERT INTO \(name) VALUES("
                + row.map { ValueText.literal($0) }.joined(separator: ",") + ");\n"
        }.joined()
    }
}
