import WCDBEngine
import WCDBSQL

// What becomes of a statement: levels that are gone, and changes that observers hear of when they
// are committed.

extension PooledConnection {
    /// A statement has done what it does; rows may be left to be read.
    @inline(__always)
    func statementDone(_ statement: CompiledStatement) {
        if !engine.isAutocommit {
            if level == 0 { noteBeginning() }
        } else if level != 0 {
            if case .transaction? = statement.tree {} else { noteLoss() }
            forgetLevels()
        }
        if ChangeObservers.areActive, engine.hasAttached { noteChangesElsewhere(of: statement) }
        if core.observers.isActive {
            noteChanges(of: statement)
        } else if !engine.isAutocommit {
            if statement.isWriting { noteUnheardChanges() }
        } else if hasUnheardChanges || !pendingChanges.isEmpty {
            forgetChanges()
        }
        if closesGaps, let tree = statement.tree { closeGaps(after: tree) }
    }

    /// A statement was refused, or stopped halfway. The conflict clause FAIL keeps what it had
    /// changed by then; ROLLBACK, and a failure that leaves no choice, end the transaction.
    func statementFailed(_ statement: CompiledStatement, changesBefore: Int64) {
        let isKept = statement.isWriting && engine.totalChangeCount != changesBefore
        if isKept { return statementDone(statement) }
        guard engine.isAutocommit else { return }
        if level != 0 { noteLoss() }
        forgetLevels()
        forgetChanges()
    }

    private func noteLoss() {
        losses += 1
        core.pool.noteLoss(of: self)
    }

    /// Notes what a statement changed, and tells it if that is committed.
    private func noteChanges(of statement: CompiledStatement) {
        if let tree = statement.tree {
            switch tree {
            case .insert, .update, .delete:
                pendingChanges.tables.formUnion(statement.usedTables)
            case .transaction(.rollback(to: nil)): forgetChanges()
            default: if statement.isWriting { pendingChanges.isSchemaChanged = true }
            }
        }
        if hasUnheardChanges {
            // They were made before anybody observed, and their tables were not noted.
            pendingChanges.isSchemaChanged = true
            hasUnheardChanges = false
        }
        guard engine.isAutocommit, !pendingChanges.isEmpty else { return }
        let changes = pendingChanges
        forgetChanges()
        core.observers.tell(changes)
    }

    /// Notes that something was changed while nobody observes the connection's own file, and
    /// perhaps no file at all.
    private func noteUnheardChanges() {
        hasUnheardChanges = true
        if !ChangeObservers.areActive { hasUnheardChangesElsewhere = true }
    }

    /// Notes what a statement changed in attached files, for those who watch these, and tells it if
    /// that is committed.
    private func noteChangesElsewhere(of statement: CompiledStatement) {
        switch statement.tree {
        case .insert, .update, .delete:
            for table in statement.tables {
                guard let path = engine.attachedPath(table.database) else { continue }
                pendingElsewhere[path, default: TableChanges()].tables.insert(table.name)
            }
        case .transaction(.rollback(to: nil)):
            pendingElsewhere.removeAll()
            hasUnheardChangesElsewhere = false
        default: if statement.isWriting { noteAnyChangeElsewhere() }
        }
        if hasUnheardChangesElsewhere {
            noteAnyChangeElsewhere()
            hasUnheardChangesElsewhere = false
        }
        guard engine.isAutocommit, !pendingElsewhere.isEmpty else { return }
        let changes = pendingElsewhere
        pendingElsewhere.removeAll()
        for (path, changes) in changes {
            CoreDirectory.shared.knownObservers(at: path)?.tell(changes)
        }
    }

    private func noteAnyChangeElsewhere() {
        for path in engine.attachedPaths {
            pendingElsewhere[path, default: TableChanges()].isSchemaChanged = true
        }
    }

    private func forgetChanges() {
        pendingElsewhere.removeAll()
        pendingChanges = TableChanges()
        hasUnheardChanges = false
        hasUnheardChangesElsewhere = false
    }
}

extension CompiledStatement {
    /// The tables that the program and its triggers read or change, with names in lower case.
    fileprivate var tables: [(database: Int, name: String)] {
        guard let program = prepared?.program else { return [] }
        return program.allTables.map { ($0.database, $0.name.lowercased()) }
            + program.countedTables.map { ($0.database, "sqlite_sequence") }
    }

    /// Their names.
    var usedTables: Set<String> { Set(tables.map(\.name)) }
}
