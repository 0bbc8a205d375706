import WCDBSQL

// Definitions of tables, indexes, views and triggers. They are kept as text, so what the text does
// not say would be lost for ever.

extension UnfinishedStatement {
    static func missing(_ create: CreateTableStatement) -> String? {
        if create.name.isEmpty { return "CREATE TABLE has no name" }
        switch create.content {
        case nil: return "CREATE TABLE has no columns"
        case .columns(let definition):
            if definition.columns.isEmpty { return "CREATE TABLE has no columns" }
            for column in definition.columns {
                if let part = missing(column) { return part }
            }
            for constraint in definition.constraints {
                if let part = missing(constraint) { return part }
            }
            return nil
        case .select(let select): return missing(select, "the query of CREATE TABLE")
        }
    }

    static func missing(_ alter: AlterTableStatement) -> String? {
        if alter.table.isEmpty { return "ALTER TABLE has no table" }
        switch alter.action {
        case nil: return "ALTER TABLE has nothing to change"
        case .rename(let name): return name.isEmpty ? "RENAME TO has no name" : nil
        case .renameColumn(let column, let other):
            return misnamed([column, other], "RENAME COLUMN")
        case .dropColumn(let column): return misnamed([column], "DROP COLUMN")
        case .addColumn(let column): return missing(column)
        }
    }

    private static func missing(_ column: ColumnDefinition) -> String? {
        if column.name.name.isEmpty { return "a column has no name" }
        for constraint in column.constraints {
            let place = "column \(column.name.name.text)"
            if constraint.name?.isEmpty == true {
                return "a constraint of \(place) has an empty name"
            }
            if let part = missing(constraint, place) { return part }
        }
        return nil
    }

    private static func missing(_ constraint: ColumnConstraintTree, _ place: String) -> String? {
        switch constraint.kind {
        case nil: "a constraint of \(place) demands nothing"
        case .primaryKey, .notNull, .null, .unique, .unindexed: nil
        case .check(let condition, _): missing(condition)
        case .default(let value): missing(default: value)
        case .collate(let name): name.isEmpty ? "the collation of \(place) has no name" : nil
        case .references(let key): missing(key, place)
        case .generated(let expression, _): missing(expression)
        }
    }

    /// A word is a column here, and means a string.
    private static func missing(default value: DefaultValue) -> String? {
        missing(value.expression)
    }

    private static func missing(_ key: ForeignKeyTree, _ place: String) -> String? {
        key.table.isEmpty
            ? "the foreign key of \(place) has no table" : misnamed(key.columns, "REFERENCES")
    }

    private static func missing(_ constraint: TableConstraintTree) -> String? {
        if constraint.name?.isEmpty == true { return "a constraint of the table has an empty name" }
        switch constraint.kind {
        case nil: return "a constraint of the table demands nothing"
        case .primaryKey(let terms, _, _):
            return terms.isEmpty ? "PRIMARY KEY has no columns" : missing(terms)
        case .unique(let terms, _): return terms.isEmpty ? "UNIQUE has no columns" : missing(terms)
        case .check(let condition, _, _): return missing(condition)
        case .foreignKey(let columns, let key):
            if columns.isEmpty { return "FOREIGN KEY has no columns" }
            return misnamed(columns, "FOREIGN KEY") ?? missing(key, "the table")
        }
    }

    static func missing(_ create: CreateIndexStatement) -> String? {
        if create.name.isEmpty { return "CREATE INDEX has no name" }
        if create.table.isEmpty { return "CREATE INDEX has no table" }
        if create.columns.isEmpty { return "CREATE INDEX has no columns" }
        return missing(create.columns) ?? missing(create.condition)
    }

    static func missing(_ create: CreateViewStatement) -> String? {
        if create.name.isEmpty { return "CREATE VIEW has no name" }
        guard let select = create.select else { return "CREATE VIEW has no query" }
        return misnamed(create.columns, "CREATE VIEW") ?? missing(select, "CREATE VIEW")
    }

    static func missing(_ create: CreateTriggerStatement) -> String? {
        if create.name.isEmpty { return "CREATE TRIGGER has no name" }
        if create.event == nil { return "CREATE TRIGGER has no event" }
        if create.table.isEmpty { return "CREATE TRIGGER has no table" }
        if create.steps.isEmpty { return "CREATE TRIGGER has nothing to execute" }
        if case .update(let columns) = create.event,
            let part = misnamed(columns, "UPDATE OF")
        {
            return part
        }
        if let part = missing(create.condition) { return part }
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
}
