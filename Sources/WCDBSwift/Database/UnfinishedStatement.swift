import WCDBSQL

/// Finds out what a statement that a builder left unfinished is missing.
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
        case .delete(let delete):
            delete.table.name.isEmpty ? "DELETE has no table" : nil
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
        case .attach(let attach): attach.file == nil ? "ATTACH has no file" : nil
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
        return nil
    }

    private static func missing(_ insert: InsertStatement) -> String? {
        if insert.table.isEmpty { return "INSERT has no table" }
        switch insert.source {
        case nil: return "INSERT has no values"
        case .select(let select): return missing(select, "the source of INSERT")
        case .defaultValues: return nil
        }
    }

    private static func missing(_ update: UpdateStatement) -> String? {
        if update.table.name.isEmpty { return "UPDATE has no table" }
        return update.assignments.isEmpty ? "UPDATE sets no column" : nil
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
        return create.steps.isEmpty ? "CREATE TRIGGER has nothing to execute" : nil
    }

    private static func missing(_ transaction: TransactionStatement) -> String? {
        switch transaction {
        case .savepoint(let name): name.isEmpty ? "SAVEPOINT has no name" : nil
        case .release(let name): name.isEmpty ? "RELEASE has no name" : nil
        case .begin, .commit, .rollback: nil
        }
    }
}
