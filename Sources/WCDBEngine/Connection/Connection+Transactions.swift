import WCDBSQL
import WCDBStorage

extension Connection {
    /// Makes sure that a database can be read.
    func beginReading(_ database: DatabaseFile) throws(EngineError) {
        guard !database.transaction.isActive else { return }
        do {
            try database.transaction.beginRead()
        } catch {
            throw .storage(error)
        }
    }

    /// Makes sure that a database can be written.
    func beginWriting(_ database: DatabaseFile) throws(EngineError) {
        let transaction = database.transaction
        guard !flag("query_only") else {
            throw .sql(.readOnly, "attempt to write a readonly database")
        }
        settleReaders()
        guard !transaction.isWritable else { return }
        guard !databases.contains(where: { $0 !== database && $0.holdsRight(to: database) }) else {
            // It would wait for itself.
            throw .storage(.busy)
        }
        let schema = transaction.isActive ? transaction.state.schemaCookie : nil
        do {
            if transaction.isActive, isAutocommit { transaction.end() }
            if transaction.isActive {
                try transaction.upgrade(until: nil)
            } else {
                try transaction.beginWrite(until: nil)
            }
            // Savepoints that were opened before the first change.
            for _ in savepoints { try transaction.openSavepoint() }
        } catch {
            throw .storage(error)
        }
        database.cookieBeforeWriting = transaction.state.schemaCookie
        // While it waited for the writer before, that one changed the schema: what the statement
        // knows of tables and indexes is not true any more.
        if let schema, schema != transaction.state.schemaCookie {
            isRestarting = true
            throw .schemaChanged
        }
    }

    /// The statement is over: without a transaction of the caller, so is everything. A statement
    /// that starts again keeps the right to write.
    func endStatement() throws(EngineError) {
        guard isAutocommit, activeReaders == 0, !isRestarting else { return }
        guard databases.contains(where: \.transaction.isActive) else { return }
        try commitAll()
    }

    private func commitAll() throws(EngineError) {
        for database in databases.reversed() where database.transaction.isActive {
            guard database.transaction.isWritable else {
                database.transaction.end()
                continue
            }
            do {
                let isMainFile = database.number == 0 && !isInMemory
                try database.transaction.commit(level: isMainFile ? syncLevel : nil)
            } catch {
                for other in databases { rollBack(other) }
                throw .storage(error)
            }
        }
    }

    func rollbackAll() {
        forgetBrokenKeys()
        for database in databases { rollBack(database) }
        savepoints.removeAll()
        savepointBegan = false
        isAutocommit = true
    }

    /// Rolls back. The next change of a schema that was changed will get the same cookie, and its
    /// trees the same numbers: what was compiled for this one must not be taken for that one's.
    private func rollBack(_ database: DatabaseFile) {
        let transaction = database.transaction
        if transaction.isWritable, transaction.state.schemaCookie != database.cookieBeforeWriting {
            environmentVersion += 1
        }
        transaction.rollback()
        database.forget()
    }

    private func rollbackToSavepoint(_ transaction: Transaction) throws(StorageError) {
        let cookie = transaction.state.schemaCookie
        try transaction.rollbackToSavepoint()
        if transaction.state.schemaCookie != cookie { environmentVersion += 1 }
    }

    // MARK: Statements

    func run(_ statement: TransactionStatement) throws(EngineError) {
        switch statement {
        case .begin(let mode):
            guard isAutocommit else {
                throw .error("cannot start a transaction within a transaction")
            }
            isAutocommit = false
            if mode == .immediate || mode == .exclusive {
                do {
                    try beginWriting(databases[0])
                } catch {
                    isAutocommit = true
                    throw error
                }
            }
        case .commit:
            guard !isAutocommit else {
                throw .error("cannot commit - no transaction is active")
            }
            try requireWholeTransaction()
            settleReaders()
            forgetBrokenKeys()
            savepoints.removeAll()
            savepointBegan = false
            isAutocommit = true
            try commitAll()
        case .rollback(let name):
            settleReaders()
            if let name {
                try rollback(to: name.text)
            } else {
                guard !isAutocommit else {
                    throw .error("cannot rollback - no transaction is active")
                }
                rollbackAll()
            }
        case .savepoint(let name): try openSavepoint(name.text)
        case .release(let name): try release(name.text)
        }
    }

    private var writers: [Transaction] {
        databases.map(\.transaction).filter(\.isWritable)
    }

    private func openSavepoint(_ name: String) throws(EngineError) {
        if isAutocommit {
            isAutocommit = false
            savepointBegan = true
        }
        do {
            for writer in writers { try writer.openSavepoint() }
        } catch {
            throw .storage(error)
        }
        savepoints.append((name, brokenKeys))
    }

    private func index(of name: String) throws(EngineError) -> Int {
        guard let index = savepoints.lastIndex(where: { FoldedName.equal($0.name, name) }) else {
            throw .error("no such savepoint: \(name)")
        }
        return index
    }

    private func release(_ name: String) throws(EngineError) {
        let index = try index(of: name)
        if index == 0, savepointBegan {
            try run(.commit)
            return
        }
        do {
            for _ in index..<savepoints.count {
                for writer in writers { try writer.releaseSavepoint() }
            }
        } catch {
            throw .storage(error)
        }
        savepoints.removeLast(savepoints.count - index)
    }

    private func rollback(to name: String) throws(EngineError) {
        let index = try index(of: name)
        do {
            for _ in (index + 1)..<max(index + 1, savepoints.count) {
                for writer in writers {
                    try rollbackToSavepoint(writer)
                    try writer.releaseSavepoint()
                }
            }
            for writer in writers { try rollbackToSavepoint(writer) }
        } catch {
            throw .storage(error)
        }
        savepoints.removeLast(savepoints.count - index - 1)
        brokenKeys = savepoints[index].brokenKeys
        for database in databases { database.forget() }
    }

    /// Runs a body that changes things: on an error of it nothing has changed, or as the conflict
    /// demands. A body that cannot fail halfway by its own doing needs no savepoint; should the
    /// storage fail, or somebody interrupt it when it `hasChanged` something, the whole transaction
    /// is rolled back.
    func changing(
        _ database: DatabaseFile, mayFailHalfway: Bool = true,
        action: () -> ConflictAction = { .abort }, hasChanged: () -> Bool = { true },
        _ body: () throws(EngineError) -> Void
    ) throws(EngineError) {
        try beginWriting(database)
        let transaction = database.transaction
        // No query is open any more.
        let isInside = !isAutocommit
        let isNested = isInside && mayFailHalfway
        do {
            if isNested { try transaction.openSavepoint() }
        } catch {
            throw .storage(error)
        }
        do {
            try body()
        } catch {
            if isInside, !isNested {
                // Nothing is changed before an error of the statement itself.
                let isUnsure =
                    switch error {
                    case .storage(.interrupted): hasChanged()
                    case .storage: true
                    default: action() == .rollback
                    }
                if isUnsure { rollbackAll() }
                throw error
            }
            try undo(transaction, isNested: isNested, action())
            throw error
        }
        do {
            if isNested { try transaction.releaseSavepoint() }
        } catch {
            throw .storage(error)
        }
    }

    /// The same for several databases.
    func changing(
        all databases: [DatabaseFile], mayFailHalfway: Bool, action: () -> ConflictAction,
        hasChanged: () -> Bool, _ body: () throws(EngineError) -> Void
    ) throws(EngineError) {
        guard let first = databases.first else { return try body() }
        guard databases.count > 1 else {
            return try changing(
                first, mayFailHalfway: mayFailHalfway, action: action, hasChanged: hasChanged, body)
        }
        try changing(first, action: action) { () throws(EngineError) in
            try changing(
                all: Array(databases.dropFirst()), mayFailHalfway: mayFailHalfway,
                action: action, hasChanged: hasChanged, body)
        }
    }

    private func undo(
        _ transaction: Transaction, isNested: Bool, _ action: ConflictAction
    ) throws(EngineError) {
        for database in databases { database.forget() }
        switch action {
        case .rollback: rollbackAll()
        case .fail:
            if isNested { try? transaction.releaseSavepoint() }
            try endStatement()
        default:
            guard isNested else {
                for database in databases where database.transaction === transaction {
                    rollBack(database)
                }
                return
            }
            do {
                try rollbackToSavepoint(transaction)
                try transaction.releaseSavepoint()
            } catch {
                throw .storage(error)
            }
        }
    }
}
