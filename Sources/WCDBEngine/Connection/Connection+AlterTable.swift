import WCDBSQL
import WCDBStorage

/// ALTER TABLE: which table is meant, and whether it may be altered at all.
extension Connection {
    func run(_ alter: AlterTableStatement, text: [UInt8]?) throws(EngineError) {
        guard let action = alter.action else { throw .error("near \";\": syntax error") }
        let table = try alterable(alter.table, action)
        let database = databases[table.database]
        let entry = try stored { () throws(StorageError) in
            try Catalog(database.transaction).entry(table.tree)
        }
        guard let entry else { throw .noSuchTable(named: table.name) }
        switch action {
        case .addColumn(let column):
            try addColumn(column, to: table, entry, text: text)
        case .rename(let name): try rename(entry, to: name.text, database)
        case .renameColumn(let column, let new):
            try rename(column.name, of: table, to: new.name, database)
        case .dropColumn(let column): try drop(column.name, of: table, entry, database)
        }
        database.forget()
    }

    private func alterable(
        _ name: QualifiedName, _ action: AlterTableStatement.Action
    ) throws(EngineError) -> TableSchema {
        _ = try database(name.schema)
        guard let table = try table(name) else {
            guard let view = try view(name) else {
                throw .noSuchTable(name)
            }
            switch action {
            case .addColumn: throw .error("Cannot add a column to a view")
            case .renameColumn:
                throw .error("cannot rename columns of view \"\(view.name)\"")
            case .dropColumn: throw .error("cannot drop column from view \"\(view.name)\"")
            case .rename: throw .error("view \(view.name) may not be altered")
            }
        }
        guard table.tree != .catalog else {
            throw .error("table sqlite_master may not be altered")
        }
        guard !FoldedName.fold(table.name).hasPrefix("sqlite_") else {
            throw .error("table \(table.name) may not be altered")
        }
        return table
    }
}
