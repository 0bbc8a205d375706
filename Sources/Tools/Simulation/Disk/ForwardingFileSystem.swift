package import WCDBStorage

/// A file system that passes on what it is asked to another one, but for what its type does itself.
package protocol ForwardingFileSystem: FileSystem {
    var base: any FileSystem { get }
}

extension ForwardingFileSystem {
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
    package var scheduler: (any Scheduler)? { base.scheduler }
    package var openingLock: Lock { base.openingLock }
}
