import Synchronization

/// The end of a core: the last user leaves a database that is one file, and what it left behind
/// otherwise goes away.
extension Core {
    /// Ends the life of the core: everything goes into the one file, and the others go away.
    func close() throws(StorageError) {
        background.stop()
        stretchReader.stop()
        defer { closeFiles() }
        guard !isReadOnly, failure.reason == nil, !isSuspended.load(ordering: .acquiring) else {
            return
        }
        try requirePath()
        _ = try checkpoint(.truncate)
        guard log == nil else {
            throw .corrupt(Corruption(.log, "what it holds could not be brought into the file"))
        }
        try giveBackBlocks()
        let logPath = StoreFiles.log(path)
        if try fileSystem.identity(of: logPath) != nil { try fileSystem.remove(logPath) }
        // Whoever finds the name of the lock free finds the file free too.
        try? main.unlock()
        if let lockFile { owner.giveBack(lockFile) }
        if level > .off { try fileSystem.syncDirectory(holding: path) }
    }

    /// Blocks that were taken ahead of need go back. A file that is cut to the size that it has
    /// counts as changed, and the time of the last change is how others see that a file is not as
    /// they knew it: so it is not cut without need.
    private func giveBackBlocks() throws(StorageError) {
        let size = Int64(state.pageCount) * Int64(pageSize)
        if try main.size() != size { try main.setSize(size) }
    }

    private func closeFiles() {
        try? log?.file.close()
        try? main.close()
        // A reader leaves no more behind than it found. What is lent has another owner.
        let isLent = isSuspended.load(ordering: .acquiring)
        if isReadOnly, !isLent, let lockFile { owner.giveBack(lockFile) }
        try? lockFile?.close()
    }
}
