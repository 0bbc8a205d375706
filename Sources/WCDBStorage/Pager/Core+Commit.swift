import Synchronization

/// Appending a transaction to the log and publishing it. The life of a commit is told in
/// Spec/architecture.md; the promises of the levels are in Spec/wal.md.
extension Core {
    /// Writes the transaction's pages and its commit record, syncs as `level` says, and publishes.
    /// On an error nothing has happened, unless it is `outcomeUnknown`. Returns the log's length
    /// for those who decide when it is long.
    func commit(
        _ transaction: Transaction, level: SyncLevel
    ) throws(StorageError) -> Int64 {
        appendLock.lock()
        defer { appendLock.unlock() }
        try requireWritable()
        // Pages are compared with their versions, which are found without their locks.
        transaction.liftBound()
        var state = transaction.state
        state.lsn = transaction.writeLSN
        state.changeCounter &+= 1
        let log = try startedLog()
        try requireLog(log)
        log.beginTransaction()
        let pages = try appendPages(of: transaction, lsn: state.lsn, to: log)
        let length = try finish(log, state: state, frameCount: pages.frameCount, level: level)
        let isSynced = try syncCommit(log, lsn: state.lsn, level: level)
        publishCommit(pages.logged, state: state, transaction: transaction)
        pagesBehindTarget &+= pages.logged.count
        if isSynced {
            syncedLSN = max(syncedLSN, state.lsn)
            durableLSN = state.lsn
        }
        counters.commits.add(1, ordering: .relaxed)
        counters.logBytes.add(Int(length), ordering: .relaxed)
        if pages.logged.count <= Core.sparePages { spareLoggedPages = pages.logged }
        return self.length(of: log)
    }

    /// Longer lists are not kept.
    private static let sparePages = 1024

    private func appendPages(
        of transaction: Transaction, lsn: LSN, to log: LogFile
    ) throws(StorageError) -> (logged: [LoggedPage], frameCount: UInt32) {
        var logged: [LoggedPage] = []
        swap(&logged, &spareLoggedPages)
        logged.removeAll(keepingCapacity: true)
        logged.reserveCapacity(transaction.dirtyCount)
        var frameCount: UInt32 = 0
        var direct = try transaction.writeDirectPages()
        for index in 0..<transaction.dirtyCount {
            let page = transaction.dirtyPage(index)
            guard !page.isFreed else { continue }
            switch page.place {
            case .direct: continue
            case .memory(let block):
                logged.append(append(block, of: page, lsn: lsn, to: log))
            case .spilled where options.plants(.dropSpilledPage): continue
            case .spilled(let slot):
                let block = pool.take()
                defer { pool.give(block) }
                try transaction.readSpilled(slot, number: page.number, into: block)
                PageBlock.touched(block, pageSize: pageSize).pointee = ~0
                var spilled = append(block, of: page, lsn: lsn, to: log)
                spilled.block = nil
                logged.append(spilled)
            }
            frameCount += 1
            try log.flushIfLarge()
        }
        if !direct.isEmpty {
            direct.sort { $0.number < $1.number }
            frameCount += addDirectFrames(direct, lsn: lsn, to: log)
            directCommits += 1
            for page in direct {
                logged.append(
                    LoggedPage(
                        number: page.number, block: page.block, source: .main,
                        isFirstInLog: false))
            }
        }
        return (logged, frameCount)
    }

    /// Frames that list consecutive direct pages; at most 512 a frame.
    private func addDirectFrames(
        _ pages: [Transaction.DirectPage], lsn: LSN, to log: LogFile
    ) -> UInt32 {
        var frames: UInt32 = 0
        var start = 0
        while start < pages.count {
            var end = start + 1
            while end < pages.count, end - start < 512,
                pages[end].number.rawValue == pages[end - 1].number.rawValue + 1
            { end += 1 }
            let sums = pages[start..<end].map(\.checksum)
            sums.withUnsafeBufferPointer { sums in
                guard let base = sums.baseAddress else { return }
                log.buffer.addDirect(
                    first: pages[start].number, checksums: base, count: sums.count, lsn: lsn)
            }
            frames += 1
            start = end
        }
        return frames
    }

    /// Adds the commit record and writes what is not written yet. Returns the bytes of it all.
    func finish(
        _ log: LogFile, state: CommitState, frameCount: UInt32, level: SyncLevel,
        isMaintenance: Bool = false
    ) throws(StorageError) -> Int64 {
        let start = log.end
        log.buffer.addCommit(
            CommitRecord(
                state: state, frameCount: frameCount,
                byteCount: UInt64(log.buffer.end - start), syncedLSN: syncedLSN,
                syncLevel: level, isMaintenance: isMaintenance),
            generation: log.generation)
        if self.level == .extra {
            log.buffer.addPad(sector: 4096, lsn: state.lsn)
        }
        do throws(StorageError) {
            try log.finishTransaction()
        } catch {
            try wipe(log, after: error)
            throw error
        }
        attestedLSN = max(attestedLSN, syncedLSN)
        return log.end - start
    }

    private func publishCommit(
        _ pages: [LoggedPage], state: CommitState, transaction: Transaction
    ) {
        if options.plants(.publishBeforeVersions) {
            reclamation.retire(
                state: published.exchange(
                    StatePointer.make(state), ordering: .sequentiallyConsistent))
        }
        for page in pages {
            // A page without versions needs none: the main file is what everybody may see.
            if page.block == nil, case .main = page.source, table.newest(page.number) == nil {
                continue
            }
            let version = spareMemory.makeVersion(
                number: page.number, lsn: state.lsn, bytes: page.block, source: page.source)
            version.pointee.isOnMain = page.isOnMain
            version.pointee.deltaCount = page.deltaCount
            version.pointee.deltaBytes = page.deltaBytes
            pagesOnMain += (page.isOnMain ? 1 : 0) - (page.wasOnMain ? 1 : 0)
            publish(version)
            if page.isFirstInLog, !options.plants(.forgetLogPages) {
                logPages.append(page.number)
            }
        }
        if state.pageCount < self.state.pageCount {
            lastShrink = state.lsn
            shrunkFrom = max(shrunkFrom, self.state.pageCount)
        }
        if state.pageCount > highWaterPageCount.load(ordering: .relaxed) {
            highWaterPageCount.store(state.pageCount, ordering: .releasing)
        }
        let old = published.exchange(
            spareMemory.makeState(state), ordering: .sequentiallyConsistent)
        transaction.leaveSnapshot()
        let oldest = readers.oldestSnapshot
        garbage.append(.state(old))
        for page in pages {
            settle(page, by: state.lsn, oldestSnapshot: oldest, garbage: &garbage)
        }
        drainSuperseded(limit: 8)
        // Without readers the memory is used again at once, while it is warm.
        reclamation.collect(&garbage, &spareMemory)
    }
}
