import WCDBSQL
import WCDBStorage

/// Transactions: those of statements, those of the caller, and savepoints within them.
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

    /// Leaves out the temporary database as long as nothing was ever defined in it: nobody else
    /// could.
    func beginReadingAll() throws(EngineError) {
        for index in transactions.indices {
            do {
                try transactions[index]._withUnsafeGuaranteedRef { transaction in
                    Result { () throws(StorageError) in
                        if transaction.isActive || index == 1 && transaction.schemaCookie == 0 {
                            return
                        }
                        try transaction.beginRead()
                    }
                }.get()
            } catch {
                throw .storage(error)
            }
        }
    }

    /// Makes sure that a database can be written.
    func beginWriting(_ database: DatabaseFile) throws(EngineError) {
        let transaction = database.transaction
        guard !refusesChanges else {
            throw .readOnly
        }
        try settleReaders()
        guard !transaction.isWritable else { return }
        let isOwn = isVacuuming && database.number == 0
        guard !isOwn,
            !databases.contains(where: { $0 !== database && $0.holdsRight(to: database) })
        else {
            // It would wait for itself.
            throw .storage(.busy)
        }
        let schema = transaction.isActive ? transaction.schemaCookie : nil
        do {
            // It goes on with the newest commit, if nobody has seen what there was before.
            if transaction.isActive, isAutocommit || !hasShownRows { transaction.end() }
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
        database.cookieBeforeWriting = transaction.schemaCookie
        // While it waited for the writer before, that one changed the schema: what the statement
        // knows of tables and indexes is not true any more.
        if let schema, schema != transaction.schemaCookie {
            isRestarting = true
            throw .schemaChanged
        }
    }

    /// The statement is over: without a transaction of the caller, so is everything. A statement
    /// that starts again keeps the right to write. `isProgram`: it was more than a pragma or a look
    /// at the schema, and `PRAGMA defer_foreign_keys` was for it, as it is for whatever writes.
    func endStatement(isProgram: Bool = false) throws(EngineError) {
        guard isAutocommit, activeReaders == 0, !isRestarting else { return }
        try commitAll(isProgram: isProgram)
    }

    private func commitAll(isProgram: Bool) throws(EngineError) {
        var (reads, writes) = (false, false)
        for index in transactions.indices {
            transactions[index]._withUnsafeGuaranteedRef { transaction in
                if transaction.isActive { reads = true }
                if transaction.isWritable { writes = true } else { transaction.end() }
            }
        }
        if reads && isProgram || writes, defersForeignKeys { forgetBrokenKeys() }
        guard writes else { return }
        do {
            try takeRoomForSeveral()
            for database in databases.reversed() where database.transaction.isWritable {
                let level = database.isInMemory ? nil : database.syncLevel
                try database.transaction.commit(level: level)
            }
        } catch {
            for database in databases { rollBack(database) }
            throw .storage(error)
        }
    }

    /// Files are committed one after another: a disk that is too full for one of them is to be
    /// found before the first.
    private func takeRoomForSeveral() throws(StorageError) {
        let written = databases.filter { $0.transaction.hasChanges && !$0.isInMemory }
        guard written.count > 1 else { return }
        for database in written { try database.transaction.takeRoomToCommit() }
    }

    func rollbackAll() {
        forgetBrokenKeys()
        for database in databases { rollBack(database) }
        savepoints.removeAll()
        savepointBegan = false
        isAutocommit = true
    }

    /// The storage could not do what savepoints need: what the transaction has changed is in doubt,
    /// so all of it goes.
    func rolledBack(_ error: StorageError) -> EngineError {
        rollbackAll()
        return .storage(error)
    }

    /// Rolls back. The next change of a schema that was changed will get the same cookie, and its
    /// trees the same numbers: what was compiled for this one must not be taken for that one's.
    func rollBack(_ database: DatabaseFile) {
        let transaction = database.transaction
        if transaction.isWritable, transaction.schemaCookie != database.cookieBeforeWriting {
            environmentVersion += 1
        }
        transaction.rollback()
        database.forget()
    }

    func rollbackToSavepoint(_ transaction: Transaction) throws(StorageError) {
        let cookie = transaction.schemaCookie
        try transaction.rollbackToSavepoint()
        if transaction.schemaCookie != cookie { environmentVersion += 1 }
    }

    // MARK: Statements

    func run(_ statement: TransactionStatement) throws(EngineError) {
        endSeries()
        // Whoever is stopped for good may only undo what it did.
        if interruption.isCancelled {
            guard case .rollback = statement else { throw .storage(.interrupted) }
        }
        switch statement {
        case .begin(let mode):
            guard isAutocommit else {
                throw .error("cannot start a transaction within a transaction")
            }
            let isAtOnce = mode == .immediate || mode == .exclusive
            if isAtOnce { try settleReaders() }
            endReading()
            isAutocommit = false
            guard isAtOnce else { return }
            do throws(EngineError) {
                try beginAtOnce()
            } catch {
                isAutocommit = true
                throw error
            }
        case .commit:
            guard !isAutocommit else {
                throw .error("cannot commit - no transaction is active")
            }
            try requireWholeTransaction()
            try settleReaders()
            forgetBrokenKeys()
            savepoints.removeAll()
            savepointBegan = false
            isAutocommit = true
            try commitAll(isProgram: true)
        case .rollback(let name):
            try settleReaders(mayLoseRows: true)
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

    /// A transaction is of a moment that is still to come: what was read before it, to compile its
    /// first statement say, may be older than what others have committed since.
    private func endReading() {
        guard activeReaders == 0 else { return }
        for database in databases where !database.transaction.isWritable {
            database.transaction.end()
        }
    }

    /// Takes what a transaction needs when it begins. Where nothing may be changed that is a moment
    /// to read: programs begin like this before they read, too, and changes are refused anyway.
    private func beginAtOnce() throws(EngineError) {
        guard !refusesChanges, !isReadOnly || lacksRoom else {
            return try beginReading(mainDatabase)
        }
        guard !attachedDatabases.isEmpty else { return try beginWriting(mainDatabase) }
        do {
            for database in writableFiles { try beginWriting(database) }
        } catch {
            for database in databases { rollBack(database) }
            throw error
        }
    }

    /// The files that a transaction may change, each once, in an order that is the same for all
    /// connections: those that begin at once wait for each other in turn, not in a circle.
    private var writableFiles: [DatabaseFile] {
        var files: [DatabaseFile] = []
        for database in databases where !database.isTemporary {
            if database.isAttached, database.store.isReadOnly { continue }
            guard !files.contains(where: { $0.store.isSameFile(as: database.store) }) else {
                continue
            }
            files.append(database)
        }
        return files.sorted { $0.store.path < $1.store.path }
    }

    private var writers: [Transaction] {
        databases.map(\.transaction).filter(\.isWritable)
    }

    private func openSavepoint(_ name: String) throws(EngineError) {
        if isAutocommit {
            endReading()
            isAutocommit = false
            savepointBegan = true
        }
        do {
            for writer in writers { try writer.openSavepoint() }
        } catch {
            throw rolledBack(error)
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
            throw rolledBack(error)
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
            throw rolledBack(error)
        }
        savepoints.removeLast(savepoints.count - index - 1)
        brokenKeys = savepoints[index].brokenKeys
        for database in databases { database.forget() }
    }
}
