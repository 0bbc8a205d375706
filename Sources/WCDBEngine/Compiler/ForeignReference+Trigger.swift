import WCDBSQL

/// ON DELETE and ON UPDATE: what becomes of the rows that refer to a row.
extension ForeignReference {
    /// The rule as a trigger of the parent.
    func trigger(_ action: ForeignKey.Action, isUpdate: Bool) -> TriggerSchema {
        var statement = CreateTriggerStatement(
            "", .after, isUpdate ? .update(of: []) : .delete,
            on: QualifiedName(Name(parent.name)))
        var condition: Expression?
        var assignments: [Assignment] = []
        for (index, name) in childNames.enumerated() {
            let parentName = Name(parentNames[index])
            // The parent's column comes first: its affinity and collation decide.
            let term = Expression.binary(
                .equal, .column(ColumnReference(parentName, table: "old")),
                .column(ColumnReference(Name(name))))
            condition = condition.map { .binary(.and, $0, term) } ?? term
            let value: Expression =
                switch action {
                case .cascade: .column(ColumnReference(parentName, table: "new"))
                case .setDefault: defaultValue(index)
                case .setNull, .restrict, .noAction: .null
                }
            assignments.append(Assignment([ColumnReference(Name(name))], value))
        }
        let table = TableReference(QualifiedName(Name(child.name)))
        if action == .cascade, !isUpdate {
            var delete = DeleteStatement(from: table)
            delete.condition = condition
            statement.steps = [.delete(delete)]
        } else {
            var update = UpdateStatement(table)
            update.conflict = .abort
            update.assignments = assignments
            update.condition = condition
            statement.steps = [.update(update)]
        }
        return TriggerSchema(
            database: child.database,
            name: "foreign key \(number) of \(child.name) \(isUpdate ? "update" : "delete")",
            statement: statement)
    }

    private func defaultValue(_ index: Int) -> Expression {
        // A column that is the rowid has no place in the row. Its default counts here, although an
        // INSERT never takes it.
        let place = childColumns[index]
        guard let column = place >= 0 ? place : child.rowidColumn else { return .null }
        return child.columns[column].defaultValue?.expression ?? .null
    }
}
