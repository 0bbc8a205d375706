// CREATE TABLE and ALTER TABLE.

extension CreateTableStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !name.isEmpty, let content else { return }
        writer.write(isTemporary ? "CREATE TEMP TABLE " : "CREATE TABLE ")
        writer.writeNew(name, isTemporary: isTemporary, ifNotExists: ifNotExists)
        switch content {
        case .select(let select): writer.write(" AS ", select)
        case .columns(let definition): writer.write(definition)
        }
    }
}

extension SQLWriter {
    /// The name of what is made; what is temporary has no schema in its text.
    mutating func writeNew(_ name: QualifiedName, isTemporary: Bool, ifNotExists: Bool) {
        write("IF NOT EXISTS ", if: ifNotExists)
        isTemporary ? name.renderUnqualified(into: &self) : write(name)
    }
}

extension TableDefinition: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        // One that was left unfinished has no text.
        let constraints = constraints.filter { $0.kind != nil }
        writer.write("(")
        writer.writeList(columns)
        writer.write(", ", if: !columns.isEmpty && !constraints.isEmpty)
        writer.writeList(constraints)
        writer.write(")")
        writer.write(" WITHOUT ROWID", if: isWithoutRowid)
        writer.write(",", if: isWithoutRowid && isStrict)
        writer.write(" STRICT", if: isStrict)
    }
}

extension ColumnDefinition: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        writer.write(name)
        writer.write(" ", type)
        for constraint in constraints where constraint.kind != nil {
            writer.write(" ", constraint)
        }
    }
}

extension ColumnConstraint: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard let kind else { return }
        if let name {
            writer.write("CONSTRAINT ", name)
            writer.write(" ")
        }
        switch kind {
        case .primaryKey(let direction, let conflict, let isAutoIncrement):
            writer.write("PRIMARY KEY")
            writer.write(direction)
            writer.write(conflict, behind: " ON CONFLICT ")
            writer.write(" AUTOINCREMENT", if: isAutoIncrement)
        case .notNull(let conflict):
            writer.write("NOT NULL")
            writer.write(conflict, behind: " ON CONFLICT ")
        case .null(let conflict):
            writer.write("NULL")
            writer.write(conflict, behind: " ON CONFLICT ")
        case .unique(let conflict):
            writer.write("UNIQUE")
            writer.write(conflict, behind: " ON CONFLICT ")
        case .check(let condition, _): writer.writeCheck(condition)
        case .default(let value): writer.write("DEFAULT ", value)
        case .collate(let collation):
            writer.write("COLLATE ")
            collation.render(.function, into: &writer)
        case .references(let key): writer.write(key)
        case .generated(let expression, let storage):
            writer.write("GENERATED ALWAYS AS(", expression)
            writer.write(")")
            writer.write(" VIRTUAL", if: storage == .virtual)
            writer.write(" STORED", if: storage == .stored)
        case .unindexed: writer.write("UNINDEXED")
        }
    }
}

extension SQLWriter {
    fileprivate mutating func writeCheck(_ condition: Expression) {
        write("CHECK(", condition)
        write(")")
    }
}

extension DefaultValue: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        if isParenthesised { writer.write("(") }
        if case .column(let column) = expression, !isParenthesised, column.table == nil {
            // A word here is a name like others: words of joins are refused.
            column.name.render(.function, into: &writer)
        } else {
            writer.write(expression)
        }
        if isParenthesised { writer.write(")") }
    }
}

extension TableConstraint: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard let kind else { return }
        if let name {
            writer.write("CONSTRAINT ", name)
            writer.write(" ")
        }
        switch kind {
        case .primaryKey(let columns, let isAutoIncrement, let conflict):
            writer.write("PRIMARY KEY(")
            writer.writeList(columns)
            writer.write(" AUTOINCREMENT", if: isAutoIncrement)
            writer.write(")")
            writer.write(conflict, behind: " ON CONFLICT ")
        case .unique(let columns, let conflict):
            writer.write("UNIQUE")
            writer.writeParenthesised(columns)
            writer.write(conflict, behind: " ON CONFLICT ")
        case .check(let condition, let conflict, _):
            writer.writeCheck(condition)
            writer.write(conflict, behind: " ON CONFLICT ")
        case .foreignKey(let columns, let key):
            writer.write("FOREIGN KEY")
            writer.writeParenthesised(columns)
            writer.write(" ", key)
        }
    }
}

extension ForeignKey: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !table.isEmpty else { return }
        writer.write("REFERENCES ")
        table.render(.table, into: &writer)
        writer.writeGroup(columns)
        for rule in rules {
            switch rule {
            case .onDelete(let action): writer.write(" ON DELETE ", action)
            case .onUpdate(let action): writer.write(" ON UPDATE ", action)
            }
        }
        writer.write(" MATCH ", match)
        guard let deferral else { return }
        writer.write(deferral.isDeferrable ? " DEFERRABLE" : " NOT DEFERRABLE")
        writer.write(" INITIALLY DEFERRED", if: deferral.initially == .deferred)
        writer.write(" INITIALLY IMMEDIATE", if: deferral.initially == .immediate)
    }
}

extension ForeignKey.Action: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .setNull: writer.write("SET NULL")
        case .setDefault: writer.write("SET DEFAULT")
        case .cascade: writer.write("CASCADE")
        case .restrict: writer.write("RESTRICT")
        case .noAction: writer.write("NO ACTION")
        }
    }
}

extension AlterTableStatement: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        guard !table.isEmpty, let action else { return }
        writer.write("ALTER TABLE ", table)
        switch action {
        case .rename(let name):
            writer.write(" RENAME TO ")
            name.render(.table, into: &writer)
        case .renameColumn(let column, let name):
            writer.write(" RENAME COLUMN ", column)
            writer.write(" TO ", name)
        case .addColumn(let definition): writer.write(" ADD COLUMN ", definition)
        case .dropColumn(let column): writer.write(" DROP COLUMN ", column)
        }
    }
}
