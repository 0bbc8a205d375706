package import WCDBStorage

/// Work on the file of the main database, outside of statements.
extension Connection {
    /// Moves what is committed from the log into the file.
    package func checkpoint(_ mode: CheckpointMode) throws(EngineError) {
        guard !isInMemory else { return }
        try onMainStore { store throws(StorageError) in _ = try store.checkpoint(mode) }
    }

    /// Rebuilds the file without gaps. `progress` is told the rows done and those of all, and
    /// stops the work by answering false.
    package func vacuum(
        progress: @escaping (Int64, Int64) -> Bool
    ) throws(EngineError) {
        guard isAutocommit else { throw .error("cannot VACUUM from within a transaction") }
        for database in databases { database.transaction.end() }
        // Whoever is told of the progress may use this connection, but it has the right to write.
        isVacuuming = true
        defer { isVacuuming = false }
        try onMainStore { store throws(StorageError) in try store.vacuum(progress: progress) }
    }

    /// Moves pages from the end of the file into gaps; returns by how many the file shrank.
    package func incrementalVacuum(pages: Int) throws(EngineError) -> Int {
        guard isAutocommit else { throw .error("cannot VACUUM from within a transaction") }
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
