import Synchronization

/// Pages that have only deltas in the log, when a checkpoint is about to overwrite what the deltas
/// are laid over. What a torn write leaves is a mixture of bytes from before and after it, and
/// deltas bring all bytes that differ; so they need no image, as long as sectors do not break.
extension Core {
    /// Whether pages get an image before they are overwritten: commits at the level EXTRA do not
    /// rely on sectors that hold, when the power fails, what was there or what was to be there.
    var logsImages: Bool {
        level == .extra && !options.plants(.skipImagesBeforeBackfill)
    }

    /// This many images get a commit record of their own, and commits a chance between them.
    static let imagesPerRecord = 256

    /// Logs the newest version of each of `pages` that begins with the page in the main file: a
    /// commit record of its own that repeats the LSN. Requires: the append lock.
    func appendImages(
        of pages: ArraySlice<PageNumber>, to log: LogFile
    ) throws(StorageError) {
        let state = state
        log.beginTransaction()
        var offsets: [(version: VersionPointer, offset: Int64)] = []
        for number in pages where number.rawValue <= state.pageCount {
            guard let version = table.newest(number), version.pointee.isOnMain else { continue }
            let age = state.lsn &- version.pointee.lsn
            guard age <= LSN(UInt32.max) else {
                throw .limit("a log of 2³² commits")
            }
            offsets.append((version, log.buffer.end))
            try appendImage(of: version, lsn: state.lsn, age: UInt32(age), to: log)
            try log.flushIfLarge()
            if cache.isOverBudget { makeRoom() }
        }
        guard !offsets.isEmpty else { return }
        _ = try finish(
            log, state: state, frameCount: UInt32(offsets.count), level: level,
            isMaintenance: true)
        for entry in offsets { restOnImage(entry.version, at: entry.offset) }
        pagesOnMain -= offsets.count
    }

    private func appendImage(
        of version: VersionPointer, lsn: LSN, age: UInt32, to log: LogFile
    ) throws(StorageError) {
        let number = version.pointee.number
        let lock = shard(of: number)
        lock.lock()
        defer { lock.unlock() }
        let block = try bytes(of: version)
        // Once more, so that damage in memory does not become damage on the disk.
        if let corruption = transfer.verify(block, number: number) { throw .corrupt(corruption) }
        log.buffer.addImage(
            block, pageSize: pageSize, number: number, lsn: lsn, age: age, elidesGap: true)
    }

    /// From now on a version is read from its image.
    private func restOnImage(_ version: VersionPointer, at offset: Int64) {
        let lock = shard(of: version.pointee.number)
        lock.lock()
        defer { lock.unlock() }
        version.pointee.source = .log(offset)
        version.pointee.isOnMain = false
        version.pointee.deltaCount = 0
        version.pointee.deltaBytes = 0
    }

    /// Puts together each page that has no image in the log, before recovery writes anything: what
    /// its deltas were made from may be damaged, and then the files stay as they are. What the
    /// newest commit has dropped is nobody's.
    func proveDeltas() throws(StorageError) {
        let pageCount = state.pageCount
        for number in logPages where number.rawValue <= pageCount {
            guard let version = table.newest(number), version.pointee.isOnMain else { continue }
            let lock = shard(of: number)
            lock.lock()
            do {
                defer { lock.unlock() }
                _ = try bytes(of: version)
            }
            if cache.isOverBudget { makeRoom() }
        }
    }

    /// The page in the main file is about to become `newer`: the deltas of older versions do not
    /// lead back from there, so from now on these are in memory. Requires: the shard lock.
    func keepVersionsOnMain(below newer: VersionPointer) throws(StorageError) {
        var version = newer.pointee.older.load(ordering: .relaxed)
        while let current = version {
            if current.pointee.isOnMain, case .log = current.pointee.source {
                _ = try bytes(of: current)
                current.pointee.source = .memory
                current.pointee.isOnMain = false
                counters.parkedPages.add(1, ordering: .relaxed)
            }
            version = current.pointee.older.load(ordering: .relaxed)
        }
    }
}
