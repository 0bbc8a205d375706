/// Whether the names of the files still lead to them: what is written to a file that nobody finds
/// is lost, and who took the name away may have put another database there.
extension Core {
    /// In nanoseconds. To ask for the link count takes one call, to follow the path takes several:
    /// so often, neither shows beside a transaction.
    private static let linkCheckInterval: UInt64 = 1_000_000
    private static let pathCheckInterval: UInt64 = 100_000_000

    /// Whether the path still leads to the open file: its link count once in a millisecond, the
    /// path itself ten times a second. Requires: the writer ticket.
    func checkPath() throws(StorageError) {
        let now = fileSystem.now()
        guard now &- lastLinkCheck > Core.linkCheckInterval else { return }
        let opened = try main.identity()
        guard opened.linkCount > 0 else { throw .fileMovedOrDeleted(path: path) }
        if now &- lastPathCheck > Core.pathCheckInterval {
            try requirePath()
            lastPathCheck = now
            checksLog = true
        }
        lastLinkCheck = now
    }

    /// Throws if the path leads elsewhere, or nowhere, or if the lock file was taken away: then
    /// another process may be at the database.
    func requirePath() throws(StorageError) {
        guard try fileSystem.identity(of: path)?.key == identity.key else {
            throw .fileMovedOrDeleted(path: path)
        }
        guard let lockFile else { return }
        guard try owner.isCurrent(lockFile) else {
            throw .fileMovedOrDeleted(path: StoreFiles.lock(path))
        }
    }

    /// Throws if the log was taken away: what is written there nobody would find. Asked for as
    /// often as the path. Requires: the writer ticket and the append lock.
    func requireLog(_ log: LogFile) throws(StorageError) {
        guard checksLog else { return }
        let logPath = StoreFiles.log(path)
        guard try fileSystem.identity(of: logPath)?.key == log.file.identity().key else {
            throw .fileMovedOrDeleted(path: logPath)
        }
        checksLog = false
    }
}
