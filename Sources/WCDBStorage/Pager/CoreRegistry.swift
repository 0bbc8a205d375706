/// The cores of this process, by file: two stores of one file share everything.
///
/// **Users.** Any thread. The opening lock of the file system is held while a file is opened or
/// closed, so that a file is never opened twice; `lock` is a leaf, held for a look at the table.
final class CoreRegistry: @unchecked Sendable {
    static let shared = CoreRegistry()

    private struct Key: Hashable {
        var fileSystem: ObjectIdentifier
        var device: UInt64
        var inode: UInt64
    }

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var cores: [Key: Core] = [:]

    /// The core of the file at `path`, opened if need be, with one more user.
    func core(
        at path: String, options: StoreOptions, fileSystem: any FileSystem
    ) throws(StorageError) -> Core {
        let canonical = try fileSystem.canonicalPath(of: path)
        fileSystem.openingLock.lock()
        defer { fileSystem.openingLock.unlock() }
        if let identity = try fileSystem.identity(of: canonical),
            let core = lock.withLock({ cores[key(fileSystem, identity)] })
        {
            core.users += 1
            return core
        }
        let core = try DatabaseOpening(
            fileSystem: fileSystem, path: canonical, options: options
        ).run()
        lock.withLock { cores[key(fileSystem, core.identity)] = core }
        return core
    }

    /// One user less; the last one closes the core.
    func release(_ core: Core) throws(StorageError) {
        core.fileSystem.openingLock.lock()
        defer { core.fileSystem.openingLock.unlock() }
        core.users -= 1
        guard core.users == 0 else { return }
        forget(core)
        try core.close()
    }

    /// Forgets a core without closing it properly, as a crash would.
    func abandon(_ core: Core) {
        core.fileSystem.openingLock.lock()
        defer { core.fileSystem.openingLock.unlock() }
        forget(core)
        core.background.stop()
        core.stretchReader.stop()
        try? core.main.unlock()
        try? core.lockFile?.unlock()
    }

    private func forget(_ core: Core) {
        let key = key(core.fileSystem, core.identity)
        lock.withLock { if cores[key] === core { cores[key] = nil } }
    }

    private func key(_ fileSystem: any FileSystem, _ identity: FileIdentity) -> Key {
        Key(
            fileSystem: ObjectIdentifier(fileSystem), device: identity.device,
            inode: identity.inode)
    }
}
