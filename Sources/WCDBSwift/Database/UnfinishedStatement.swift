import WCDBSQL

/// Finds out what a statement that a builder left unfinished is missing, and what it says that SQL
/// has no words for.
///
/// The engine would find out too, but it speaks of SQL text that nobody wrote.
enum UnfinishedStatement {
    /// A sentence on what is missing; nil if nothing is.
    static func missingPart(of tree: StatementTree) -> String? {
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
        case .createView(let create):
            if create.name.isEmpty {
                "CREATE VIEW has no name"
            } else {
                create.select.map { missing($0, "CREATE VIEW") } ?? "CREATE VIEW has no query"
            }
        case .createTrigger(let create): missing(create)
        case .createVirtualTable(let create):
            if create.name.isEmpty {
                "CREATE VIRTUAL TABLE has no name"
            } else {
                create.module.isEmpty ? "CREATE VIRTUAL TABLE has no module" : nil
            }
        case .alterTable(let alter):
            if alter.table.isEmpty {
                "ALTER TABLE has no table"
            } else {
                alter.action == nil ? "ALTER TABLE has nothing to change" : nil
            }
        case .drop(let drop):
            drop.name.isEmpty ? "DROP has no name of what to drop" : nil
        case .pragma(let pragma): pragma.name.isEmpty ? "PRAGMA has no name" : nil
        case .attach(let attach): missing(attach)
        case .transaction(let transaction): missing(transaction)
        case .explain(let explain):
            explain.statement.map { missingPart(of: $0) } ?? "EXPLAIN has no statement"
        case .detach, .upkeep: nil
        }
    }

    private static func missing(_ select: SelectStatement, _ place: String) -> String? {
        guard select.isFinished else { return "\(place) has no result columns" }
        for compound in select.compounds {
            if case .select(let body) = compound.core, body.results.isEmpty {
                return "the query behind a compound operator has no result columns"
            }
        }
        return missing(select.with)
    }

    /// A table that nobody reads needs its query all the same: the text of WITH has a hole there.
    private static func missing(_ with: WithClause?) -> String? {
        for table in with?.tables ?? [] {
            if table.name.isEmpty { return "a table of WITH has no name" }
            let place = "table \(table.name.text) of WITH"
            guard let query = table.query else { return "\(place) has no query" }
            if let part = missing(query.select, place) { return part }
        }
        return nil
    }

    private static func missing(_ insert: InsertStatement) -> String? {
        if insert.table.isEmpty { return "INSERT has no table" }
        switch insert.source {
        case nil: return "INSERT has no values"
        case .select(let select):
            if let part = missing(select, "the source of INSERT") { return part }
        case .defaultValues: break
        }
        return misnamed(insert.columns, "INSERT") ?? missing(insert.upserts)
            ?? missing(insert.with)
    }

    private static func missing(_ upserts: [UpsertTree]) -> String? {
        for upsert in upserts {
            switch upsert.action {
            case nil: return "ON CONFLICT has no action, or a column has no value"
            case .update(let assignments, _):
                if assignments.isEmpty { return "DO UPDATE sets no column" }
                if let part = misnamed(assignments.flatMap(\.columns), "DO UPDATE") { return part }
            case .nothing: break
            }
        }
        return nil
    }

    private static func missing(_ update: UpdateStatement) -> String? {
        if update.table.name.isEmpty { return "UPDATE has no table" }
        if update.assignments.isEmpty { return "UPDATE sets no column" }
        if update.limit == nil, !update.order.isEmpty { return "ORDER BY without LIMIT on UPDATE" }
        return misnamed(update.assignments.flatMap(\.columns), "UPDATE") ?? missing(update.with)
    }

    /// What is stored into is a column of the one table: SQL has no other name for it.
    private static func misnamed(_ columns: [ColumnReference], _ place: String) -> String? {
        columns.first { $0.table != nil }.map {
            "\(place) names the column \($0.sql) with its table"
        }
    }

    private static func missing(_ delete: DeleteStatement) -> String? {
        if delete.table.name.isEmpty { return "DELETE has no table" }
        if delete.limit == nil, !delete.order.isEmpty { return "ORDER BY without LIMIT on DELETE" }
        return missing(delete.with)
    }

    private static func missing(_ attach: AttachStatement) -> String? {
        if attach.file == nil { return "ATTACH has no file" }
        guard case .column(let schema) = attach.schema, schema.name.isEmpty else { return nil }
        return "ATTACH has no schema"
    }

    private static func missing(_ create: CreateTableStatement) -> String? {
        if create.name.isEmpty { return "CREATE TABLE has no name" }
        switch create.content {
        case nil: return "CREATE TABLE has no columns"
        case .columns(let definition):
            return definition.columns.isEmpty ? "CREATE TABLE has no columns" : nil
        case .select(let select): return missing(select, "the query of CREATE TABLE")
        }
    }

    private static func missing(_ create: CreateIndexStatement) -> String? {
        if create.name.isEmpty { return "CREATE INDEX has no name" }
        if create.table.isEmpty { return "CREATE INDEX has no table" }
        return create.columns.isEmpty ? "CREATE INDEX has no columns" : nil
    }

    private static func missing(_ create: CreateTriggerStatement) -> String? {
        if create.name.isEmpty { return "CREATE TRIGGER has no name" }
        if create.event == nil { return "CREATE TRIGGER has no event" }
        if create.table.isEmpty { return "CREATE TRIGGER has no table" }
        if create.steps.isEmpty { return "CREATE TRIGGER has nothing to execute" }
        for step in create.steps {
            if let part = missing(step) { return "in CREATE TRIGGER, " + part }
        }
        return nil
    }

    private static func missing(_ step: CreateTriggerStatement.Step) -> String? {
        switch step {
        case .insert(let insert): missing(insert)
        case .update(let update):
            update.table.name.isEmpty
                ? "UPDATE has no table, or does not pair columns and values" : missing(update)
        case .delete(let delete): missing(delete)
        case .select(let select): missing(select, "SELECT")
        }
    }

    private static func missing(_ transaction: TransactionStatement) -> String? {
        switch transaction {
        case .savepoint(let name): name.isEmpty ? "SAVEPOINT has no name" : nil
        case .release(let name): name.isEmpty ? "RELEASE has no name" : nil
        case .begin, .commit, .rollback: nil
        }
    }
}
