import Synchronization

/// When the log is checkpointed, and by whom: a thread of its own when it is long, the committing
/// thread when it is too long.
extension Core {
    /// After a commit: asks for a checkpoint when the log is long.
    func didCommit(logLength length: Int64) {
        guard length >= nextCheckpoint.load(ordering: .relaxed) else { return }
        if options.backgroundCheckpoints { background.request(self) }
        if length >= options.logLimit { helpAlong() }
    }

    /// The log's length, and a quarter of a page more for each that has only deltas in it: what a
    /// recovery has to read of the log, and how long it takes beside that to read and write pages.
    /// Requires: the append lock.
    func length(of log: LogFile) -> Int64 {
        log.length + Int64(pagesOnMain) * Int64(pageSize / 4)
    }

    /// A checkpoint during which commits came in leaves the log as it is, until it is as long: then
    /// commits have to wait. So a busy writer waits seldom, and recovery stays short.
    var lengthToWaitAt: Int64 { min(checkpointLengths(4), options.logLimit / 2) }

    /// Some times the length from which on the log is checkpointed.
    func checkpointLengths(_ count: Int64) -> Int64 {
        let length = max(options.checkpointBytes, 1).multipliedReportingOverflow(by: count)
        return length.overflow ? .max : length.partialValue
    }

    /// A checkpoint has left the log as it is: the next one is due when there is as much again to
    /// do. Requires: the append lock.
    func postponeCheckpoint(behind log: LogFile) {
        let due = length(of: log).addingReportingOverflow(checkpointLengths(1))
        nextCheckpoint.store(due.overflow ? .max : due.partialValue, ordering: .relaxed)
    }

    /// Whether the log is as long as the next checkpoint waits for, and somebody may do it. After a
    /// suspension the next commit asks.
    var isCheckpointDue: Bool {
        guard !isSuspended.load(ordering: .acquiring) else { return false }
        appendLock.lock()
        defer { appendLock.unlock() }
        guard let log else { return false }
        return length(of: log) >= nextCheckpoint.load(ordering: .relaxed)
    }

    /// What the worker does when it is asked: another checkpoint that is under way ends first, and
    /// may have done the work.
    func checkpointInBackground() {
        checkpointLock.lock()
        defer { checkpointLock.unlock() }
        guard isCheckpointDue else { return }
        reporting { () throws(StorageError) in try runCheckpoint(.passive) }
    }

    /// A checkpoint of a committing thread, unless another one is under way.
    private func helpAlong() {
        reporting { () throws(StorageError) in _ = try checkpoint(.passive) }
    }

    /// Nobody waits for the checkpoint: its failure is only told, the log keeps everything.
    private func reporting(_ checkpoint: () throws(StorageError) -> Void) {
        do {
            try checkpoint()
        } catch {
            options.onCheckpointFailure?(path, error)
            appendLock.lock()
            defer { appendLock.unlock() }
            if let log { postponeCheckpoint(behind: log) }
        }
    }
}
