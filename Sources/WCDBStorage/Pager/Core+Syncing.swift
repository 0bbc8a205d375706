import Synchronization

/// Making files durable. A failed sync is told to one caller only, and after it the system calls
/// clean what the disk does not have. So the syncs of a file come one after another, and none is
/// tried, or believed, after one that failed.
extension Core {
    /// Makes what was written to the log durable, or orders it before whatever is written later.
    /// A failure stops all writing: what is durable can no longer be known.
    func syncLog(_ log: LogFile, _ kind: SyncKind) throws(StorageError) {
        logSyncLock.lock()
        defer { logSyncLock.unlock() }
        try sync(log.file, kind)
    }

    /// The same for the main file.
    func syncMain(_ kind: SyncKind) throws(StorageError) {
        mainSyncLock.lock()
        defer { mainSyncLock.unlock() }
        try sync(main, kind)
    }

    private func sync(_ file: any OpenFile, _ kind: SyncKind) throws(StorageError) {
        if let reason = failure.reason { throw .failStopped(reason: reason) }
        do {
            try file.sync(kind)
        } catch {
            failStop(error)
            throw error
        }
    }

    /// What orders writes at the level that the core keeps to.
    var orderingSync: SyncKind { level == .normal ? .barrier : .data }

    /// Makes the log durable as the level of this commit demands. Requires: the append lock.
    func syncCommit(
        _ log: LogFile, lsn: LSN, level: SyncLevel
    ) throws(StorageError) -> Bool {
        guard level >= .full, !options.plants(.skipCommitSync) else { return false }
        do {
            try syncBeginning()
            try syncDirectPages(level: level)
            try syncLog(log, level == .extra ? .full : .data)
            return true
        } catch {
            // The commit is in the log, where the next one would not know of it.
            failStop(error)
            throw .outcomeUnknown(reason: "\(error)")
        }
    }

    /// Opened at OFF, neither the log's name nor the header that asks for it is durable.
    private func syncBeginning() throws(StorageError) {
        guard options.syncLevel == .off else { return }
        try fileSystem.syncDirectory(holding: path)
        try syncMain(.data)
    }

    /// Syncs the main file if the log speaks of pages that are only there. Must come before a sync
    /// that is to make them count. Requires: the append lock.
    func syncDirectPages(level: SyncLevel) throws(StorageError) {
        guard level > .off, directCommits > syncedDirectCommits else { return }
        if !options.plants(.skipDirectSyncBeforeLogSync) { try syncMain(.data) }
        syncedDirectCommits = directCommits
    }

    /// Makes every commit so far durable, and leaves a record in the log that says so.
    func flush() throws(StorageError) {
        promise(.full)
        appendLock.lock()
        defer { appendLock.unlock() }
        try requireWritable()
        let log = log.flatMap { $0.length > 0 ? $0 : nil }
        let isAttested = log == nil || attestedLSN >= state.lsn
        guard durableLSN < state.lsn || !isAttested else { return }
        try makeDurable(log)
        guard let log, !isAttested else { return }
        log.beginTransaction()
        _ = try finish(
            log, state: state, frameCount: 0, level: .full, isMaintenance: true)
    }

    /// Makes every commit so far survive power loss; `log` is nil when no frame is in it.
    /// Requires: the append lock.
    private func makeDurable(_ log: LogFile?) throws(StorageError) {
        try syncDirectPages(level: .full)
        // A checkpoint may have put an order on its writes and no more. A sync of the log
        // that it has reset covers them; without frames there is no such sync.
        try syncBeginning()
        if log == nil && !options.plants(.flushOnlyFrames) { try syncMain(.data) }
        if let log { try syncLog(log, .data) }
        syncedLSN = state.lsn
        durableLSN = state.lsn
    }

    /// A write that failed may have brought the commit record to the disk all the same, in a part
    /// that went well. If it cannot be wiped, nobody knows what the next opening will find.
    func wipe(_ log: LogFile, after failure: StorageError) throws(StorageError) {
        logSyncLock.lock()
        defer { logSyncLock.unlock() }
        do throws(StorageError) {
            try log.wipeUnfinished(isDurable: level > .off)
        } catch {
            failStop(error)
            throw .outcomeUnknown(reason: "\(failure), then \(error)")
        }
    }
}
