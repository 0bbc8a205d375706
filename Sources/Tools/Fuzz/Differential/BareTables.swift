import WCDBEngine
import WCDBSQL

/// Tables without the keys and constraints that a query can be sought by or be shortened by: they
/// say what SQLite answers when it looks at every row.
enum BareTables {
    /// Puts bare tables in the place of all of a side, with the same rows. False if that fails:
    /// then nothing can be learned from the side any more.
    static func replaceAll(of side: OracleSide) -> Bool {
        if !side.run("SELECT 1").isAutocommit, side.run("COMMIT").failed { return false }
        _ = side.run("PRAGMA foreign_keys = 0")
        for database in ["main", "temp", "aux1"] {
            let list = """
                SELECT sql FROM \(database).sqlite_master
                WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
                """
            for row in side.run(list).rows {
                guard case .text(let text) = row[0],
                    replace(String(decoding: text, as: UTF8.self), in: database, side)
                else { return false }
            }
        }
        return true
    }

    private static func replace(
        _ sql: String, in database: String, _ side: OracleSide
    ) -> Bool {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(),
            case .createTable(var create) = parsed.statement,
            case .columns(let definition)? = create.content
        else { return false }
        create.isTemporary = false
        create.name.schema = Name(database)
        create.content = .columns(bare(definition))
        let stored = definition.columns.filter { !isGenerated($0) }.map(\.name.sql)
        let rowid = definition.isWithoutRowid ? [] : ["rowid"]
        let columns = (rowid + stored).joined(separator: ", ")
        let numbered = rowid.map { "\($0) AS copied_\($0)" } + stored
        let table = create.name.sql
        let copies = numbered.joined(separator: ", ")
        let steps = [
            "CREATE TABLE temp.copied_rows AS SELECT \(copies) FROM \(table)",
            "DROP TABLE \(table)",
            Statement.createTable(create).sql,
            "INSERT INTO \(table)(\(columns)) SELECT * FROM temp.copied_rows",
            "DROP TABLE temp.copied_rows",
        ]
        return steps.allSatisfy { !side.run($0).failed }
    }

    /// The columns with their types, collations, defaults and computations; of the keys only one
    /// that is the rowid.
    private static func bare(_ definition: TableDefinition) -> TableDefinition {
        var result = definition
        for index in result.columns.indices {
            let isInteger = isInteger(definition.columns[index]) && !definition.isWithoutRowid
            result.columns[index].constraints.removeAll { constraint in
                switch constraint.kind {
                case .primaryKey(let direction, _, _): direction == .descending || !isInteger
                case .collate, .default, .generated: false
                default: true
                }
            }
        }
        result.constraints.removeAll { constraint in
            guard case .primaryKey(let terms, _, _)? = constraint.kind, terms.count == 1,
                case .column(let reference) = terms[0].expression, !definition.isWithoutRowid
            else { return true }
            return !definition.columns.contains {
                isInteger($0)
                    && $0.name.name.text.lowercased() == reference.name.text.lowercased()
            }
        }
        result.isWithoutRowid = false
        return result
    }

    private static func isInteger(_ column: ColumnDefinition) -> Bool {
        column.type?.text.uppercased() == "INTEGER"
    }

    private static func isGenerated(_ column: ColumnDefinition) -> Bool {
        column.constraints.contains { constraint in
            if case .generated? = constraint.kind { true } else { false }
        }
    }
}
