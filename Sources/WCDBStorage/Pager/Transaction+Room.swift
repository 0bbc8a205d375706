extension Transaction {
    /// Takes the room on the disk that the commit needs, where the system can say so ahead: whoever
    /// commits to several files learns of a full disk before the first of them counts.
    package func takeRoomToCommit() throws(StorageError) {
        var (logged, listed) = (0, 0)
        for index in 0..<dirtyCount {
            let page = dirtyPage(index)
            guard !page.isFreed else { continue }
            if case .direct = page.place { listed += 1 } else { logged += 1 }
        }
        // No frame of a page is longer than its image; 64 bytes are more than a header and what a
        // frame is rounded up by, 32 more than a line of a list. The log is written ahead.
        let bytes = logged * (pageSize + 64) + listed * 32 + 2 << 16
        try core.takeRoom(logBytes: Int64(bytes), pageCount: state.pageCount)
    }
}

extension Core {
    fileprivate func takeRoom(logBytes: Int64, pageCount: UInt32) throws(StorageError) {
        appendLock.lock()
        defer { appendLock.unlock() }
        try requireWritable()
        let log = try startedLog()
        try log.file.reserve(offset: log.end, length: logBytes)
        let (size, needed) = (try main.size(), Int64(pageCount) * Int64(pageSize))
        if needed > size { try main.reserve(offset: size, length: needed - size) }
    }
}
