package import WCDBStorage

/// Work on the file of the main database, outside of statements.
extension Connection {
    /// Moves what is committed from the log into the file. Where there is no such file, or nothing
    /// may be written, there is nothing to do.
    package func checkpoint(_ mode: CheckpointMode) throws(EngineError) {
        guard !isInMemory, !isReadOnly else { return }
        try onMainStore { store throws(StorageError) in _ = try store.checkpoint(mode) }
    }

    /// Rebuilds the file without gaps. `progress` is told the rows done and those of all, and
    /// stops the work by answering false.
    package func vacuum(
        progress: @escaping (Int64, Int64) -> Bool
    ) throws(EngineError) {
        try requireNothingUnderWay()
        for database in databases { database.transaction.end() }
        // Whoever is told of the progress may use this connection, but it has the right to write.
        isVacuuming = true
        defer { isVacuuming = false }
        try onMainStore { store throws(StorageError) in
            try store.vacuum(patience: patience, progress: progress)
            databases[0].transaction.countOwnCommit()
        }
    }

    /// Vacuuming ends what this connection reads, so nothing may be under way that goes on.
    func requireNothingUnderWay() throws(EngineError) {
        try requireNoTransaction()
        guard activeReaders == 0 else {
            throw .error("cannot VACUUM - SQL statements in progress")
        }
    }

    private func requireNoTransaction() throws(EngineError) {
        guard isAutocommit else { throw .error("cannot VACUUM from within a transaction") }
        // Somebody who is told of the progress: it would wait for itself.
        guard !isVacuuming else { throw .storage(.busy) }
    }

    /// Moves pages from the end of the main file into gaps.
    package func incrementalVacuum(pages: Int) throws(EngineError) {
        try requireNoTransaction()
        try incrementalVacuum(of: databases[0], pages: pages)
    }

    /// Moves pages from the end of the main file into all gaps, unless somebody else is writing.
    package func closeGaps() throws(EngineError) {
        do throws(EngineError) {
            try incrementalVacuum(of: databases[0], pages: .max, timeout: 0)
        } catch .storage(.busy) {}
    }

    /// Moves pages from the end of a file into gaps. Queries whose rows are asked for one by one go
    /// on, as after any other change. Within a transaction nothing happens: its trees are in use.
    func incrementalVacuum(
        of database: DatabaseFile, pages: Int, timeout: UInt64? = nil
    ) throws(EngineError) {
        guard !refusesChanges else {
            throw .sql(.readOnly, "attempt to write a readonly database")
        }
        guard isAutocommit else { return }
        try requireNoTransaction()
        try settleReaders()
        for database in databases { database.transaction.end() }
        do {
            let shrunk = try database.store.incrementalVacuum(
                pages: pages, timeout: timeout, patience: patience)
            if shrunk > 0 { database.transaction.countOwnCommit() }
        } catch {
            throw .storage(error)
        }
    }

    /// Writes what is committed into a new file, while others go on.
    package func copy(
        to path: String, progress: (Int, Int) -> Bool
    ) throws(EngineError) {
        try onMainStore { store throws(StorageError) in
            // The copy of a database in memory is a file all the same.
            try store.copy(to: path, in: fileSystem, progress: progress)
        }
    }

    private func onMainStore(
        _ work: (Store) throws(StorageError) -> Void
    ) throws(EngineError) {
        do {
            try work(databases[0].store)
        } catch {
            throw .storage(error)
        }
    }
}
