import StorageSimulation
import Synchronization

@testable import WCDBStorage

/// Files in memory with the troubles that a test asks for: syncs that take their time or fail, and
/// a log that claims to be longer than it is. They reserve nothing, as some systems do. Several
/// threads.
final class TroubledFileSystem: ForwardingFileSystem {
    typealias Hook = @Sendable (_ path: String) -> StorageError?

    let base: any FileSystem = MemoryFileSystem()
    private let hook = Mutex<Hook?>(nil)
    private let logSize = Mutex<Int64?>(nil)

    /// What a sync of the directory is told to be of.
    static let directory = "the directory"

    /// Called by each sync from now on; what it returns is how the sync ends.
    func onSync(_ body: @escaping Hook) { hook.withLock { $0 = body } }

    /// What the log claims to have from now on; nil for the truth.
    func claim(logSize size: Int64?) { logSize.withLock { $0 = size } }

    fileprivate func sync(_ path: String) throws(StorageError) {
        // Not under the lock: the hook may take its time.
        if let error = hook.withLock({ $0 })?(path) { throw error }
    }

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        TroubledFile(file: try base.open(path, mode), fileSystem: self)
    }
    func identity(of path: String) throws(StorageError) -> FileIdentity? {
        var found = try base.identity(of: path)
        if path == TestDatabase.log, let size = logSize.withLock({ $0 }) { found?.size = size }
        return found
    }
    func syncDirectory(holding path: String) throws(StorageError) {
        try sync(TroubledFileSystem.directory)
    }
}

private final class TroubledFile: ForwardingFile {
    let file: any OpenFile
    private let fileSystem: TroubledFileSystem

    init(file: any OpenFile, fileSystem: TroubledFileSystem) {
        self.file = file
        self.fileSystem = fileSystem
    }

    func reserve(offset: Int64, length: Int64) throws(StorageError) {}
    func sync(_ kind: SyncKind) throws(StorageError) { try fileSystem.sync(path) }
}
