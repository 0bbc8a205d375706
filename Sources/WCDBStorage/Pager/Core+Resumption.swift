import Synchronization

/// Lending the file to another process, and taking it back.
extension Core {
    /// Makes every commit durable and releases the lock; nothing is written until `resume`.
    func suspend() throws(StorageError) {
        try writerTicket.take(until: nil)
        defer { writerTicket.give() }
        fileSystem.openingLock.lock()
        defer { fileSystem.openingLock.unlock() }
        guard !isSuspended.load(ordering: .acquiring) else { return }
        // Of what could not be written more nobody can be kept from trying.
        if !isReadOnly, failure.reason == nil { try flush() }
        // A checkpoint that is under way comes to its end first.
        checkpointLock.lock()
        defer { checkpointLock.unlock() }
        isSuspended.store(true, ordering: .releasing)
        do {
            try main.unlock()
            try lockFile?.unlock()
        } catch {
            if !isReadOnly { try? owner.take(main) }
            isSuspended.store(false, ordering: .releasing)
            throw error
        }
    }

    /// Takes the lock again and goes on, if the files are what they were.
    func resume() throws(StorageError) {
        fileSystem.openingLock.lock()
        defer { fileSystem.openingLock.unlock() }
        guard isSuspended.load(ordering: .acquiring) else { return }
        try takeLockBack()
        do throws(StorageError) {
            if !isReadOnly { try owner.take(main) }
            try requireUnchanged()
            // Whoever had it may have given back blocks that were taken ahead.
            let size = try main.size()
            checkpointLock.withLock { mainFileSize = size }
        } catch {
            try? main.unlock()
            try? lockFile?.unlock()
            throw error
        }
        isSuspended.store(false, ordering: .releasing)
    }

    /// Whoever had the file meanwhile has removed the lock file when leaving: a lock on what is no
    /// longer there would exclude nobody.
    private func takeLockBack() throws(StorageError) {
        guard let held = lockFile else { return }
        guard try owner.isCurrent(held) else {
            lockFile = try owner.take()
            try? held.close()
            return
        }
        guard try held.tryLock() else { throw .lockedByAnotherProcess(path: path) }
        guard try owner.isCurrent(held) else {
            try held.unlock()
            throw .lockedByAnotherProcess(path: path)
        }
    }

    /// Whether the files are what they were; if not, this core can only be closed.
    ///
    /// Whoever opens the file with frames in its log begins a new generation of it; whoever starts
    /// or ends a log says so in the header page; and everybody else who commits adds to the log.
    /// So the generation in the header and the end of the log tell it all. What else the header
    /// page says does not count: a checkpoint that did not come to its end may have written it.
    private func requireUnchanged() throws(StorageError) {
        try requirePath()
        let onDisk = try readHeader(DatabaseHeader.pageNumber)
        guard let onDisk, onDisk.fileID == header.fileID, hasKnownGeneration(onDisk),
            try isLogUnchanged()
        else {
            failure.set("another process changed the file while this one was suspended")
            throw .failStopped(reason: failure.reason ?? "")
        }
    }

    /// The header in the file may name the running generation before the one in memory does.
    private func hasKnownGeneration(_ onDisk: DatabaseHeader) -> Bool {
        guard let log else {
            return onDisk.logGeneration == 0 && onDisk.lastGeneration == header.lastGeneration
        }
        return onDisk.logGeneration == header.logGeneration
            || onDisk.logGeneration == log.generation.number
    }

    private func isLogUnchanged() throws(StorageError) -> Bool {
        guard let log else { return true }
        let size = Int(try log.file.size())
        try LargeMemory.admit(byteCount: size)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        defer { bytes.deallocate() }
        let count = try FileTransfer.read(log.file, into: bytes, at: 0)
        let known = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[..<count])
        guard let found = LogScanner.scan(known, pageSize: pageSize),
            found.generation == log.generation
        else { return false }
        guard let last = found.commits.last else { return log.length == 0 }
        // What pads the last commit lies between its end and that of the log.
        return last.record.state == state && last.end <= log.end
    }
}
