import WCDBSQL

/// Foreign keys of tables, resolved.
extension Binder {
    /// A foreign key of a table; nil if it has no meaning and nobody minds, because the table is
    /// being dropped.
    func reference(
        _ number: Int, of table: TableSchema
    ) throws(EngineError) -> ForeignReference? {
        let target = table.foreignKeys[number].reference.table
        let database = schema.databaseName(table.database)
        let name = QualifiedName(target, schema: Name(database))
        guard let parent = try schema.table(name) else {
            if !firesTriggers { return nil }
            throw .error("no such table: \(database).\(target.text)")
        }
        return try ForeignReference(number, of: table, to: parent)
    }

    /// The foreign keys that refer to a table.
    func references(to table: TableSchema) throws(EngineError) -> [ForeignReference] {
        do throws(EngineError) {
            return try schema.references(to: table)
        } catch {
            if !firesTriggers { return [] }
            throw error
        }
    }
}
