import WCDBSQL
import WCDBStorage

/// One database of a connection: its store, the transaction that is open on it, and what is known
/// of its schema.
///
/// **Users.** One connection, one thread.
final class DatabaseFile {
    /// Its place among the databases of the connection.
    var number: Int
    let name: String
    let store: Store
    let isInMemory: Bool
    let transaction: Transaction
    private var cookie: UInt32 = .max
    /// The schema's cookie when the transaction began to write.
    @exclusivity(unchecked) var cookieBeforeWriting: UInt32 = 0
    private var tables: [String: TableSchema?] = [:]
    private var views: [String: ViewSchema?] = [:]
    /// What ANALYZE left behind, by folded names of tables; nil until somebody asks.
    var statistics: [String: TableStatistics]?
    var defaults: [ObjectIdentifier: [Int: Value]] = [:]
    /// The foreign keys that refer to a table.
    var references: [String: [ReferringKey]] = [:]

    init(
        number: Int, name: String, store: Store, isInMemory: Bool
    ) throws(StorageError) {
        self.number = number
        self.name = name
        self.store = store
        self.isInMemory = isInMemory
        transaction = try store.makeTransaction()
    }

    /// Whether it has the right to write, which the other one, of the same file, waits for.
    func holdsRight(to other: DatabaseFile) -> Bool {
        transaction.isWritable && store.isSameFile(as: other.store)
    }

    /// Forgets what was read when the schema is another one. Requires: a transaction.
    func refresh() {
        guard transaction.schemaCookie != cookie else { return }
        cookie = transaction.schemaCookie
        forget()
    }

    func forget() {
        tables.removeAll()
        views.removeAll()
        defaults.removeAll()
        references.removeAll()
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

    /// The catalog, as a table of its own. What has no tree shows none.
    private func masterTable(_ name: String) -> TableSchema? {
        let text = """
            CREATE TABLE sqlite_master(type TEXT, name TEXT, tbl_name TEXT, rootpage INT
            AS (CASE WHEN type IN ('view', 'trigger') THEN 0 ELSE rowid END), sql TEXT)
            """
        guard case .createTable(let create)? = try? Parser.statement(text),
            case .columns(let definition) = create.content,
            let parts = try? TableParts(
                definition, name: "sqlite_master", text: "", collations: CollationRegistry())
        else { return nil }
        return TableSchema(parts, database: number, tree: .catalog, indexes: [], triggers: [])
    }
}
