import Synchronization

/// Carrying out what `LogRecovery` decided: what the log says comes into the main file before
/// anybody reads it.
extension Core {
    /// Makes the database what the log says; afterwards the log is empty (or, where nothing may
    /// be written, laid over the file in memory).
    func recover(_ plan: LogRecovery.Plan) throws(StorageError) {
        guard let scanned = plan.log, let file = plan.logFile, let bytes = plan.accepted else {
            return
        }
        defer { bytes.deallocate() }
        // A log that the file does not ask for was being started, or ended. Its name may not be
        // durable: the next commit starts it properly.
        if scanned.commits.isEmpty, header.logGeneration == 0, !plan.repairsHeader {
            try? file.close()
            guard !isReadOnly, level > .off else { return }
            try settleHeader()
            return try main.sync(.data)
        }
        let end = scanned.commits.last?.end ?? LogFormat.firstFrame
        let log = LogFile(
            file: file, transfer: transfer, generation: scanned.generation,
            chain: scanned.commits.last?.chain ?? scanned.firstChain, end: end,
            fileSize: Int64(bytes.count))
        self.log = log
        indexFrames(of: scanned)
        guard !isReadOnly else { return }
        pagesOnMain = logPages.count { table.newest($0)?.pointee.isOnMain == true }
        backfilledLSN = scanned.generation.baseLSN
        syncedLSN = scanned.attestedLSN
        // Those who committed at a higher level are owed its care until their log is copied.
        for commit in scanned.commits { promise(commit.record.syncLevel) }
        defer { promisedCare.store(.off, ordering: .releasing) }
        do {
            try proveDeltas()
            try settle(log, accepted: bytes, end: Int(end), plan: plan)
        } catch {
            try? file.close()
            throw error
        }
    }

    /// Rewrites what was accepted before anything relies on it (the system's cache may hold bytes
    /// that the disk does not), copies it into the main file, and begins a new generation, so that
    /// leftovers of a torn tail never share one with new commits.
    private func settle(
        _ log: LogFile, accepted: UnsafeMutableRawBufferPointer, end: Int,
        plan: LogRecovery.Plan
    ) throws(StorageError) {
        // A log without frames may be shorter than where frames begin.
        let known = UnsafeRawBufferPointer(accepted)[..<min(end, accepted.count)]
        try FileTransfer.write(log.file, UnsafeRawBufferPointer(rebasing: known), at: 0)
        try settleMain(plan)
        try log.file.sync(.data)
        syncedLSN = state.lsn
        if plan.repairsHeader { try repairHeader(plan.header) }
        if log.length > 0 {
            _ = try checkpoint(.restart)
        }
        if let log = self.log, log.length > 0 {
            // Only maintenance records: nothing to copy.
            appendLock.lock()
            defer { appendLock.unlock() }
            try resetLog(log)
        }
    }

    /// What recovery has seen of the main file may be in the system's cache only, because a process
    /// died before its sync: the header page that names this log, direct pages, the file's length.
    /// All of it must be durable before the log says more.
    private func settleMain(_ plan: LogRecovery.Plan) throws(StorageError) {
        let attested = plan.log?.attestedLSN ?? 0
        let direct = plan.log?.neededDirectPages ?? []
        try rewriteMain(direct.lazy.filter { $0.lsn > attested }.map(\.number))
        let last = PageNumber(state.pageCount)
        if mainFileSize >= offset(of: last) + Int64(pageSize) {
            try rewriteMain(CollectionOfOne(last))
        }
        // Page 1 is durable before the first commit.
        if plan.log?.commits.isEmpty == true { try settleHeader() }
        directCommits += 1
        try syncDirectPages(level: .full)
    }

    /// Page 1 may be in the system's cache only, or in one that a failed sync has called clean. If
    /// it says what the mirror says, that was durable before page 1 was written: it is written
    /// again, so that it is durable before the mirror is touched. If not, the mirror was being
    /// written, and page 1 was durable before.
    private func settleHeader() throws(StorageError) {
        let first = DatabaseHeader.pageNumber
        guard let header = try readHeader(first),
            header == (try readHeader(DatabaseHeader.mirrorPageNumber))
        else { return }
        try rewriteMain(CollectionOfOne(first))
    }

    /// Writes pages of the main file again, to the letter: after a sync that failed the system
    /// calls clean what it never wrote, and the next sync would promise nothing.
    private func rewriteMain(_ numbers: some Sequence<PageNumber>) throws(StorageError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pageSize, alignment: 4096)
        defer { buffer.deallocate() }
        for number in numbers {
            try FileTransfer.readFully(main, into: buffer, at: offset(of: number))
            try FileTransfer.write(main, UnsafeRawBufferPointer(buffer), at: offset(of: number))
        }
    }

    private func repairHeader(_ found: DatabaseHeader) throws(StorageError) {
        var repaired = found
        repaired.logGeneration = log?.generation.number ?? found.logGeneration
        try writeHeaderBehindMirror(repaired)
    }

    /// Puts the frames of the log into the page table, as versions to be read on demand.
    private func indexFrames(of scanned: ScannedLog) {
        for frame in scanned.frames where frame.number.isBehindHeaders {
            let older = table.newest(frame.number)
            let version = VersionPointer.make(
                number: frame.number, lsn: frame.lsn, bytes: nil, source: .log(frame.offset))
            if !frame.isImage {
                let continues = frame.isOnMain ? nil : older
                version.pointee.isOnMain = continues?.pointee.isOnMain ?? true
                version.pointee.deltaCount = (continues?.pointee.deltaCount ?? 0) &+ 1
                version.pointee.deltaBytes =
                    (continues?.pointee.deltaBytes ?? 0) &+ frame.payloadLength
            }
            if let older {
                // Nobody reads yet: only the newest version counts.
                older.destroy()
            } else {
                logPages.append(frame.number)
            }
            table.setNewest(version, of: frame.number)
        }
    }
}
