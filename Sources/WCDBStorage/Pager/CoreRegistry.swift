/// The cores of this process, by file: two stores of one file share everything.
///
/// **Users.** Any thread; guarded by `lock`, which is held while files are opened and closed, so
/// that a file is never opened twice.
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
        // A simulation runs its tasks one at a time and must not meet a real lock.
        let isSimulated = fileSystem.scheduler != nil
        if !isSimulated { lock.lock() }
        defer { if !isSimulated { lock.unlock() } }
        if let identity = try fileSystem.identity(of: canonical),
            let core = cores[key(fileSystem, identity)]
        {
            core.users += 1
            return core
        }
        let core = try DatabaseOpening(
            fileSystem: fileSystem, path: canonical, options: options
        ).run()
        cores[key(fileSystem, core.identity)] = core
        return core
    }

    /// One user less; the last one closes the core.
    func release(_ core: Core) throws(StorageError) {
        let isSimulated = core.fileSystem.scheduler != nil
        if !isSimulated { lock.lock() }
        defer { if !isSimulated { lock.unlock() } }
        core.users -= 1
        guard core.users == 0 else { return }
        cores[key(core.fileSystem, core.identity)] = nil
        try core.close()
    }

    /// Forgets a core without closing it properly, as a crash would.
    func abandon(_ core: Core) {
        let isSimulated = core.fileSystem.scheduler != nil
        if !isSimulated { lock.lock() }
        defer { if !isSimulated { lock.unlock() } }
        cores[key(core.fileSystem, core.identity)] = nil
        core.background.stop()
    }

    private func key(_ fileSystem: any FileSystem, _ identity: FileIdentity) -> Key {
        Key(
            fileSystem: ObjectIdentifier(fileSystem), device: identity.device,
            inode: identity.inode)
    }
}
