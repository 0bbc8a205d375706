// Definitions, and the changes that triggers make.

extension TableMentions {
    mutating func note(_ definition: Statement) {
        switch definition {
        case .createTable(let create): note(create)
        case .createIndex(let create):
            let isOwn = noteTarget(QualifiedName(create.table))
            within(frame(nil, create.table, isTable: isOwn)) { mentions in
                mentions.note(create.columns)
                mentions.note(create.condition)
            }
        case .createView(let create):
            if let select = create.select { note(select) }
        case .createTrigger(let create):
            noteTarget(create.table, isWatched: true)
            note(create.condition)
            for step in create.steps { note(step) }
        default: break
        }
    }

    // MARK: Tables

    private mutating func note(_ create: CreateTableStatement) {
        let isOwn = noteTarget(create.name)
        guard case .columns(let definition) = create.content else { return }
        within(frame(nil, create.name.name, isTable: isOwn)) { mentions in
            for column in definition.columns {
                for constraint in column.constraints { mentions.note(constraint) }
            }
            for constraint in definition.constraints { mentions.note(constraint) }
        }
    }

    private mutating func note(_ constraint: ColumnConstraint) {
        switch constraint.kind {
        case .check(let condition, _): note(condition)
        case .generated(let value, _): note(value)
        case .references(let key): noteTarget(QualifiedName(key.table))
        case .primaryKey, .notNull, .null, .unique, .default, .collate, .unindexed, nil: break
        }
    }

    private mutating func note(_ constraint: TableConstraint) {
        switch constraint.kind {
        case .primaryKey(let terms, _, _), .unique(let terms, _): note(terms)
        case .check(let condition, _, _): note(condition)
        case .foreignKey(_, let key): noteTarget(QualifiedName(key.table))
        case nil: break
        }
    }

    // MARK: Changes

    private mutating func note(_ step: CreateTriggerStatement.Step) {
        switch step {
        case .select(let select): note(select)
        case .insert(let insert): within(insert.with) { $0.note(insert) }
        case .update(let update): within(update.with) { $0.note(update) }
        case .delete(let delete): within(delete.with) { $0.note(delete) }
        }
    }

    private mutating func note(_ insert: InsertStatement) {
        let isTarget = noteTarget(insert.table)
        if case .select(let select) = insert.source { note(select) }
        within(frame(insert.alias, insert.table.name, isTable: isTarget)) { mentions in
            for upsert in insert.upserts {
                mentions.note(upsert.target)
                mentions.note(upsert.targetCondition)
                guard case .update(let assignments, let condition) = upsert.action else { continue }
                mentions.note(assignments)
                mentions.note(condition)
            }
            mentions.note(insert.returning)
        }
    }

    private mutating func note(_ update: UpdateStatement) {
        let isTarget = noteTarget(update.table.name)
        var visible = frame(update.table.alias, update.table.name.name, isTable: isTarget)
        if let from = update.from { visible += note(from) }
        within(visible) { mentions in
            mentions.note(update.assignments)
            if let from = update.from { mentions.noteConditions(of: from) }
            mentions.note(update.condition)
            mentions.note(update.returning)
            mentions.note(update.order)
            mentions.note(update.limit)
        }
    }

    private mutating func note(_ delete: DeleteStatement) {
        let isTarget = noteTarget(delete.table.name)
        within(frame(delete.table.alias, delete.table.name.name, isTable: isTarget)) { mentions in
            mentions.note(delete.condition)
            mentions.note(delete.returning)
            mentions.note(delete.order)
            mentions.note(delete.limit)
        }
    }

    private mutating func note(_ assignments: [Assignment]) {
        for assignment in assignments { note(assignment.value) }
    }
}
