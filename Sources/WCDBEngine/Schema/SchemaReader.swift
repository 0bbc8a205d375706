import WCDBSQL
import WCDBStorage

/// Makes schemas of what the catalog says, on demand.
struct SchemaReader {
    private let transaction: Transaction
    private let database: Int
    private let collations: CollationRegistry

    init(_ transaction: Transaction, database: Int, collations: CollationRegistry) {
        self.transaction = transaction
        self.database = database
        self.collations = collations
    }

    private func parse(_ entry: Catalog.Entry) throws(EngineError) -> Statement {
        do {
            return try Parser.statement(entry.sql ?? "")
        } catch {
            throw .malformedSchema(entry.name, reason: error.message)
        }
    }

    private func entry(_ name: String) throws(EngineError) -> Catalog.Entry? {
        return try stored { () throws(StorageError) in
            try Catalog(transaction).entry(named: name)
        }
    }

    private func members(_ name: String) throws(EngineError) -> [Catalog.Entry] {
        return try stored { () throws(StorageError) in
            try Catalog(transaction).entries(ofTable: name)
        }
    }

    func table(_ name: String) throws(EngineError) -> TableSchema? {
        guard let entry = try entry(name), entry.kind == .table else { return nil }
        guard case .createTable(let statement) = try parse(entry),
            case .columns(let definition) = statement.content
        else { throw .malformedSchema(entry.name) }
        let parts = try TableParts(
            definition, name: entry.name, text: entry.sql ?? "", collations: collations)
        let members = try members(name)
        var indexes: [IndexSchema] = []
        for member in members where member.kind == .index {
            if let index = try index(member, parts) { indexes.append(index) }
        }
        return TableSchema(
            parts, database: database, tree: entry.id, indexes: indexes,
            triggers: try triggers(among: members))
    }

    private func index(
        _ entry: Catalog.Entry, _ parts: TableParts
    ) throws(EngineError) -> IndexSchema? {
        guard entry.sql != nil else {
            // An automatic one: its number is that of the constraint.
            guard let number = entry.name.split(separator: "_").last.flatMap({ Int($0) }),
                number >= 1, number <= parts.automaticIndexes.count
            else { return nil }
            let automatic = parts.automaticIndexes[number - 1]
            return IndexSchema(
                tree: entry.id, name: entry.name, columns: automatic.columns, isUnique: true,
                conflict: automatic.conflict, origin: automatic.origin)
        }
        guard case .createIndex(let statement) = try parse(entry) else { return nil }
        return try makeIndex(statement, name: entry.name, tree: entry.id, parts)
    }

    func makeIndex(
        _ statement: CreateIndexStatement, name: String, tree: TreeID, _ parts: TableParts
    ) throws(EngineError) -> IndexSchema {
        var columns: [IndexColumn] = []
        for term in statement.columns { columns.append(try column(term, parts)) }
        return IndexSchema(
            tree: tree, name: name, columns: columns, isUnique: statement.isUnique,
            condition: statement.condition, origin: .created)
    }

    private func column(
        _ term: OrderingTerm, _ parts: TableParts
    ) throws(EngineError) -> IndexColumn {
        var expression = term.expression
        var collation: Collation?
        // The outermost COLLATE counts; a column under several is a column still.
        while case .collate(let node) = expression {
            let found = try collations.find(node.collation.text)
            collation = collation ?? found
            expression = node.operand
        }
        expression = expression.keyTerm
        let isDescending = term.direction == .descending
        if case .column(let reference) = expression {
            let name = reference.name.text
            if let index = parts.columns.firstIndex(where: { FoldedName.equal($0.name, name) }) {
                return IndexColumn(
                    content: .column(index),
                    key: KeyColumn(
                        collation: collation ?? parts.columns[index].collation,
                        isDescending: isDescending))
            }
            guard reference.name.mayBeString else { throw .error("no such column: \(name)") }
        }
        return IndexColumn(
            content: .expression(expression),
            key: KeyColumn(collation: collation ?? .binary, isDescending: isDescending))
    }

    /// The triggers of this database on the table or view of a name, the newest first.
    func triggers(of name: String) throws(EngineError) -> [TriggerSchema] {
        try triggers(among: members(name))
    }

    private func triggers(
        among members: [Catalog.Entry]
    ) throws(EngineError) -> [TriggerSchema] {
        var triggers: [TriggerSchema] = []
        for member in members.reversed() where member.kind == .trigger {
            guard case .createTrigger(let statement) = try parse(member) else { continue }
            triggers.append(
                TriggerSchema(database: database, name: member.name, statement: statement))
        }
        return triggers
    }

    func view(_ name: String) throws(EngineError) -> ViewSchema? {
        guard let entry = try entry(name), entry.kind == .view else { return nil }
        guard case .createView(let statement) = try parse(entry), let select = statement.select
        else { throw .malformedSchema(entry.name) }
        return ViewSchema(
            database: database, name: entry.name, columns: statement.columns.map(\.name.text),
            select: select, text: Array((entry.sql ?? "").utf8), triggers: try triggers(of: name))
    }
}
