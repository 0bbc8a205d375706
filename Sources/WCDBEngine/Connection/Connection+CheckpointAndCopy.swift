package import WCDBStorage

/// Checkpoints and copies of the main database, outside of statements.
extension Connection {
    /// Moves what is committed from the log into the file. Where there is no such file, or nothing
    /// may be written, there is nothing to do.
    package func checkpoint(_ mode: CheckpointMode) throws(EngineError) {
        guard !isInMemory, !isReadOnly else { return }
        try onMainStore { store throws(StorageError) in _ = try store.checkpoint(mode) }
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

    func onMainStore(
        _ work: (Store) throws(StorageError) -> Void
    ) throws(EngineError) {
        try stored { () throws(StorageError) in try work(mainDatabase.store) }
    }
}
