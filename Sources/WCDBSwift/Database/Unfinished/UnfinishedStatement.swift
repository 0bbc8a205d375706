import WCDBSQL

/// Finds out what a statement that a builder left unfinished is missing, and what it says that SQL
/// has no words for.
///
/// The engine would find out most of it too, but it speaks of SQL text that nobody wrote, and looks
/// only at what it computes: a query of WITH that nobody reads would go through.
enum UnfinishedStatement {
    /// Why a statement cannot be run; nil if it can, as far as its tree tells.
    static func refusal(of tree: StatementTree) -> String? {
        missingPart(of: tree).map {
            // The engine says so of text, too.
            $0 == TreeExtent.refusal ? $0 : "Invalid statement: \($0)"
        }
    }

    /// A sentence on what is missing; nil if nothing is.
    private static func missingPart(of tree: StatementTree) -> String? {
        missingClause(of: tree) ?? unreadable(tree)
    }

    /// A definition is kept as text: one that could not be read again must not get into a file.
    private static func unreadable(_ tree: StatementTree) -> String? {
        switch tree {
        case .createTable, .createIndex, .createView, .createTrigger, .alterTable:
            do {
                _ = try Parser.statement(tree.sql)
                return nil
            } catch {
                return error.message
            }
        default: return nil
        }
    }

    private static func missingClause(of tree: StatementTree) -> String? {
        switch tree {
        case .select(let select): missing(select, "SELECT")
        case .insert(let insert): missing(insert)
        case .update(let update): missing(update)
        case .delete(let delete): missing(delete)
        case .createTable(let create): missing(create)
        case .createIndex(let create): missing(create)
        case .createView(let create): missing(create)
        case .createTrigger(let create): missing(create)
        case .createVirtualTable(let create):
            if create.name.isEmpty {
                "CREATE VIRTUAL TABLE has no name"
            } else {
                create.module.isEmpty ? "CREATE VIRTUAL TABLE has no module" : nil
            }
        case .alterTable(let alter): missing(alter)
        case .drop(let drop):
            drop.name.isEmpty ? "DROP has no name of what to drop" : unsayable(drop.name)
        case .pragma(let pragma): missing(pragma)
        case .attach(let attach): missing(attach)
        case .transaction(let transaction): missing(transaction)
        case .explain(let explain):
            explain.statement.map { missingPart(of: $0) } ?? "EXPLAIN has no statement"
        case .detach(let detach): missing(detach.schema)
        case .upkeep(let upkeep): unsayable(upkeep)
        }
    }

    // MARK: Changes

    static func missing(_ insert: InsertStatement) -> String? {
        if insert.table.isEmpty { return "INSERT has no table" }
        if let part = unsayable(insert.table) ?? unsayable(insert.alias) { return part }
        switch insert.source {
        case nil: return "INSERT has no values"
        case .select(let select):
            if let part = missing(select, "the source of INSERT") { return part }
        case .defaultValues:
            if !insert.upserts.isEmpty { return "INSERT of DEFAULT VALUES takes no ON CONFLICT" }
        }
        return misnamed(insert.columns, "INSERT") ?? missing(insert.upserts)
            ?? missing(results: insert.returning) ?? missing(insert.with)
    }

    private static func missing(_ upserts: [UpsertTree]) -> String? {
        for upsert in upserts {
            if let part = missing(upsert.target) ?? missing(upsert.targetCondition) { return part }
            switch upsert.action {
            case nil: return "ON CONFLICT has no action, or a column has no value"
            case .update(let assignments, let condition):
                if assignments.isEmpty { return "DO UPDATE sets no column" }
                let part = missing(assignments, "DO UPDATE") ?? missing(condition)
                if let part { return part }
            case .nothing: break
            }
        }
        return nil
    }

    private static func missing(_ assignments: [Assignment], _ place: String) -> String? {
        for assignment in assignments {
            let part = misnamed(assignment.columns, place) ?? missing(assignment.value)
            if let part { return part }
        }
        return nil
    }

    static func missing(_ update: UpdateStatement) -> String? {
        if update.table.name.isEmpty { return "UPDATE has no table" }
        if update.assignments.isEmpty { return "UPDATE sets no column" }
        if update.limit == nil, !update.order.isEmpty { return "ORDER BY without LIMIT on UPDATE" }
        return unsayable(update.table) ?? missing(update.assignments, "UPDATE")
            ?? missing(update.from) ?? missing(update.condition) ?? missing(
                results: update.returning)
            ?? missing(update.order) ?? missing(update.limit) ?? missing(update.with)
    }

    static func missing(_ delete: DeleteStatement) -> String? {
        if delete.table.name.isEmpty { return "DELETE has no table" }
        if delete.limit == nil, !delete.order.isEmpty { return "ORDER BY without LIMIT on DELETE" }
        return unsayable(delete.table) ?? missing(delete.condition)
            ?? missing(results: delete.returning) ?? missing(delete.order) ?? missing(delete.limit)
            ?? missing(delete.with)
    }

    // MARK: Control

    private static func missing(_ attach: AttachStatement) -> String? {
        // A file that renders as nothing: an empty name, an expression that was left unfinished.
        guard let file = attach.file, !file.sql.isEmpty else { return "ATTACH has no file" }
        if let part = missing(file) { return part }
        guard case .column(let schema) = attach.schema, schema.name.isEmpty else {
            return missing(attach.schema)
        }
        return "ATTACH has no schema"
    }

    private static func missing(_ pragma: PragmaStatement) -> String? {
        if pragma.name.isEmpty { return "PRAGMA has no name" }
        if let part = unsayable(pragma.name) { return part }
        switch pragma.argument {
        case .assigned(.literal(.null)), .called(.literal(.null)), .assigned(.literal(.blob)),
            .called(.literal(.blob)):
            return "PRAGMA takes a number, a text or a word"
        case nil, .assigned, .called: return nil
        }
    }

    private static func missing(_ transaction: TransactionStatement) -> String? {
        switch transaction {
        case .savepoint(let name): name.isEmpty ? "SAVEPOINT has no name" : unsayable(name)
        case .release(let name): name.isEmpty ? "RELEASE has no name" : unsayable(name)
        case .rollback(let name):
            name?.isEmpty == true ? "ROLLBACK TO has no name" : unsayable(name)
        case .begin, .commit: nil
        }
    }
}
