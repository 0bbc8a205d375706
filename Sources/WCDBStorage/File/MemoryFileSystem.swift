#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files in memory, gone with the object: databases without a disk, and fast tests. Any thread
/// may use it. Directories exist as soon as they are named; relative paths start at the root.
package final class MemoryFileSystem: FileSystem, @unchecked Sendable {
    /// What the device number of every identity says; no real device has it.
    private static let device: UInt64 = .max

    private let lock = Lock(scheduler: nil)
    /// By canonical path. Guarded by `lock`.
    private var files: [String: MemoryFileContent] = [:]
    /// Guarded by `lock`.
    private var lastInode: UInt64 = 0
    /// No file grows beyond this many bytes.
    private let capacity: Int64

    package init(capacity: Int64 = 1 << 36) { self.capacity = capacity }

    package var scheduler: (any Scheduler)? { nil }

    package let openingLock = Lock(scheduler: nil)

    package func now() -> UInt64 { SystemClock.now() }

    package func random() -> UInt64 {
        var source = SystemRandomNumberGenerator()
        return source.next()
    }

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        let name = try canonical(path, .open)
        let content = try lock.withLock { () throws(StorageError) in
            if mode == .temporary { return create(linkCount: 0) }
            if let content = files[name] { return content }
            guard mode == .create else { throw SystemCall.failure(.open, path, code: ENOENT) }
            let content = create(linkCount: 1)
            files[name] = content
            return content
        }
        return MemoryFile(path: path, content: content, isWritable: mode != .readOnly)
    }

    /// Requires `lock`.
    private func create(linkCount: Int) -> MemoryFileContent {
        lastInode += 1
        return MemoryFileContent(
            identity: FileIdentity(
                device: Self.device, inode: lastInode, linkCount: linkCount, isDirectory: false,
                size: 0),
            capacity: capacity)
    }

    package func identity(of path: String) throws(StorageError) -> FileIdentity? {
        let name = try canonical(path, .identity)
        return lock.withLock {
            if let content = files[name] { return content.identity }
            let prefix = name == "/" ? name : name + "/"
            guard files.keys.contains(where: { $0.hasPrefix(prefix) }) else { return nil }
            return FileIdentity(
                device: Self.device, inode: 0, linkCount: 1, isDirectory: true, size: 0)
        }
    }

    package func remove(_ path: String) throws(StorageError) {
        let name = try canonical(path, .remove)
        try lock.withLock { () throws(StorageError) in
            guard let content = files.removeValue(forKey: name) else {
                throw SystemCall.failure(.remove, path, code: ENOENT)
            }
            content.unlink()
        }
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        let old = try canonical(source, .rename)
        let new = try canonical(target, .rename)
        try lock.withLock { () throws(StorageError) in
            guard let content = files[old] else {
                throw SystemCall.failure(.rename, source, code: ENOENT)
            }
            guard old != new else { return }
            files[old] = nil
            files.updateValue(content, forKey: new)?.unlink()
        }
    }

    package func syncDirectory(holding path: String) throws(StorageError) {}

    package func list(directoryHolding path: String) throws(StorageError) -> [String] {
        let directory = PathName(try canonical(path, .list)).directory
        return lock.withLock {
            files.keys.map(PathName.init).filter { $0.directory == directory }.map(\.last)
        }
    }

    package func canonicalPath(of path: String) throws(StorageError) -> String {
        try canonical(path, .identity)
    }

    private func canonical(
        _ path: String, _ operation: IOFailure.Operation
    ) throws(StorageError) -> String {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SystemCall.failure(operation, path, code: path.isEmpty ? ENOENT : EINVAL)
        }
        return PathName.normalized(path)
    }
}
