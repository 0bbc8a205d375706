package import WCDBStorage

/// A file system as another process sees it: the same files, its own openings and locks.
///
/// **Users.** As the file system it stands for.
package final class SecondProcess: FileSystem {
    private let base: any FileSystem
    package let openingLock = Lock(scheduler: nil)

    package init(_ base: any FileSystem) { self.base = base }

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        try base.open(path, mode)
    }

    package func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try base.identity(of: path)
    }

    package func remove(_ path: String) throws(StorageError) { try base.remove(path) }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try base.rename(source, to: target)
    }

    package func syncDirectory(holding path: String) throws(StorageError) {
        try base.syncDirectory(holding: path)
    }

    package func list(directoryHolding path: String) throws(StorageError) -> [String] {
        try base.list(directoryHolding: path)
    }

    package func canonicalPath(of path: String) throws(StorageError) -> String {
        try base.canonicalPath(of: path)
    }

    package func now() -> UInt64 { base.now() }
    package func random() -> UInt64 { base.random() }
    package var scheduler: (any Scheduler)? { nil }
}
