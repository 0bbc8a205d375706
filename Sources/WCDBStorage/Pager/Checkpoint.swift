import Synchronization

/// Moves committed pages from the log into the main file, one I/O at a time.
///
/// The order is what the crash argument in Spec/wal.md rests on: sync the log, write pages, sync
/// the main file, only then call the log's content superfluous.
///
/// **Users.** The holder of the checkpoint lock. Between two steps anything may happen, commits
/// included.
///
/// **Always true.** What is derived from a generation is compared with the running one before it
/// is published.
struct Checkpoint: ~Copyable {
    private enum Step {
        case prepare, images, syncLog, backfill, header, syncMain, publish, reset, done
    }

    private let core: Core
    private let mode: CheckpointMode
    private var step = Step.prepare
    private var target = CommitState()
    private var generation: UInt64 = 0
    /// What is in the main file already: everything up to a commit, and up to an earlier one of
    /// the pages behind some page. There readers may need what the database does not: a page that
    /// was dropped and came back as a free one.
    private var since: LSN = 0
    private var sinceBehind: (page: UInt32, lsn: LSN) = (.max, 0)
    private var pages: [PageNumber] = []
    private var nextPage = 0
    /// Pages behind it may have no image: a commit dropped them before theirs was logged. Nobody
    /// needs them in the main file any more, so they are not written there.
    private var lastPage = UInt32.max
    /// What will be written there; `prepare` says it.
    private var header: DatabaseHeader
    /// In the last round commits wait, so that the log can be reset under a busy writer.
    private(set) var holdsAppendLock = false
    private(set) var result = CheckpointResult()

    init(core: Core, mode: CheckpointMode) {
        self.core = core
        self.mode = mode
        header = DatabaseHeader(pageSize: core.pageSize, fileID: core.fileID)
    }

    deinit { if holdsAppendLock { core.appendLock.unlock() } }

    /// Does the next piece of work; false when all is done.
    mutating func advance() throws(StorageError) -> Bool {
        switch step {
        case .prepare: try prepare()
        case .images: try logImages()
        case .syncLog: try syncLog()
        case .backfill: try backfillRun()
        case .header: try writeHeader()
        case .syncMain: try syncMain()
        case .publish: publish()
        case .reset: try resetLog()
        case .done: return false
        }
        return step != .done
    }

    private func lockAppend() { if !holdsAppendLock { core.appendLock.lock() } }
    private func unlockAppend() { if !holdsAppendLock { core.appendLock.unlock() } }

    /// Fixes the target under the append lock and logs the header page that will be written, so
    /// that a torn header is repaired by replay.
    private mutating func prepare() throws(StorageError) {
        // Before the path is looked at: the lock file is another one after a suspension.
        try core.requireWritable()
        try core.requirePath()
        lockAppend()
        defer { unlockAppend() }
        try core.requireWritable()
        guard let log = core.log else {
            // A reader may have kept the file from being cut off when the log went.
            try core.shrinkMainFile()
            step = .done
            return
        }
        generation = log.generation.number
        guard log.length > 0 else {
            // Nothing to copy; but the log may still have to go.
            step = mode == .truncate ? .reset : .done
            return
        }
        // A run that failed may have left some.
        core.addKeptFromFile()
        core.drainSuperseded(limit: core.superseded.entries.count)
        target = core.state
        core.pagesBehindTarget = 0
        since = core.backfilledLSN
        sinceBehind = (core.backfilledPageCount, log.generation.baseLSN)
        header = core.header
        header.state = target
        header.lastCheckpointLSN = target.lsn
        header.logGeneration = generation
        header.lastGeneration = generation
        if target.lsn > since {
            pages = core.logPages
            nextPage = 0
            lastPage = target.pageCount
            if !core.options.plants(.forgetHeaderImage) {
                try core.appendHeaderImage(header, state: target, to: log)
            }
            step = core.logsImages ? .images : .syncLog
        } else {
            step = .reset
        }
    }

    /// Logs images of some of the pages that will be overwritten and are the base of deltas, if
    /// their sectors could break.
    private mutating func logImages() throws(StorageError) {
        lockAppend()
        defer { unlockAppend() }
        try core.requireWritable()
        guard let log = core.log, log.generation.number == generation else {
            step = .done
            return
        }
        if core.pagesOnMain > 0 {
            let end = min(nextPage + Core.imagesPerRecord, pages.count)
            lastPage = min(lastPage, core.state.pageCount)
            try core.appendImages(of: pages[nextPage..<end], to: log)
            nextPage = end
        }
        if nextPage == pages.count || core.pagesOnMain == 0 {
            nextPage = 0
            step = .syncLog
        }
    }

    /// Commits come between, if they may: what they add to the log, and the direct pages that it
    /// speaks of, may become durable or not. Nothing says that they are.
    private mutating func syncLog() throws(StorageError) {
        step = .backfill
        guard core.level > .off else { return }
        lockAppend()
        let (log, directCommits) = (core.log, core.directCommits)
        let hasDirectPages = directCommits > core.syncedDirectCommits
        unlockAppend()
        if hasDirectPages, !core.options.plants(.skipDirectSyncBeforeLogSync) {
            try core.syncMain(.data)
        }
        if let log, !core.options.plants(.skipLogSyncBeforeBackfill) {
            try core.syncLog(log, core.orderingSync)
        }
        lockAppend()
        defer { unlockAppend() }
        core.syncedDirectCommits = max(core.syncedDirectCommits, directCommits)
        core.syncedLSN = max(core.syncedLSN, target.lsn)
    }

    /// Writes one run of neighbouring pages.
    private mutating func backfillRun() throws(StorageError) {
        // Not before: while it sorts, commits need not wait.
        if nextPage == 0 { pages.sort() }
        var writer = PageRunWriter(core: core)
        try core.growMain(toHold: target.pageCount)
        core.mainWrites.add(1, ordering: .sequentiallyConsistent)
        while nextPage < pages.count, writer.writes == 0, !writer.isFull {
            let number = pages[nextPage]
            nextPage += 1
            guard number.rawValue <= lastPage else { continue }
            if core.options.plants(.lostUpdateInBackfill), number.rawValue % 7 == 3 { continue }
            let known = number.rawValue > sinceBehind.page ? sinceBehind.lsn : since
            try core.withVersionToBackfill(number, upTo: target.lsn, after: known) {
                (page) throws(StorageError) in
                try writer.add(page, number: number)
            }
            result.pages += 1
            // Pages, and what is kept of them for readers, came into memory to be written.
            if core.cache.isOverBudget { core.makeRoom() }
        }
        try writer.flush()
        // Once more: who began to read after the first time may still have read what was there.
        core.mainWrites.add(1, ordering: .sequentiallyConsistent)
        if !core.keptFromFile.isEmpty {
            lockAppend()
            core.addKeptFromFile()
            unlockAppend()
        }
        if nextPage == pages.count { step = .header }
    }

    private mutating func writeHeader() throws(StorageError) {
        if !core.options.plants(.leaveFileShort) { try core.extendMain(toHold: target.pageCount) }
        try header.write(to: core.main, as: DatabaseHeader.mirrorPageNumber)
        try header.write(to: core.main, as: DatabaseHeader.pageNumber)
        step = .syncMain
    }

    private mutating func syncMain() throws(StorageError) {
        if core.level > .off, !core.options.plants(.skipMainSyncBeforeReset) {
            try core.syncMain(core.orderingSync)
        }
        step = .publish
    }

    /// Only now do the pages count as being in the main file, and only if the log is still the one
    /// they were taken from.
    private mutating func publish() {
        lockAppend()
        defer { unlockAppend() }
        step = .done
        guard let log = core.log,
            log.generation.number == generation
        else { return }
        core.backfilledLSN = max(core.backfilledLSN, target.lsn)
        // Pages that the one before passed by were compared with the beginning of the generation.
        core.backfilledPageCount = lastPage
        core.header = header
        result.backfilledLSN = core.backfilledLSN
        core.counters.checkpoints.add(1, ordering: .relaxed)
        core.counters.checkpointedPages.add(pages.count, ordering: .relaxed)
        step = .reset
    }

    /// Whether commits should wait until the log is empty: it is long, and the wait is short; or it
    /// is so long that they must.
    private func mustShrink(_ log: LogFile) -> Bool {
        let length = core.length(of: log)
        let isShortWait = core.pagesBehindTarget <= Checkpoint.fewPages
        return length > core.lengthToWaitAt
            || isShortWait && length > core.checkpointLengths(2)
    }

    /// Up to this many pages are written while commits wait, without need.
    private static let fewPages = 64

    private mutating func resetLog() throws(StorageError) {
        lockAppend()
        defer { unlockAppend() }
        step = .done
        guard let log = core.log, log.generation.number == generation else { return }
        guard core.backfilledLSN == core.state.lsn || core.options.plants(.resetBehindCommits)
        else {
            // Commits came in. If the log must shrink, the rest is done while they wait.
            if mode != .passive || mustShrink(log) {
                if !holdsAppendLock {
                    holdsAppendLock = true
                    // The deferred unlock sees the flag and leaves the lock to `deinit`.
                    step = .prepare
                }
            } else {
                core.postponeCheckpoint(behind: log)
            }
            return
        }
        if log.length > 0 { try core.resetLog(log) }
        core.nextCheckpoint.store(core.checkpointLengths(1), ordering: .relaxed)
        try core.shrinkMainFile()
        result.didReset = true
        result.backfilledLSN = core.backfilledLSN
        if mode == .truncate { try core.truncateLog(log) }
    }
}
