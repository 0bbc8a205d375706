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
    /// How its commits are made durable.
    @exclusivity(unchecked) var syncLevel: SyncLevel
    @exclusivity(unchecked) private var cookie: UInt32 = .max
    /// The schema's cookie when the transaction began to write.
    @exclusivity(unchecked) var cookieBeforeWriting: UInt32 = 0
    /// What names stand for, folded, as far as somebody asked.
    @exclusivity(unchecked) private var relations: [SQLText: Relation] = [:]
    /// Those of some that were asked for lately, in front of the others.
    @exclusivity(unchecked) private var recent: [(name: String, relation: Relation)] = []
    @exclusivity(unchecked) private var recentCounts: [(tree: TreeID, count: Double)] = []
    /// What ANALYZE left behind, by folded names of tables; nil until somebody asks.
    @exclusivity(unchecked) var statistics: [SQLText: TableStatistics]?
    /// How many rows trees have, in the commit of this number.
    @exclusivity(unchecked) private var rowCounts: [TreeID: Double] = [:]
    @exclusivity(unchecked) private var countedCommit: UInt64 = 0
    var defaults: [ObjectIdentifier: [Int: Value]] = [:]
    /// The foreign keys that refer to a table.
    var references: [SQLText: [ReferringKey]] = [:]

    /// What a name may stand for in a query.
    enum Relation {
        case table(TableSchema)
        case view(ViewSchema)
        case none
    }

    init(
        number: Int, name: String, store: Store, isInMemory: Bool, syncLevel: SyncLevel
    ) throws(StorageError) {
        self.number = number
        self.name = name
        self.store = store
        self.isInMemory = isInMemory
        self.syncLevel = syncLevel
        transaction = try store.makeTransaction()
    }

    /// Whether it has the right to write, which the other one, of the same file, waits for.
    func holdsRight(to other: DatabaseFile) -> Bool {
        transaction.isWritable && store.isSameFile(as: other.store)
    }

    /// Nothing was ever defined in it: so it is with the temporary one mostly.
    var isUnused: Bool { isTemporary && transaction.schemaCookie == 0 }

    /// Forgets what was read when the schema is another one. Requires: a transaction.
    func refresh() {
        guard transaction.schemaCookie != cookie else { return }
        cookie = transaction.schemaCookie
        forget()
    }

    func forget() {
        relations.removeAll()
        recent.removeAll()
        rowCounts.removeAll()
        recentCounts.removeAll()
        defaults.removeAll()
        references.removeAll()
        statistics = nil
    }

    /// What a name, which is folded, stands for.
    func relation(
        _ folded: String, collations: CollationRegistry
    ) throws(EngineError) -> Relation {
        refresh()
        for index in recent.indices where SQLText.areIdentical(recent[index].name, folded) {
            return recent[index].relation
        }
        let key = SQLText(folded)
        let relation: Relation
        if let known = relations[key] {
            relation = known
        } else {
            relation = try load(folded, collations)
            relations[key] = relation
        }
        // Of longer names two are hardly ever the same memory.
        if folded.utf8.count <= 15 {
            if recent.count == DatabaseFile.recentCount { recent.removeFirst() }
            recent.append((folded, relation))
        }
        return relation
    }

    /// So many names are looked through faster than they are hashed.
    private static var recentCount: Int { 8 }
    /// Rows of a table that cannot be counted.
    private static var usualCount: Double { 100 }

    func table(
        _ name: String, collations: CollationRegistry
    ) throws(EngineError) -> TableSchema? {
        let relation = try relation(FoldedName.fold(name), collations: collations)
        guard case .table(let table) = relation else { return nil }
        return table
    }

    private func load(
        _ folded: String, _ collations: CollationRegistry
    ) throws(EngineError) -> Relation {
        if isMaster(folded) { return masterTable(folded).map { .table($0) } ?? .none }
        let reader = SchemaReader(transaction, database: number, collations: collations)
        if let table = try reader.table(folded) { return .table(table) }
        return try reader.view(folded).map { .view($0) } ?? .none
    }

    /// How many rows a tree of rows has; what is only committed is counted once.
    func rowCount(of tree: TreeID) -> Double {
        let isSettled = !transaction.isWritable
        if isSettled {
            if countedCommit != transaction.state.lsn {
                rowCounts.removeAll(keepingCapacity: true)
                recentCounts.removeAll(keepingCapacity: true)
                countedCommit = transaction.state.lsn
            }
            for index in recentCounts.indices where recentCounts[index].tree == tree {
                return recentCounts[index].count
            }
            if let known = rowCounts[tree] { return known }
        }
        // Only costs are judged by it: what is wrong with the tree, whoever reads it will say.
        guard let count = try? transaction.rowidTree(tree).count() else {
            return DatabaseFile.usualCount
        }
        if isSettled {
            rowCounts[tree] = Double(count)
            if recentCounts.count < DatabaseFile.recentCount {
                recentCounts.append((tree, Double(count)))
            }
        }
        return Double(count)
    }

    private func isMaster(_ folded: String) -> Bool {
        folded == "sqlite_master" || folded == "sqlite_schema"
            || (isTemporary && (folded == "sqlite_temp_master" || folded == "sqlite_temp_schema"))
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
