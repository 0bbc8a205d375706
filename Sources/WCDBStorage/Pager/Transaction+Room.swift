/// Room on the disk for a commit that is about to come, so that a full disk is found before
/// anything was written that counts.
extension Transaction {
    /// Takes the room on the disk that the commit needs, where the system can say so ahead: whoever
    /// commits to several files learns of a full disk before the first of them counts.
    package func takeRoomToCommit() throws(StorageError) {
        guard hasChanges else { return }
        var (logged, listed, direct) = (0, 0, 0)
        for index in 0..<dirtyCount {
            let page = dirtyPage(index)
            guard !page.isFreed else { continue }
            if case .direct = page.place {
                listed += 1
            } else if directCandidate(index) != nil {
                direct += 1
            } else {
                logged += 1
            }
        }
        let goDirectly = direct >= core.options.directThreshold
        if goDirectly { listed += direct } else { logged += direct }
        // No frame of a page is longer than its image; 64 bytes are more than a header and what a
        // frame is rounded up by, and as many more than a line of a list. The log is written ahead
        // in steps of 64 KiB.
        let bytes = logged * (pageSize + 64) + listed * 64 + 131_072
        try core.takeRoom(
            logBytes: Int64(bytes), pageCount: goDirectly ? state.pageCount : 0)
    }
}

extension Core {
    /// In the log, and in the main file for so many pages. What is taken of the log in vain goes
    /// back at once; of the main file, when it is cut.
    fileprivate func takeRoom(logBytes: Int64, pageCount: UInt32) throws(StorageError) {
        appendLock.lock()
        defer { appendLock.unlock() }
        try requireWritable()
        let log = try startedLog()
        let length = try log.file.size()
        do {
            try log.file.reserve(offset: log.end, length: logBytes)
            let (size, needed) = (try main.size(), Int64(pageCount) * Int64(pageSize))
            if needed > size { try main.reserve(offset: size, length: needed - size) }
        } catch {
            try? log.file.setSize(length)
            throw error
        }
    }
}
