import Synchronization

/// Versions of pages: how a reader finds the one that it may see and loads it, how a commit
/// publishes new ones, and how those go that nobody can see any more.
extension Core {
    // MARK: Reading

    /// The bytes of a page as of `snapshot`, when they are not in memory or not the newest ones.
    ///
    /// Requires: the caller announced the snapshot and an epoch.
    func loadPage(_ number: PageNumber, snapshot: LSN) throws(StorageError)
        -> UnsafeMutableRawPointer
    {
        guard number.isBehindHeaders else {
            throw .corrupt(Corruption(.childPointer, page: number, "a link to a header page"))
        }
        let block = try loadUnderLock(number, snapshot: snapshot)
        if cache.isOverBudget { makeRoom() }
        return block
    }

    private func loadUnderLock(_ number: PageNumber, snapshot: LSN) throws(StorageError)
        -> UnsafeMutableRawPointer
    {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        var tail: VersionPointer?
        var version = table.newest(number)
        while let current = version {
            if current.pointee.lsn <= snapshot { return try bytes(of: current) }
            tail = current
            version = current.pointee.older.load(ordering: .acquiring)
        }
        let block = pool.take()
        do {
            try readMain(number, into: block)
        } catch {
            pool.give(block)
            throw error
        }
        let lsn = PageBlock.lsn(block)
        guard lsn <= snapshot else {
            pool.give(block)
            throw .corrupt(
                Corruption(.lsn, page: number, "the page is of commit \(lsn), after \(snapshot)"))
        }
        let fresh = VersionPointer.make(number: number, lsn: lsn, bytes: block, source: .main)
        if let tail {
            tail.pointee.older.store(fresh, ordering: .releasing)
        } else {
            table.setNewest(fresh, of: number)
        }
        cache.add(fresh)
        return block
    }

    /// The bytes of a version, read again if they left memory. Requires: the shard lock.
    func bytes(of version: VersionPointer) throws(StorageError) -> UnsafeMutableRawPointer {
        if let block = version.pointee.bytes.load(ordering: .acquiring) { return block }
        let block = pool.take()
        do {
            try read(version, into: block)
        } catch {
            pool.give(block)
            throw error
        }
        version.pointee.bytes.store(block, ordering: .releasing)
        table.didChangeBytes(of: version)
        cache.add(version)
        return block
    }

    private func read(_ version: VersionPointer, into block: UnsafeMutableRawPointer)
        throws(StorageError)
    {
        let number = version.pointee.number
        switch version.pointee.source {
        case .main:
            try readMain(number, into: block)
            guard PageBlock.lsn(block) == version.pointee.lsn else {
                throw .corrupt(
                    Corruption(.lsn, page: number, "the file holds another version of the page"))
            }
        case .log(let offset):
            guard let log else {
                throw .corrupt(Corruption(.log, page: number, "there is no log"))
            }
            counters.pagesLoaded.add(1, ordering: .relaxed)
            try log.readVersion(
                number, lsn: version.pointee.lsn, at: offset, main: main, into: block)
            try validate(block, number: number)
        case .parked(let slot):
            try parking.read(slot, number: number, into: block)
            if let corruption = transfer.verify(block, number: number) {
                throw .corrupt(corruption)
            }
        case .memory:
            throw .corrupt(Corruption(.log, page: number, "a version in memory was lost"))
        }
    }

    /// Reads a page of the main file and proves that it is that page.
    func readMain(_ number: PageNumber, into block: UnsafeMutableRawPointer) throws(StorageError) {
        counters.pagesLoaded.add(1, ordering: .relaxed)
        let target = UnsafeMutableRawBufferPointer(start: block, count: pageSize)
        let count = try FileTransfer.read(main, into: target, at: offset(of: number))
        guard count == pageSize else {
            throw .corrupt(
                Corruption(.shortFile, page: number, "the file ends before the page does"))
        }
        if let corruption = transfer.decode(block, number: number) { throw .corrupt(corruption) }
        try validate(block, number: number)
    }

    private func validate(_ block: UnsafeRawPointer, number: PageNumber) throws(StorageError) {
        let corruption = PageValidation.validate(
            block, pageSize: pageSize, usableSize: transfer.usableSize, number: number)
        if let corruption { throw .corrupt(corruption) }
    }

    // MARK: Publishing

    /// Makes a version the newest of its page. Readers do not see it before the commit's state is
    /// published, and the cache does not count it before `settle`. Requires: the append lock.
    func publish(_ version: VersionPointer) {
        let lock = shard(of: version.pointee.number)
        lock.lock()
        let number = version.pointee.number
        version.pointee.older.store(table.newest(number), ordering: .relaxed)
        table.setNewest(version, of: number)
        lock.unlock()
    }

    /// Lets the cache count the newest version of a page, which was just published, and lets go of
    /// the one below it, unless a snapshot needs it. A version that was published without bytes is
    /// not queued here: a reader may have loaded them meanwhile.
    /// Requires: the append lock, and that the commit is published.
    func settle(
        _ page: LoggedPage, by lsn: LSN, oldestSnapshot: LSN,
        garbage: inout [Reclamation.Garbage]
    ) {
        let number = page.number
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        guard let newest = table.newest(number) else { return }
        let isInMemory = page.block != nil
        guard let older = newest.pointee.older.load(ordering: .relaxed) else {
            if isInMemory { cache.append(newest) }
            return
        }
        let olderLSN = older.pointee.lsn
        let first = olderLSN &+ (options.plants(.releaseNeededVersion) ? 1 : 0)
        if oldestSnapshot < lsn, readers.hasSnapshot(from: first, below: lsn) {
            superseded.add(.init(number: number, lsn: olderLSN, endLSN: lsn))
            if isInMemory { cache.append(newest) }
        } else {
            if isInMemory {
                cache.append(newest, replacing: older)
            } else {
                cache.remove(older)
            }
            if let block = takeOut(older, after: newest) { garbage.append(.block(block)) }
            garbage.append(.version(older))
        }
    }

    /// Commits ask from now on whether what a checkpoint has kept is needed. Requires: the
    /// checkpoint lock and the append lock.
    func addKeptFromFile() {
        for entry in keptFromFile { superseded.add(entry) }
        keptFromFile.removeAll(keepingCapacity: true)
    }

    /// Lets go of versions that were needed once and are no more. Requires: the append lock.
    func drainSuperseded(limit: Int) {
        guard !superseded.isEmpty else { return }
        superseded.drain(limit: limit) { entry in
            readers.hasSnapshot(from: entry.lsn, below: entry.endLSN)
        } release: { entry in
            unlink(entry.number, lsn: entry.lsn)
        }
    }

    private func unlink(_ number: PageNumber, lsn: LSN) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        var previous: VersionPointer?
        var version = table.newest(number)
        while let current = version {
            if current.pointee.lsn == lsn {
                unlink(current, after: previous)
                return
            }
            previous = current
            version = current.pointee.older.load(ordering: .relaxed)
        }
    }

    /// Takes a version out of its chain. Requires: the shard lock.
    func unlink(_ version: VersionPointer, after previous: VersionPointer?) {
        cache.remove(version)
        if let block = takeOut(version, after: previous) { reclamation.retire(block: block) }
        reclamation.retire(version: version)
    }

    /// Takes a version that the cache has forgotten out of its chain; it and the block that is
    /// returned are to be retired. Requires: the shard lock.
    private func takeOut(
        _ version: VersionPointer, after previous: VersionPointer?
    ) -> UnsafeMutableRawPointer? {
        let older = version.pointee.older.load(ordering: .relaxed)
        if let previous {
            previous.pointee.older.store(older, ordering: .releasing)
        } else {
            table.setNewest(older, of: version.pointee.number)
        }
        if case .parked(let slot) = version.pointee.source { parking.free(slot) }
        let block = version.pointee.bytes.load(ordering: .relaxed)
        if block != nil { cache.discount() }
        return block
    }

    // MARK: Evicting

    /// Evicts until the budget is kept, or nothing more can leave.
    func makeRoom() {
        // Twice round the queue at most: once to take the second chances away.
        var attempts = 0
        let most = 2 * (cache.residentBytes.load(ordering: .relaxed) / cache.blockSize) + 2
        while cache.isOverBudget, attempts < most, let candidate = cache.popFirst() {
            attempts += 1
            evict(candidate)
        }
        reclamation.collect()
    }

    /// Lets the bytes of a version that was popped leave memory, if it is still in its chain.
    func evict(_ candidate: PageCache.Candidate) {
        let (number, version) = (candidate.number, candidate.version)
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        var previous: VersionPointer?
        var current = table.newest(number)
        while current != version {
            // No longer in the chain: it was unlinked, and maybe freed, since it was popped.
            guard let step = current else { return }
            previous = step
            current = step.pointee.older.load(ordering: .relaxed)
        }
        // It was unlinked, and its memory is that of another version of the page: of a newer one,
        // which a commit will queue that is not done with it, or of the same one, read again.
        guard version.pointee.lsn == candidate.lsn, !cache.hasQueued(version) else { return }
        guard let block = version.pointee.bytes.load(ordering: .relaxed) else { return }
        if previous == nil, table.takeSecondChance(number) {
            cache.append(version)
            return
        }
        switch version.pointee.source {
        case .main where version.pointee.older.load(ordering: .relaxed) == nil:
            unlink(version, after: previous)
            return
        case .memory:
            guard park(version, bytes: block) else {
                cache.append(version)
                return
            }
        case .main, .log, .parked: break
        }
        version.pointee.bytes.store(nil, ordering: .releasing)
        table.didChangeBytes(of: version)
        cache.discount()
        reclamation.retire(block: block)
    }

    /// Moves a version that exists nowhere else into the parking file. Requires: the shard lock.
    private func park(_ version: VersionPointer, bytes: UnsafeRawPointer) -> Bool {
        guard let slot = try? parking.write(bytes, number: version.pointee.number) else {
            return false
        }
        version.pointee.source = .parked(slot)
        return true
    }

    /// What contradicts the rule that a version is in the queue exactly while it has bytes; nil if
    /// nothing does. For tests. Requires: no transaction is active.
    func contradictionInCache() -> String? {
        checkpointLock.lock()
        defer { checkpointLock.unlock() }
        var resident: Set<VersionPointer> = []
        table.forEach { newest in
            var version: VersionPointer? = newest
            while let current = version {
                if current.pointee.bytes.load(ordering: .relaxed) != nil {
                    resident.insert(current)
                }
                version = current.pointee.older.load(ordering: .relaxed)
            }
        }
        guard let queue = cache.queue(atMost: resident.count) else {
            return "the queue of the cache is broken"
        }
        let missing = resident.subtracting(queue)
        guard missing.isEmpty, queue.count == resident.count else {
            return "\(queue.count) of \(resident.count) versions with bytes are queued"
        }
        let counted = cache.residentBytes.load(ordering: .relaxed) / cache.blockSize
        return counted == queue.count ? nil : "\(counted) of \(queue.count) versions are counted"
    }

    /// Empties the cache of everything that can be read again.
    func purge() {
        let budget = cache.budget.load(ordering: .relaxed)
        cache.budget.store(0, ordering: .relaxed)
        makeRoom()
        cache.budget.store(budget, ordering: .relaxed)
        reclamation.collect()
        scans.purge()
    }
}

extension PageBlock {
    @inline(__always)
    static func lsn(_ block: UnsafeRawPointer) -> LSN {
        UInt64(littleEndian: block.load(fromByteOffset: PageHeader.lsn, as: UInt64.self))
    }

    @inline(__always)
    static func number(_ block: UnsafeRawPointer) -> PageNumber {
        let number = block.load(fromByteOffset: PageHeader.pageNumber, as: UInt32.self)
        return PageNumber(UInt32(littleEndian: number))
    }

    @inline(__always)
    static func tree(_ block: UnsafeRawPointer) -> TreeID {
        TreeID(UInt32(littleEndian: block.load(fromByteOffset: PageHeader.tree, as: UInt32.self)))
    }
}
