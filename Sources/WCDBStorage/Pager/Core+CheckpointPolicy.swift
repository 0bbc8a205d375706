import Synchronization

/// When the log is checkpointed, and by whom.
extension Core {
    /// After a commit: asks for a checkpoint when the log is long.
    func didCommit(logLength length: Int64) {
        guard length >= nextCheckpoint.load(ordering: .relaxed) else { return }
        if options.backgroundCheckpoints { background.request(self) }
        // Helps along, unless a checkpoint is under way already.
        if length >= options.logLimit { checkpointReporting(.passive) }
    }

    /// The log's length, and a quarter of a page more for each that has only deltas in it: what a
    /// recovery has to read of the log, and how long it takes beside that to read and write pages.
    /// Requires: the append lock.
    func length(of log: LogFile) -> Int64 {
        log.length + Int64(pagesOnMain) * Int64(pageSize / 4)
    }

    /// A checkpoint during which commits came in leaves the log as it is, until it is as long: then
    /// commits have to wait. So a busy writer waits seldom, and recovery stays short.
    var lengthToWaitAt: Int64 { min(options.checkpointBytes * 4, options.logLimit / 2) }

    /// A checkpoint has left the log as it is: the next one is due when there is as much again to
    /// do. Requires: the append lock.
    func postponeCheckpoint(behind log: LogFile) {
        nextCheckpoint.store(length(of: log) + options.checkpointBytes, ordering: .relaxed)
    }

    /// Whether the log has become long while a checkpoint ran.
    var isCheckpointDue: Bool {
        appendLock.lock()
        defer { appendLock.unlock() }
        guard let log else { return false }
        return length(of: log) >= nextCheckpoint.load(ordering: .relaxed)
    }

    /// A checkpoint nobody waits for: a failure is an event, the log keeps everything.
    func checkpointReporting(_ mode: CheckpointMode) {
        do {
            _ = try checkpoint(mode)
        } catch {
            options.onEvent?(.checkpointFailed(path: path, error: error))
            appendLock.lock()
            defer { appendLock.unlock() }
            if let log { postponeCheckpoint(behind: log) }
        }
    }
}
