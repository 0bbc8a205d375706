import Synchronization

/// Reading pages before they are asked for: a scan that reads the file in order pays one call for
/// many pages.
extension Core {
    /// Brings the pages from `first` on that have a bit in `wanted` into the cache, as far as the
    /// file has them whole and nobody knows them by then. Never fails: what cannot be had is read,
    /// and refused, when it is asked for.
    ///
    /// Requires: the caller announced the snapshot, and `last` is one of its pages; `memory` is of
    /// `scans`.
    func readAhead(
        from first: PageNumber, through last: PageNumber, _ wanted: UInt32, snapshot: LSN,
        memory: UnsafeMutableRawPointer
    ) {
        guard last > first, !cache.isOverBudget else { return }
        let writes = mainWrites.load(ordering: .sequentiallyConsistent)
        for index in 0..<readWhole(from: first, through: last, into: memory) {
            let number = PageNumber(first.rawValue + UInt32(index))
            guard wanted &>> UInt32(index) & 1 != 0, table.newest(number) == nil else { continue }
            adopt(
                memory + index * pageSize, number: number, snapshot: snapshot, writes: writes,
                isDecoded: false)
        }
    }

    /// Reads consecutive pages from the main file, as many as one stretch has at most; returns how
    /// many came whole.
    func readWhole(
        from first: PageNumber, through last: PageNumber, into memory: UnsafeMutableRawPointer
    ) -> Int {
        let count = min(scans.pageCount, Int(last.rawValue) - Int(first.rawValue) + 1)
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count * pageSize)
        let read = try? FileTransfer.read(main, into: buffer, at: offset(of: first))
        return (read ?? 0) / pageSize
    }

    /// Whether bytes that were read from the main file are a whole page, and what a snapshot sees:
    /// nobody knows another version, and no checkpoint has written meanwhile. Decodes them, if
    /// nobody has.
    func proves(_ place: ScanWindow.Place, number: PageNumber, snapshot: LSN) -> Bool {
        guard table.newest(number) == nil,
            mainWrites.load(ordering: .sequentiallyConsistent) == place.writes
                || options.plants(.scanIgnoresCheckpoint),
            place.isWhole
                ? PageBlock.lsn(place.bytes) <= snapshot
                : transfer.decode(place.bytes, number: number, sums: place.sums) == nil
                    && isSound(place.bytes, number: number, snapshot: snapshot)
        else { return false }
        counters.pagesLoaded.add(1, ordering: .relaxed)
        return true
    }

    private func isSound(
        _ page: UnsafeRawPointer, number: PageNumber, snapshot: LSN
    ) -> Bool {
        guard PageBlock.lsn(page) <= snapshot else { return false }
        return PageValidation.validate(
            page, pageSize: pageSize, usableSize: transfer.usableSize, number: number) == nil
    }

    /// Puts bytes of the main file, decoded or not, into the cache if they are a whole page that
    /// nobody knows.
    func adopt(
        _ bytes: UnsafeRawPointer, number: PageNumber, snapshot: LSN, writes: UInt64,
        isDecoded: Bool
    ) {
        let block = pool.take()
        block.copyMemory(from: bytes, byteCount: pageSize)
        let damage =
            isDecoded
            ? transfer.verify(block, number: number) : transfer.decode(block, number: number)
        guard damage == nil, isSound(block, number: number, snapshot: snapshot) else {
            pool.give(block)
            return
        }
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        // A checkpoint that has written meanwhile may have made these bytes old.
        guard table.newest(number) == nil,
            mainWrites.load(ordering: .sequentiallyConsistent) == writes
                || options.plants(.readAheadIgnoresCheckpoint)
        else {
            pool.give(block)
            return
        }
        let version = VersionPointer.make(
            number: number, lsn: PageBlock.lsn(block), bytes: block, source: .main)
        table.setNewest(version, of: number)
        cache.add(version)
        if !isDecoded { counters.pagesLoaded.add(1, ordering: .relaxed) }
    }
}
