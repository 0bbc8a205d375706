/// Starting a log: before the first frame that counts there is a durable header of the log, and a
/// durable header page that asks for it.
extension Core {
    /// The log, started if there is none: its header is durable, and the file says that it needs
    /// it, before the first frame. Requires: the append lock.
    func startedLog() throws(StorageError) -> LogFile {
        if let log { return log }
        let logPath = StoreFiles.log(path)
        let generation = LogGeneration(
            fileID: fileID, pageSize: pageSize, number: header.lastGeneration &+ 1,
            saltLow: fileSystem.random(), saltHigh: fileSystem.random(), baseLSN: state.lsn)
        let file = try fileSystem.open(logPath, .create)
        do {
            let checksum = try LogFile.writeSlot(generation, to: file)
            let size = try file.size()
            if level > .off {
                try file.sync(.data)
                if !options.plants(.forgetDirectorySync) {
                    try fileSystem.syncDirectory(holding: logPath)
                }
            }
            try LogFile.fillSlot(beside: generation, in: file)
            var changed = header
            changed.state = state
            changed.lastCheckpointLSN = state.lsn
            changed.logGeneration = generation.number
            changed.lastGeneration = generation.number
            try writeGuardedHeader(changed)
            let started = LogFile(
                file: file, transfer: transfer, generation: generation, chain: checksum,
                end: LogFormat.firstFrame, fileSize: min(size, LogFormat.firstFrame))
            log = started
            return started
        } catch {
            try? file.close()
            throw error
        }
    }

    /// Starts the log, if there is none, before the commit that needs it.
    func startLogAhead() throws(StorageError) {
        appendLock.lock()
        defer { appendLock.unlock() }
        try requireWritable()
        _ = try startedLog()
    }
}
