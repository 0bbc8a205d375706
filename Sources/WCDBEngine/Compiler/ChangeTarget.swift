import WCDBSQL
import WCDBStorage

/// What a statement changes: a table, or a view whose INSTEAD OF triggers do it.
enum ChangeTarget {
    case table(TableSchema)
    case view(ViewSchema)
}

extension Compiler {
    /// The table or view that a statement names, with everything that forbids to change it.
    func changeTarget(
        _ name: QualifiedName, _ change: TriggerEvent.Change,
        assignments: [Assignment] = [],
        _ binder: Binder
    ) throws(EngineError) -> ChangeTarget {
        let full = try binder.qualified(name)
        if let table = try binder.schema.table(full) {
            if table.refusesChanges { throw .error("table \(table.name) may not be modified") }
            return .table(table)
        }
        guard let view = try binder.schema.view(full) else {
            throw .noSuchTable(full)
        }
        let names = assignments.flatMap { $0.columns.map(\.name.text) }
        let isWatched = try binder.triggers(of: view).contains {
            $0.statement.timing == .insteadOf
                && $0.statement.watches(change) { name in
                    names.contains { FoldedName.equal($0, name) }
                }
        }
        guard isWatched || binder.looksAtNamesOnly else {
            throw .error("cannot modify \(view.name) because it is a view")
        }
        return .view(view)
    }
}

extension CreateTriggerStatement {
    /// Whether it is set off by a change. `changes`: whether an UPDATE changes a column.
    func watches(_ change: TriggerEvent.Change, _ changes: (String) -> Bool) -> Bool {
        switch (event, change) {
        case (.insert, .insert), (.delete, .delete): return true
        case (.update(let watched), .update):
            return watched.isEmpty || watched.contains { changes($0.name.text) }
        default: return false
        }
    }
}
