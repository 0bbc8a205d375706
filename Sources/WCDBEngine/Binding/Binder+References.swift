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
            throw .noSuchTable(name)
        }
        return try ForeignReference(number, of: table, to: parent)
    }

    /// The foreign keys that refer to a table, of those that are of interest.
    func references(
        to table: TableSchema, where isOfInterest: (ReferringKey) -> Bool
    ) throws(EngineError) -> [ForeignReference] {
        var references: [ForeignReference] = []
        for key in try schema.referringKeys(to: table) where isOfInterest(key) {
            switch key.reference {
            case .success(let reference): references.append(reference)
            case .failure(let error): if firesTriggers { throw error }
            }
        }
        return references
    }
}
