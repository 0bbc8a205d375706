import Synchronization

@testable import WCDBStorage

/// Files in memory of which the log may claim to be longer than it is, as one with a hole is.
final class LongLogFileSystem: FileSystem {
    private let base = MemoryFileSystem()
    /// What the log claims; 0 for the truth.
    let logSize = Atomic<Int64>(0)

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        try base.open(path, mode)
    }
    func identity(of path: String) throws(StorageError) -> FileIdentity? {
        var found = try base.identity(of: path)
        let claim = logSize.load(ordering: .relaxed)
        if path == TestDatabase.log, claim > 0 { found?.size = claim }
        return found
    }
    func remove(_ path: String) throws(StorageError) { try base.remove(path) }
    func rename(_ source: String, to target: String) throws(StorageError) {
        try base.rename(source, to: target)
    }
    func syncDirectory(holding path: String) throws(StorageError) {}
    func list(directoryHolding path: String) throws(StorageError) -> [String] {
        try base.list(directoryHolding: path)
    }
    func canonicalPath(of path: String) throws(StorageError) -> String {
        try base.canonicalPath(of: path)
    }
    func now() -> UInt64 { base.now() }
    func random() -> UInt64 { base.random() }
    var scheduler: (any Scheduler)? { nil }
    var openingLock: Lock { base.openingLock }
}
