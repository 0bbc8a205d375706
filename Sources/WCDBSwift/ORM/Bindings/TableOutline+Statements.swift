package import WCDBSQL

// The statements that create a table.

extension TableOutline {
    /// `CREATE TABLE IF NOT EXISTS …`
    package func createTable(_ table: String) -> CreateTableStatement {
        var statement = CreateTableStatement(QualifiedName(TableOutline.name(table)))
        statement.ifNotExists = true
        statement.content = .columns(TableDefinition(columns, constraints))
        return statement
    }

    /// `CREATE INDEX IF NOT EXISTS …` for each index, ordered by suffix.
    package func createIndexes(on table: String) -> [CreateIndexStatement] {
        let name = TableOutline.name(table)
        return indexes.sorted { $0.suffix < $1.suffix }.map { index in
            // The suffix goes inside of quotes that the caller put around the table.
            let indexName = Name(name.text + index.suffix, quoting: name.quoting)
            var statement = CreateIndexStatement(
                QualifiedName(indexName), on: name, index.columns)
            statement.isUnique = index.isUnique
            statement.ifNotExists = true
            return statement
        }
    }

    /// `CREATE VIRTUAL TABLE IF NOT EXISTS …`: the module's own arguments, then the columns.
    package func createVirtualTable(_ table: String) -> CreateVirtualTableStatement {
        let module = module ?? .empty
        let name = QualifiedName(TableOutline.name(table))
        var arguments = ModuleArguments(module: module.text)
        for argument in moduleArguments { arguments.append(argument.string) }
        for column in columns { arguments.append(column) }
        var statement = CreateVirtualTableStatement(name, using: module, arguments.all)
        statement.ifNotExists = true
        return statement
    }

    private static func name(_ table: String) -> Name {
        Name(anySpelling: table)
    }
}
