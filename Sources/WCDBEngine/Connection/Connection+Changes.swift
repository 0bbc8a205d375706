import WCDBSQL
import WCDBStorage

/// Statements that change all they have to, or nothing.
extension Connection {
    /// Runs a body that changes things: on an error of it nothing has changed, in no database that
    /// was named. Nothing is done where a statement is only checked.
    func changing(
        _ database: DatabaseFile, and other: DatabaseFile? = nil,
        _ body: () throws(EngineError) -> Void
    ) throws(EngineError) {
        guard !isChecking else { return }
        let scope = try beginChanges(
            of: database, other.map { [$0] } ?? [], mayFailHalfway: true)
        do {
            try body()
        } catch {
            try takeBack(scope, error, .abort, hasChanged: true)
            throw error
        }
        try endChanges(scope)
    }

    // MARK: Programs

    func beginChanges(of program: Program) throws(EngineError) -> StatementScope {
        if let number = program.soleWrittenDatabase {
            return StatementScope(
                first: try beginChange(
                    of: databases[number], mayFailHalfway: program.mayFailHalfway))
        }
        let written = written(by: program)
        return try beginChanges(
            of: written[0], written.dropFirst(),
            mayFailHalfway: program.mayFailHalfway || written.count > 1)
    }

    private func beginChanges(
        of first: DatabaseFile, _ others: some Sequence<DatabaseFile>, mayFailHalfway: Bool
    ) throws(EngineError) -> StatementScope {
        var scope = StatementScope(
            first: try beginChange(of: first, mayFailHalfway: mayFailHalfway))
        do throws(EngineError) {
            for other in others {
                scope.others.append(try beginChange(of: other, mayFailHalfway: mayFailHalfway))
            }
        } catch {
            try takeBack(scope, error, .abort, hasChanged: true)
            throw error
        }
        return scope
    }

    func endChanges(_ scope: StatementScope) throws(EngineError) {
        for other in scope.others.reversed() { try endChange(other) }
        try endChange(scope.first)
    }

    /// After an error: undoes what the conflict does not keep.
    func takeBack(
        _ scope: StatementScope, _ error: EngineError, _ action: ConflictAction, hasChanged: Bool
    ) throws(EngineError) {
        for other in scope.others.reversed() {
            try takeBack(other, error, action, hasChanged: hasChanged)
        }
        try takeBack(scope.first, error, action, hasChanged: hasChanged)
    }

    // MARK: One database

    /// What cannot fail halfway by its own doing needs no savepoint; should the storage fail, or
    /// somebody interrupt it, or memory be missing, when it has changed something, the whole
    /// transaction is rolled back.
    private func beginChange(
        of database: DatabaseFile, mayFailHalfway: Bool
    ) throws(EngineError) -> ChangeScope {
        try beginWriting(database)
        // No query is open any more.
        let isInside = !isAutocommit
        let isNested = isInside && mayFailHalfway
        do {
            if isNested { try database.transaction.openSavepoint() }
        } catch {
            throw rolledBack(error)
        }
        return ChangeScope(database: database, isInside: isInside, isNested: isNested)
    }

    private func endChange(_ scope: ChangeScope) throws(EngineError) {
        guard scope.isNested else { return }
        do {
            try scope.database.transaction.releaseSavepoint()
        } catch {
            throw rolledBack(error)
        }
    }

    private func takeBack(
        _ scope: ChangeScope, _ error: EngineError, _ action: ConflictAction, hasChanged: Bool
    ) throws(EngineError) {
        // Everything is rolled back already, of all databases.
        if scope.isInside, isAutocommit { return }
        guard !scope.isInside || scope.isNested else {
            // Nothing is changed before an error of the statement itself.
            let isUnsure =
                switch error {
                case .storage(.interrupted), .storage(.noMemory), .storage(.limit), .noMemory:
                    hasChanged
                case .storage: true
                default: action == .rollback
                }
            if isUnsure { rollbackAll() }
            return
        }
        for database in databases { database.forget() }
        switch action {
        case .rollback: rollbackAll()
        case .fail:
            try endChange(scope)
            try endStatement()
        default:
            guard scope.isNested else { return rollBack(scope.database) }
            do {
                try rollbackToSavepoint(scope.database.transaction)
                try scope.database.transaction.releaseSavepoint()
            } catch {
                throw rolledBack(error)
            }
        }
    }
}
