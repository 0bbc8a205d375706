import Synchronization

/// What a checkpoint does to the core's state and files; the order is in `Checkpoint`.
extension Core {
    /// Runs a checkpoint to its end.
    func checkpoint(_ mode: CheckpointMode) throws(StorageError) -> CheckpointResult {
        if mode == .passive {
            guard checkpointLock.tryLock() else { return CheckpointResult() }
        } else {
            checkpointLock.lock()
        }
        defer { checkpointLock.unlock() }
        return try runCheckpoint(mode)
    }

    /// Requires: the checkpoint lock.
    @discardableResult
    func runCheckpoint(_ mode: CheckpointMode) throws(StorageError) -> CheckpointResult {
        var checkpoint = Checkpoint(core: self, mode: mode)
        while try checkpoint.advance() {}
        return checkpoint.result
    }

    /// Logs the header pages as they are about to be written: a commit record of its own that
    /// repeats the LSN. Requires: the append lock.
    func appendHeaderImage(
        _ header: DatabaseHeader, state: CommitState, to log: LogFile
    ) throws(StorageError) {
        log.beginTransaction()
        for number in [DatabaseHeader.pageNumber, DatabaseHeader.mirrorPageNumber] {
            try withZeroedBytes(pageSize) { (page) throws(StorageError) in
                guard let base = page.baseAddress else { return }
                header.encode(into: base, as: number)
                log.buffer.addImage(
                    base, pageSize: pageSize, number: number, lsn: state.lsn, elidesGap: true)
            }
        }
        _ = try finish(
            log, state: state, frameCount: 2, level: level, isMaintenance: true)
    }

    /// Passes on the version of a page that belongs into the main file as of `target`, if it is
    /// newer than what is there. What the write will destroy and somebody needs is kept first.
    func withVersionToBackfill(
        _ number: PageNumber, upTo target: LSN, after since: LSN,
        _ write: (UnsafeRawPointer) throws(StorageError) -> Void
    ) throws(StorageError) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        var version = table.newest(number)
        while let current = version, current.pointee.lsn > target {
            version = current.pointee.older.load(ordering: .relaxed)
        }
        guard let version, version.pointee.lsn > since else { return }
        let block = try bytes(of: version)
        if !options.plants(.skipParking) {
            try keepMainVersion(of: number, below: version)
            if !options.plants(.forgetVersionsOnMain) { try keepVersionsOnMain(below: version) }
        }
        // Once more, so that damage in memory does not become damage on the disk.
        if let corruption = transfer.verify(block, number: number) {
            throw .corrupt(corruption)
        }
        try write(block)
    }

    /// The main file's version of a page is about to be overwritten: parks it if a snapshot needs
    /// it. Requires: the shard lock.
    private func keepMainVersion(
        of number: PageNumber, below newer: VersionPointer
    ) throws(StorageError) {
        var previous = newer
        while let current = previous.pointee.older.load(ordering: .relaxed) {
            if case .main = current.pointee.source {
                if readers.hasSnapshot(from: current.pointee.lsn, below: previous.pointee.lsn) {
                    _ = try bytes(of: current)
                    current.pointee.source = .memory
                    // Loaded after it was superseded, it is in no list yet.
                    note(current, endsAt: previous.pointee.lsn)
                } else {
                    unlink(current, after: previous)
                }
                return
            }
            previous = current
        }
        // The chain ends above the file's version: also when it ends in one that is kept, of a page
        // that was behind the end of the database for a while.
        guard readers.hasSnapshot(from: 0, below: previous.pointee.lsn) else { return }
        try parkFromFile(number, below: previous)
    }

    private func parkFromFile(
        _ number: PageNumber, below newer: VersionPointer
    ) throws(StorageError) {
        let block = pool.take()
        let isWhole: Bool
        do {
            let target = UnsafeMutableRawBufferPointer(start: block, count: pageSize)
            let count = try FileTransfer.read(main, into: target, at: offset(of: number))
            // A page that this log created is not in the file yet: nobody can ask for it.
            isWhole = count == pageSize && transfer.decode(block, number: number) == nil
        } catch {
            pool.give(block)
            throw error
        }
        let lsn = PageBlock.lsn(block)
        guard isWhole, lsn < newer.pointee.lsn,
            readers.hasSnapshot(from: lsn, below: newer.pointee.lsn)
        else {
            pool.give(block)
            return
        }
        let parked = VersionPointer.make(number: number, lsn: lsn, bytes: block, source: .memory)
        newer.pointee.older.store(parked, ordering: .releasing)
        cache.add(parked)
        note(parked, endsAt: newer.pointee.lsn)
    }

    /// Lists a version of the main file that is kept for a reader.
    private func note(_ kept: VersionPointer, endsAt endLSN: LSN) {
        keptFromFile.append(
            .init(number: kept.pointee.number, lsn: kept.pointee.lsn, endLSN: endLSN))
        counters.parkedPages.add(1, ordering: .relaxed)
    }

    /// Begins a new generation: everything in the log is in the main file, durably.
    /// Requires: the append lock, and `backfilledLSN == state.lsn`.
    func resetLog(_ log: LogFile) throws(StorageError) {
        for number in logPages {
            try keepLogVersions(of: number)
            if number.rawValue > state.pageCount { try keepDroppedPage(number) }
            if cache.isOverBudget { makeRoom() }
        }
        try beginGeneration(of: log)
        for number in logPages { moveNewestToMain(number) }
        logPages.removeAll(keepingCapacity: true)
        backfilledPageCount = .max
        pagesOnMain = 0
        if hasNoReaderOfDroppedPages { forgetDroppedPages() }
    }

    /// Writes the next generation's header, durable before any frame of it. A part of it says
    /// nothing, so where there was no room for all of it, the log goes on as it is.
    private func beginGeneration(of log: LogFile) throws(StorageError) {
        let next: (generation: LogGeneration, checksum: UInt64)
        do throws(StorageError) {
            next = try log.writeNextSlot(
                base: state.lsn, saltLow: fileSystem.random(), saltHigh: fileSystem.random())
        } catch {
            if case .diskFull = error {} else { failStop(error) }
            throw error
        }
        if level > .off, !options.plants(.skipBarrierAfterReset) { try syncLog(log, orderingSync) }
        log.begin(
            next.generation, checksum: next.checksum, keepsChain: options.plants(.chainFromMemory))
    }

    /// The log's old versions of a page are about to be lost: those that a snapshot needs move
    /// into memory, where the evictor may park them.
    private func keepLogVersions(of number: PageNumber) throws(StorageError) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        guard var newer = table.newest(number) else { return }
        while let current = newer.pointee.older.load(ordering: .relaxed) {
            guard case .log = current.pointee.source else {
                newer = current
                continue
            }
            if readers.hasSnapshot(from: current.pointee.lsn, below: newer.pointee.lsn) {
                _ = try bytes(of: current)
                current.pointee.source = .memory
                counters.parkedPages.add(1, ordering: .relaxed)
                newer = current
            } else {
                unlink(current, after: newer)
            }
        }
    }

    /// The newest version of a page behind the end of the database was never written to the main
    /// file, and is about to be lost with the log: only readers of earlier commits may need it.
    private func keepDroppedPage(_ number: PageNumber) throws(StorageError) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        guard let newest = table.newest(number), case .log = newest.pointee.source else { return }
        let lsn = newest.pointee.lsn
        if readers.hasSnapshot(from: lsn, below: lastShrink) {
            _ = try bytes(of: newest)
            newest.pointee.source = .memory
            superseded.add(.init(number: number, lsn: lsn, endLSN: lastShrink))
            counters.parkedPages.add(1, ordering: .relaxed)
        } else {
            unlink(newest, after: nil)
        }
    }

    private func moveNewestToMain(_ number: PageNumber) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        guard let newest = table.newest(number), case .log = newest.pointee.source else { return }
        newest.pointee.source = .main
        newest.pointee.isOnMain = false
        newest.pointee.deltaCount = 0
        newest.pointee.deltaBytes = 0
        // Without bytes and without older versions it says nothing that the file does not.
        if newest.pointee.bytes.load(ordering: .relaxed) == nil,
            newest.pointee.older.load(ordering: .relaxed) == nil
        {
            unlink(newest, after: nil)
        }
    }

    /// Leaves a database that needs no log: the header says so, durably, before the log goes.
    /// Requires: the append lock, right after a reset.
    func truncateLog(_ log: LogFile) throws(StorageError) {
        var closed = header
        closed.state = state
        closed.lastCheckpointLSN = state.lsn
        closed.logGeneration = 0
        closed.lastGeneration = log.generation.number
        if options.plants(.truncateLogBeforeHeader) { try log.file.setSize(0) }
        try writeGuardedHeader(closed)
        // The file asks for no log any more: whoever commits next starts one, even if this one
        // cannot be cut.
        self.log = nil
        defer { try? log.file.close() }
        try log.file.setSize(0)
    }
}
