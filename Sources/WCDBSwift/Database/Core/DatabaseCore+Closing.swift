import WCDBStorage

// Closing, keeping others out, and what a thread leaves behind.

extension DatabaseCore {
    /// Keeps all other threads out, after those that have a connection gave it back.
    func blockade() {
        switch shut(to: .current, isBlockade: true) {
        case .granted: break
        case .refused: misuse("Upgrade lock is not supported.")
        case .circle: _ = report(.circle.located(path: path, tag: tag))
        }
    }

    private func shut(to thread: ThreadNumber, isBlockade: Bool) -> ConnectionPool.Admission {
        pool.close(
            to: thread, isBlockade: isBlockade, tell: tellBusy, stopWork: { corruption.stop() })
    }

    /// Undoes what the thread that calls, and ends, leaves open: nobody else can end it, and
    /// everybody would wait for it.
    func end(_ thread: ThreadNumber) {
        if pool.disown(thread) {
            misuse("A thread ended without unblockading the database.")
        }
        if undoTransaction(of: thread) {
            misuse("A thread ended within a transaction, which was rolled back.")
        }
    }

    /// Undoes the transaction that the thread that calls is in; whether there was one.
    private func undoTransaction(of thread: ThreadNumber) -> Bool {
        guard let connection = pool.take(seatedBy: thread) else { return false }
        defer { pool.release(connection) }
        guard connection.isInTransaction else { return false }
        connection.rollback(to: 0)
        return true
    }

    /// Closes the connections that nobody has.
    func purge() {
        pool.drain { $0.close() }
    }

    /// Closes all connections, with nobody else at it, and runs `body` before others come in
    /// again. Does nothing but throw when this thread has a connection itself, or keeps one
    /// waiting that has.
    func close(_ body: () throws -> Void) throws {
        let thread = ThreadNumber.current
        switch shut(to: thread, isBlockade: false) {
        case .granted: break
        case .refused: throw misuse("There are some threaded handles not invalidated.")
        case .circle: throw report(.circle.located(path: path, tag: tag))
        }
        defer { pool.reopen(by: thread, isBlockade: false) }
        closeAll()
        let (before, opened) = (FileMark(path), openingCount)
        defer {
            closeAll()
            // What connections of its own changed, their commits have told.
            let isOwnWork = openingCount != opened
            let now = FileMark(path)
            if isInMemory || now?.key != before?.key || now != before && !isOwnWork {
                noteReplacement()
            }
        }
        do {
            try body()
        } catch {
            _ = undoTransaction(of: thread)
            throw error
        }
        guard !undoTransaction(of: thread) else {
            throw misuse(
                "A transaction that was begun while the database was closed was not ended.")
        }
    }

    /// Another file, or other content, is at the path: what was found out about the one before is
    /// no longer true, and the rows that somebody observes may be others.
    private func noteReplacement() {
        corruption.forget()
        var changes = TableChanges()
        changes.isSchemaChanged = true
        observers.tell(changes)
    }

    private func closeAll() {
        purge()
        if isInMemory { emptyMemory() }
    }
}
