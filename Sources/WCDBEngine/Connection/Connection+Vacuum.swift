import WCDBSQL
import WCDBStorage

/// VACUUM: a file is rebuilt without gaps, or its last pages are moved into them.
extension Connection {
    /// Rebuilds a file, or writes what it holds into a new one.
    func vacuum(_ schema: Name?, into: Expression?) throws(EngineError) {
        try requireNothingUnderWay()
        let database = try database(schema) ?? mainDatabase
        var target: String?
        if let into {
            guard case .text(let path) = try constant(into) else {
                throw .error("non-text filename")
            }
            target = String(decoding: path, as: UTF8.self)
        }
        if target == nil, refusesChanges { throw .readOnly }
        for database in databases { database.transaction.end() }
        guard let target else { return try vacuum(database) }
        // What is in memory has no file system but its own.
        guard !database.isInMemory else {
            throw .sql(.cantOpen, "unable to open database: \(target)")
        }
        do throws(StorageError) {
            guard try fileSystem.identity(of: target) == nil else {
                throw .misuse("output file already exists")
            }
            try database.store.copy(to: target)
        } catch .misuse(let message) {
            throw .error(message)
        } catch {
            throw .storage(error)
        }
    }

    private func vacuum(_ database: DatabaseFile) throws(EngineError) {
        try stored { () throws(StorageError) in try database.store.vacuum(patience: patience) }
        database.transaction.countOwnCommit()
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
            mainDatabase.transaction.countOwnCommit()
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

    // MARK: Step by step

    /// Whether the file has pages that nobody uses, and no statement is under way.
    package var hasGaps: Bool {
        activeReaders == 0 && mainDatabase.transaction.state.freeCount > 0
    }

    /// Moves pages from the end of the main file into gaps.
    package func incrementalVacuum(pages: Int) throws(EngineError) {
        try requireNoTransaction()
        try incrementalVacuum(of: mainDatabase, pages: pages)
    }

    /// Moves pages from the end of the main file into all gaps, unless somebody else is writing.
    package func closeGaps() throws(EngineError) {
        do throws(EngineError) {
            try incrementalVacuum(of: mainDatabase, pages: .max, timeout: 0)
        } catch .storage(.busy) {}
    }

    /// Moves pages from the end of a file into gaps. Queries whose rows are asked for one by one go
    /// on, as after any other change. Within a transaction nothing happens: its trees are in use.
    func incrementalVacuum(
        of database: DatabaseFile, pages: Int, timeout: UInt64? = nil
    ) throws(EngineError) {
        guard !refusesChanges else { throw .readOnly }
        guard isAutocommit else { return }
        try requireNoTransaction()
        try settleReaders()
        for database in databases { database.transaction.end() }
        let shrunk = try stored { () throws(StorageError) in
            try database.store.incrementalVacuum(
                pages: pages, timeout: timeout, patience: patience)
        }
        if shrunk > 0 { database.transaction.countOwnCommit() }
    }
}
