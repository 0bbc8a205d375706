import WCDBStorage

/// The files of a scratch tree: all in memory but those that are private to a transaction, which
/// lie where the scratch files of the database lie. Clock and randomness are that database's too.
///
/// **Users.** One scratch tree.
final class ScratchFileSystem: FileSystem {
    private let memory = MemoryFileSystem()
    private let system: any FileSystem
    private let path: String

    /// Files that leave memory have no name, and lie beside `path`.
    init(spillingTo system: any FileSystem, beside path: String) {
        self.system = system
        self.path = path
    }

    var scheduler: (any Scheduler)? { system.scheduler }
    var openingLock: Lock { memory.openingLock }
    func now() -> UInt64 { system.now() }
    func random() -> UInt64 { system.random() }

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        mode == .temporary
            ? try system.open(self.path, .temporary) : try memory.open(path, mode)
    }

    func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try memory.identity(of: path)
    }

    func remove(_ path: String) throws(StorageError) { try memory.remove(path) }

    func rename(_ source: String, to target: String) throws(StorageError) {
        try memory.rename(source, to: target)
    }

    func syncDirectory(holding path: String) throws(StorageError) {
        try memory.syncDirectory(holding: path)
    }

    func list(directoryHolding path: String) throws(StorageError) -> [String] {
        try memory.list(directoryHolding: path)
    }

    func canonicalPath(of path: String) throws(StorageError) -> String {
        try memory.canonicalPath(of: path)
    }
}
