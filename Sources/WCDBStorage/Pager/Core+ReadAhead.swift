import Synchronization

/// Reading pages before they are asked for: a scan that reads the file in order pays one call for
/// many pages.
extension Core {
    /// Pages of one read-ahead.
    static let readAheadCount = 32

    /// Brings the pages from `first` on into the cache, as far as nobody knows them and the file
    /// has them whole. Never fails: what cannot be had is read, and refused, when it is asked for.
    ///
    /// Pages whose bit, counted from `first`, is set in `besides` stay out.
    ///
    /// Requires: the caller announced the snapshot, and `last` is one of its pages; `memory` holds
    /// `readAheadCount` pages.
    func readAhead(
        from first: PageNumber, through last: PageNumber, besides: UInt32, snapshot: LSN,
        memory: UnsafeMutableRawPointer
    ) {
        let count = min(Core.readAheadCount, Int(last.rawValue) - Int(first.rawValue) + 1)
        guard count > 1, !cache.isOverBudget else { return }
        let writes = mainWrites.load(ordering: .sequentiallyConsistent)
        let buffer = UnsafeMutableRawBufferPointer(start: memory, count: count * pageSize)
        guard let read = try? FileTransfer.read(main, into: buffer, at: offset(of: first))
        else { return }
        for index in 0..<read / pageSize {
            let number = PageNumber(first.rawValue + UInt32(index))
            guard besides &>> UInt32(index) & 1 == 0, table.newest(number) == nil else {
                continue
            }
            adopt(memory + index * pageSize, number: number, snapshot: snapshot, writes: writes)
        }
    }

    /// Puts bytes of the main file into the cache if they are a whole page that nobody knows.
    private func adopt(
        _ bytes: UnsafeRawPointer, number: PageNumber, snapshot: LSN, writes: UInt64
    ) {
        let block = pool.take()
        block.copyMemory(from: bytes, byteCount: pageSize)
        guard transfer.decode(block, number: number) == nil, PageBlock.lsn(block) <= snapshot,
            PageValidation.validate(
                block, pageSize: pageSize, usableSize: transfer.usableSize, number: number) == nil
        else {
            pool.give(block)
            return
        }
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        // A checkpoint that has written meanwhile may have made these bytes old.
        guard table.newest(number) == nil,
            mainWrites.load(ordering: .sequentiallyConsistent) == writes
                || plants(.readAheadIgnoresCheckpoint)
        else {
            pool.give(block)
            return
        }
        let version = VersionPointer.make(
            number: number, lsn: PageBlock.lsn(block), bytes: block, source: .main)
        table.setNewest(version, of: number)
        cache.add(version)
        counters.pagesLoaded.add(1, ordering: .relaxed)
    }
}
