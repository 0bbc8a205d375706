import Synchronization

/// How long the main file is: it grows before a checkpoint needs the room, and is cut where nobody
/// needs what is behind the end.
extension Core {
    /// Takes blocks for the main file before anything is written there: a full disk is found
    /// while the log still has everything. Requires: the checkpoint lock.
    func growMain(toHold pageCount: UInt32) throws(StorageError) {
        let needed = Int64(pageCount) * Int64(pageSize)
        guard needed > mainFileSize else { return }
        let step = Core.growthStep(of: mainFileSize)
        let size = (needed + step - 1) / step * step
        try main.reserve(offset: mainFileSize, length: size - mainFileSize)
        mainFileSize = size
    }

    private static func growthStep(of size: Int64) -> Int64 { min(max(65_536, size / 16), 8 << 20) }

    /// Makes the main file hold all pages before a header says that they are there. Pages that were
    /// taken and given back within one transaction are written nowhere, and blocks that are taken
    /// ahead need not count. The file never becomes shorter: what a writer puts behind these pages
    /// meanwhile is out of reach. Requires: the checkpoint lock.
    func extendMain(toHold pageCount: UInt32) throws(StorageError) {
        let size = Int64(pageCount) * Int64(pageSize)
        guard try main.size() < size else { return }
        try withUnsafeBytes(of: UInt8(0)) { (last) throws(StorageError) in
            try FileTransfer.write(main, last, at: size - 1)
        }
    }

    /// A reader from before the database became shorter still reads the pages behind its end.
    var hasNoReaderOfDroppedPages: Bool { readers.oldestSnapshot >= lastShrink }

    /// Cuts off what lies behind the end of the database, unless somebody may need it: a reader of
    /// an earlier commit, or a writer that has written there already.
    /// Requires: the append lock, and an empty log.
    func shrinkMainFile() throws(StorageError) {
        let end = state.pageCount
        guard shrunkFrom > end || hasUnusedEnd else {
            shrunkFrom = 0
            return
        }
        guard hasNoReaderOfDroppedPages, writerTicket.tryTake() else { return }
        defer { writerTicket.give() }
        forgetDroppedPages()
        try main.setSize(Int64(end) * Int64(pageSize))
        mainFileSize = Int64(end) * Int64(pageSize)
        shrunkFrom = 0
        hasUnusedEnd = false
    }

    /// A process that died may have written far behind the end of the database, for a transaction
    /// that it did not commit: the next reset cuts that off, and leaves alone what is no more than
    /// the blocks that are taken ahead. `size` is what the file had before anything was done to it.
    /// Requires: nobody else has the core.
    func noteUnusedEnd(of size: Int64) {
        let end = Int64(state.pageCount) * Int64(pageSize)
        hasUnusedEnd = size - end > Core.growthStep(of: end)
    }

    /// From now on, pages behind the end of the database are written without the log, whether the
    /// file keeps its length or not. What was known of them must not be taken for their content
    /// then. Requires: no reader sees them.
    func forgetDroppedPages() {
        if shrunkFrom > state.pageCount {
            for number in (state.pageCount + 1)...shrunkFrom {
                forgetVersions(of: PageNumber(number))
            }
        }
        highWaterPageCount.store(state.pageCount, ordering: .releasing)
    }

    private func forgetVersions(of number: PageNumber) {
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        while let newest = table.newest(number) { unlink(newest, after: nil) }
    }

    /// Cuts off what a writer that gives up has written behind everything that was ever committed:
    /// on a full disk its room is what everybody waits for. While a checkpoint is at work, and
    /// where the file cannot be cut, that is left to the next reset of the log. Nobody has seen
    /// these pages, and no log names them, so nothing rests on when the cut becomes durable.
    /// Requires: the writer ticket.
    func cutPages(from first: PageNumber, through last: PageNumber) {
        guard failure.reason == nil else { return }
        if checkpointLock.tryLock() {
            defer { checkpointLock.unlock() }
            if (try? cutMainFile(to: max(offset(of: first), mainFileSize))) != nil { return }
        }
        appendLock.withLock { shrunkFrom = max(shrunkFrom, last.rawValue) }
    }

    /// Never makes the file longer. Requires: the checkpoint lock.
    private func cutMainFile(to size: Int64) throws(StorageError) {
        if try main.size() > size { try main.setSize(size) }
    }
}
