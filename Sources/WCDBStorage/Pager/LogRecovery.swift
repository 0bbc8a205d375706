/// Decides from the bytes on the disk what the database is: a pure function of them.
///
/// The rules are those of Spec/wal.md, "Recovery". Nothing is written here.
struct LogRecovery {
    let fileSystem: any FileSystem
    let path: String
    let options: StoreOptions
    let isReadOnly: Bool
    /// Page 1 and its mirror, when they are whole.
    let first: DatabaseHeader?
    let mirror: DatabaseHeader?
    let main: any OpenFile
    /// Its size in bytes.
    let mainSize: Int64

    /// What recovery found and what is to be done.
    struct Plan {
        /// The header to go on with, its state that of the last commit.
        var header: DatabaseHeader
        /// Page 1 is damaged, and the log explains it: it must be written again.
        var repairsHeader = false
        var log: ScannedLog?
        /// The bytes of the log up to the end of what counts.
        var accepted: UnsafeMutableRawBufferPointer?
        var logFile: (any OpenFile)?
    }

    mutating func plan() throws(StorageError) -> Plan {
        let logPath = StoreFiles.log(path)
        guard let identity = try fileSystem.identity(of: logPath), identity.size > 0 else {
            let plan = try planWithoutLog()
            try checkClaims(plan)
            return plan
        }
        let file = try fileSystem.open(logPath, isReadOnly ? .readOnly : .readWrite)
        do {
            return try plan(file, size: Int(identity.size))
        } catch {
            try? file.close()
            throw error
        }
    }

    private func planWithoutLog() throws(StorageError) -> Plan {
        guard let first else {
            throw .corrupt(
                Corruption(
                    .header, page: DatabaseHeader.pageNumber,
                    "the header page is damaged and no log explains it"))
        }
        guard first.logGeneration == 0 else {
            throw .missingLog(
                path: path, reason: "the file needs its log of generation \(first.logGeneration)")
        }
        return Plan(header: first)
    }

    private func plan(_ file: any OpenFile, size: Int) throws(StorageError) -> Plan {
        guard let header = first ?? mirror else {
            throw .notADatabase(path: path, reason: "neither header page is whole")
        }
        // A damaged directory entry, or a hostile file, may claim any size.
        try LargeMemory.admit(byteCount: size)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        var keeps = false
        defer { if !keeps { bytes.deallocate() } }
        let count = try FileTransfer.read(file, into: bytes, at: 0)
        let known = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count])
        guard var log = LogScanner.scan(known, pageSize: header.pageSize) else {
            return try planWithDeadLog(header, file: file, bytes: known)
        }
        try checkPairing(log, header: header)
        if let reason = log.generation.unknown { throw .newerFormat(path: path, reason: reason) }
        try cutUnsyncedDirectPages(&log, header: header)
        try checkReach(log, header: header)
        var plan = Plan(header: header)
        if let last = log.commits.last { plan.header.state = last.record.state }
        try explainDamagedHeader(&plan, log: log)
        plan.log = log
        try checkClaims(plan)
        plan.accepted = bytes
        plan.logFile = file
        keeps = true
        return plan
    }

    /// No slot of the log is whole. A log in the making is harmless if the file needs none.
    private func planWithDeadLog(
        _ header: DatabaseHeader, file: any OpenFile, bytes: UnsafeRawBufferPointer
    ) throws(StorageError) -> Plan {
        guard first != nil, header.logGeneration == 0 else {
            throw .corrupt(Corruption(.log, "both header slots of the log are damaged"))
        }
        guard mayBeInMaking(bytes),
            !bytes.dropFirst(Int(LogFormat.firstFrame)).contains(where: { $0 != 0 })
        else {
            throw .foreignLog(path: path, reason: "the log is not one of ours")
        }
        try? file.close()
        let plan = Plan(header: header)
        try checkClaims(plan)
        return plan
    }

    /// Whether somebody may have been writing the slots: there is nothing but parts of them, except
    /// in one slot, which is one sector of some disks, and may hold anything if it was being
    /// written (level EXTRA).
    private func mayBeInMaking(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let slots = bytes.prefix(Int(LogFormat.firstFrame))
        let sectorSize = FileTransfer.sectorSize
        let strange = stride(from: 0, to: slots.count, by: sectorSize).filter { start in
            let sector = UnsafeRawBufferPointer(rebasing: slots[start...].prefix(sectorSize))
            return !LogFormat.maySlotSector(sector, at: start)
        }
        if strange.isEmpty { return true }
        let strangeSlots = Set(strange.map { $0 / LogFormat.slotSize })
        return bytes.count.isMultiple(of: sectorSize) && strangeSlots.count == 1
    }

    /// What the database says of itself must be possible. By its size memory is taken: its pages
    /// lie in the main file, or behind it in a group whose map page is in the log.
    private func checkClaims(_ plan: Plan) throws(StorageError) {
        let header = plan.header
        let usableSize = header.pageSize - (options.codec?.reservedBytes ?? 0)
        let logged = (plan.log?.frames.count ?? 0) + (plan.log?.directPages.count ?? 0)
        let most =
            mainSize / Int64(header.pageSize)
            + Int64(logged) * Int64(SpaceMap(usableSize: usableSize).pagesPerMap)
        let commits = plan.log?.commits.map(\.record.state.pageCount) ?? []
        let count = Int64(max(commits.max() ?? 0, header.state.pageCount))
        let least = DatabaseHeader.firstOrdinaryPage.rawValue - 1
        guard header.state.pageCount >= least, count <= most else {
            throw .corrupt(
                Corruption(.shortFile, "\(count) pages cannot be in \(mainSize) bytes"))
        }
        // Half of the numbers are left to go on with: they are never used up.
        guard max(header.state.lsn, header.lastGeneration) <= DatabaseHeader.largestCount / 2 else {
            throw .corrupt(Corruption(.header, "a number of a commit that nobody counts to"))
        }
        guard header.state.freeCount < header.state.pageCount else {
            throw .corrupt(Corruption(.count, "\(header.state.freeCount) of \(count) are free"))
        }
    }

    private func checkPairing(
        _ log: ScannedLog, header: DatabaseHeader
    ) throws(StorageError) {
        guard log.generation.fileID == header.fileID, log.generation.pageSize == header.pageSize
        else { throw .foreignLog(path: path, reason: "the log belongs to another file") }
        guard log.generation.number >= header.logGeneration else {
            throw .missingLog(
                path: path,
                reason: "the log is of generation \(log.generation.number), the file needs "
                    + "\(header.logGeneration)")
        }
        try checkAge(log, header: header)
    }

    /// A main file that was put back from a copy meets a log that went on without it, and a copy
    /// may meet the log of its twin. A generation begins behind a commit that a checkpoint has
    /// brought into the file; and of a file that needs no log, because it was closed, a log knows
    /// nothing new. (At level OFF the header page may have been lost.)
    private func checkAge(_ log: ScannedLog, header: DatabaseHeader) throws(StorageError) {
        let known = header.lastCheckpointLSN
        // One that nobody asks for, and that has nothing, is begun anew.
        if log.commits.isEmpty, header.logGeneration == 0 { return }
        guard log.generation.baseLSN <= known else {
            throw .foreignLog(
                path: path,
                reason: "the log goes on from commit \(log.generation.baseLSN), the file ends at "
                    + "\(known): it is an older state of the file")
        }
        guard let last = log.commits.last else { return }
        guard
            header.logGeneration != 0 || last.record.state.lsn <= known
                || last.record.syncLevel == .off
        else {
            throw .foreignLog(
                path: path,
                reason: "the file was closed after commit \(known), the log has commit "
                    + "\(last.record.state.lsn): it is that of another copy of the file")
        }
    }

    /// A legal log reaches what a checkpoint has copied, and what any record says was durable.
    private func checkReach(
        _ log: ScannedLog, header: DatabaseHeader
    ) throws(StorageError) {
        let reached = log.commits.last?.record.state.lsn ?? log.generation.baseLSN
        let owed = max(log.attestedLSN, header.lastCheckpointLSN)
        guard reached < owed else { return }
        if reached == log.generation.baseLSN, log.commits.isEmpty,
            header.lastGeneration > log.generation.number
        {
            throw .missingLog(path: path, reason: "the log is older than the file")
        }
        throw .corrupt(
            Corruption(
                .log, "the log ends at commit \(reached), but \(owed) was durable: content was lost"
            ))
    }

    /// Pages that were written straight to the main file count only if they arrived; a commit
    /// whose pages did not is where the log ends, unless they were durable once.
    private func cutUnsyncedDirectPages(
        _ log: inout ScannedLog, header: DatabaseHeader
    ) throws(StorageError) {
        guard !log.directPages.isEmpty, !options.plants(.skipDirectVerification)
        else { return }
        var proven = Set<PageNumber>()
        while let bad = try firstMissing(log, header: header, proven: &proven) {
            guard bad > log.attestedLSN else {
                throw .corrupt(
                    Corruption(.log, "pages of commit \(bad) are damaged, and were durable once"))
            }
            cut(&log, before: bad)
        }
    }

    private func firstMissing(
        _ log: ScannedLog, header: DatabaseHeader, proven: inout Set<PageNumber>
    ) throws(StorageError) -> LSN? {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: header.pageSize, alignment: 16)
        defer { buffer.deallocate() }
        for page in log.neededDirectPages where !proven.contains(page.number) {
            let offset = page.number.offset(pageSize: header.pageSize)
            let count = try FileTransfer.read(main, into: buffer, at: offset)
            guard count == header.pageSize, holds(buffer, page, header: header) else {
                return page.lsn
            }
            proven.insert(page.number)
        }
        return nil
    }

    private func holds(
        _ buffer: UnsafeMutableRawBufferPointer, _ page: ScannedLog.DirectPage,
        header: DatabaseHeader
    ) -> Bool {
        guard let base = buffer.baseAddress else { return false }
        let transfer = PageTransfer(
            pageSize: header.pageSize, fileID: header.fileID, codec: options.codec)
        return transfer.holds(base, number: page.number, checksum: page.checksum)
    }

    /// Forgets the commit `lsn` and everything after it.
    private func cut(_ log: inout ScannedLog, before lsn: LSN) {
        while let last = log.commits.last, last.record.state.lsn >= lsn {
            log.commits.removeLast()
        }
        log.frames.removeLast(log.frames.count - (log.commits.last?.frameCount ?? 0))
        log.directPages.removeLast(
            log.directPages.count - (log.commits.last?.directCount ?? 0))
        log.hasTornTail = true
    }

    /// Page 1 is damaged: a checkpoint that was writing it has logged it before, and a log that
    /// has no commit yet was being started. Anything else is damage.
    private func explainDamagedHeader(
        _ plan: inout Plan, log: ScannedLog
    ) throws(StorageError) {
        guard first == nil else { return }
        let isLogged = log.frames.contains { $0.number == DatabaseHeader.pageNumber }
        // The mirror is written first: it says already what page 1 was about to say, that the log
        // begins, or that the file is closed and needs none.
        let header = plan.header
        let isStarting =
            log.commits.isEmpty
            && (header.logGeneration == log.generation.number
                || header.logGeneration == 0
                    && header.lastGeneration == log.generation.number)
        guard isLogged || isStarting else {
            throw .corrupt(
                Corruption(
                    .header, page: DatabaseHeader.pageNumber,
                    "the header page is damaged and the log does not explain it"))
        }
        plan.repairsHeader = true
    }
}
