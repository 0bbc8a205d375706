import WCDBEngine
import WCDBSQL

extension PooledConnection {
    /// A statement is over: notes what it changed, and tells it when that is committed.
    func noteChanges(of statement: CompiledStatement) {
        if let tree = statement.tree {
            switch tree {
            case .insert, .update, .delete:
                pendingChanges.tables.formUnion(statement.usedTables)
            case .transaction(.rollback(to: nil)): pendingChanges = TableChanges()
            default: if tree.mayWrite { pendingChanges.isSchemaChanged = true }
            }
        }
        guard !isInTransaction, !pendingChanges.isEmpty else { return }
        let changes = pendingChanges
        pendingChanges = TableChanges()
        core.observers.tell(changes)
    }
}

extension CompiledStatement {
    /// The tables that the program reads or changes, in lower case.
    var usedTables: Set<String> {
        Set((prepared?.program?.tables ?? []).map { $0.name.lowercased() })
    }
}
