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
        try onMainStore { store throws(StorageError) in try store.vacuum(progress: progress) }
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

    /// Moves pages from the end of the file into gaps; returns by how many the file shrank.
    /// Queries whose rows are asked for one by one go on, as after any other change.
    package func incrementalVacuum(pages: Int) throws(EngineError) -> Int {
        try requireNoTransaction()
        settleReaders()
        for database in databases { database.transaction.end() }
        var shrunk = 0
        try onMainStore { store throws(StorageError) in
            shrunk = try store.incrementalVacuum(pages: pages)
        }
        return shrunk
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
