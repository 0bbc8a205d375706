import WCDBSQL

/// A row as triggers see it: its rowid in a register, the columns in those behind it.
struct TriggerRow {
    var rowid: Int
    var isThere: Bool { rowid >= 0 }
    static let none = TriggerRow(rowid: -1)
}

/// What happens to a row, and where the code goes on if a trigger says to leave it.
struct TriggerEvent {
    enum Change { case insert, update, delete }

    var change: Change
    var old = TriggerRow.none
    var new = TriggerRow.none
    /// The columns that an UPDATE names.
    var columns: [Int] = []
    var conflict: ConflictAction?
    var skip: ProgramBuilder.Label
}

extension TriggerTarget {
    func has(
        _ timing: CreateTriggerStatement.Timing, _ change: TriggerEvent.Change
    ) -> Bool {
        triggers.contains { trigger in
            guard (trigger.statement.timing ?? .before) == timing else { return false }
            return switch (trigger.statement.event, change) {
            case (.insert, .insert), (.delete, .delete), (.update, .update): true
            default: false
            }
        }
    }

    func fires(
        _ statement: CreateTriggerStatement, _ timing: CreateTriggerStatement.Timing,
        _ event: TriggerEvent
    ) -> Bool {
        guard (statement.timing ?? .before) == timing else { return false }
        return statement.watches(event.change) { name in
            let column = columns.firstIndex { FoldedName.equal($0.name, name) }
            if let column, column != rowidColumn { return event.columns.contains(column) }
            // The rowid has several names, whatever an UPDATE calls it.
            return (column != nil || FoldedName.isRowid(name))
                && event.columns.contains { $0 < 0 || $0 == rowidColumn }
        }
    }
}

extension TriggerCall {
    convenience init(
        _ trigger: TriggerSchema, _ target: TriggerTarget, _ event: TriggerEvent, mayRecurse: Bool
    ) {
        self.init(
            trigger, target, conflict: event.conflict, hasOld: event.old.isThere,
            hasNew: event.new.isThere, mayRecurse: mayRecurse)
    }
}
