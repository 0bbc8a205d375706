import WCDBSQL
import WCDBStorage

/// One database of a connection: its store, the transaction that is open on it, and what is known
/// of its schema.
///
/// **Users.** One connection, one thread.
final class DatabaseFile {
    let number: Int
    let name: String
    let store: Store
    let transaction: Transaction
    private var cookie: UInt32 = .max
    private var tables: [String: TableSchema?] = [:]
    private var views: [String: ViewSchema?] = [:]
    /// What ANALYZE left behind, by folded names of tables; nil until somebody asks.
    var statistics: [String: TableStatistics]?
    var defaults: [ObjectIdentifier: [Int: Value]] = [:]

    init(number: Int, name: String, store: Store) throws(StorageError) {
        self.number = number
        self.name = name
        self.store = store
        transaction = try store.makeTransaction()
    }

    /// Forgets what was read when the schema is another one. Requires: a transaction.
    func refresh() {
        guard transaction.state.schemaCookie != cookie else { return }
        cookie = transaction.state.schemaCookie
        forget()
    }

    func forget() {
        tables.removeAll()
        views.removeAll()
        defaults.removeAll()
        statistics = nil
    }

    func table(
        _ name: String, collations: CollationRegistry
    ) throws(EngineError) -> TableSchema? {
        refresh()
        let folded = FoldedName.fold(name)
        if let known = tables[folded] { return known }
        let loaded: TableSchema?
        if isMaster(folded) {
            loaded = masterTable(folded)
        } else {
            loaded = try SchemaReader(transaction, database: number, collations: collations)
                .table(name)
        }
        tables[folded] = .some(loaded)
        return loaded
    }

    func view(_ name: String) throws(EngineError) -> ViewSchema? {
        refresh()
        let folded = FoldedName.fold(name)
        if let known = views[folded] { return known }
        let loaded = try SchemaReader(
            transaction, database: number, collations: CollationRegistry()
        ).view(name)
        views[folded] = .some(loaded)
        return loaded
    }

    private func isMaster(_ folded: String) -> Bool {
        folded == "sqlite_master" || folded == "sqlite_schema"
            || (number == 1 && (folded == "sqlite_temp_master" || folded == "sqlite_temp_schema"))
    }

    /// The catalog, as a table of its own.
    private func masterTable(_ name: String) -> TableSchema? {
        let columns = [
            ("type", "TEXT"), ("name", "TEXT"), ("tbl_name", "TEXT"), ("rootpage", "INT"),
            ("sql", "TEXT"),
        ].map { ColumnDefinition(ColumnReference(Name($0.0)), TypeName($0.1)) }
        guard
            let parts = try? TableParts(
                TableDefinition(columns), name: name, text: "",
                collations: CollationRegistry())
        else { return nil }
        return TableSchema(parts, database: number, tree: .catalog, indexes: [], triggers: [])
    }
}
