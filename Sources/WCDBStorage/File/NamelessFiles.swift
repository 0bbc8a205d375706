#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files that nobody else can come across, and that no crash leaves behind: each is a scratch file
/// of another file system, and has its name only here.
///
/// **Users.** Any thread.
final class NamelessFiles: FileSystem, @unchecked Sendable {
    private let system: any FileSystem
    /// The scratch files lie beside this.
    private let place: String
    let openingLock: Lock
    private let lock: Lock
    /// Guard: `lock`.
    private var files: [String: Content] = [:]

    init(of system: any FileSystem, beside place: String) {
        self.system = system
        self.place = place
        openingLock = Lock(scheduler: system.scheduler)
        lock = Lock(scheduler: system.scheduler)
    }

    var scheduler: (any Scheduler)? { system.scheduler }
    func now() -> UInt64 { system.now() }
    func random() -> UInt64 { system.random() }

    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        if mode == .temporary { return try system.open(place, .temporary) }
        if let content = lock.withLock({ files[path] }) {
            return Opening(path: path, content: content)
        }
        guard mode == .create else { throw SystemCall.failure(.open, path, code: ENOENT) }
        let made = Content(try system.open(place, .temporary))
        let content = lock.withLock {
            if let other = files[path] { return other }
            files[path] = made
            return made
        }
        return Opening(path: path, content: content)
    }

    func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try lock.withLock { files[path] }?.identity()
    }

    func remove(_ path: String) throws(StorageError) {
        guard lock.withLock({ files.removeValue(forKey: path) }) != nil else {
            throw SystemCall.failure(.remove, path, code: ENOENT)
        }
    }

    func rename(_ source: String, to target: String) throws(StorageError) {
        let isThere = lock.withLock {
            guard let content = files.removeValue(forKey: source) else { return false }
            files[target] = content
            return true
        }
        if !isThere { throw SystemCall.failure(.rename, source, code: ENOENT) }
    }

    func syncDirectory(holding path: String) throws(StorageError) {}

    func list(directoryHolding path: String) throws(StorageError) -> [String] {
        lock.withLock { files.keys.map { PathName($0).last } }
    }

    func canonicalPath(of path: String) throws(StorageError) -> String { path }

    /// A scratch file; closed when it has no name and no opening any more.
    private final class Content: Sendable {
        let file: any OpenFile

        init(_ file: any OpenFile) { self.file = file }

        deinit { try? file.close() }

        /// It has the one name that it has here.
        func identity() throws(StorageError) -> FileIdentity {
            var identity = try file.identity()
            identity.linkCount = 1
            return identity
        }
    }

    private final class Opening: OpenFile {
        let path: String
        private let content: Content

        init(path: String, content: Content) {
            self.path = path
            self.content = content
        }

        func read(
            into target: UnsafeMutableRawBufferPointer, at offset: Int64
        ) throws(StorageError) -> Int {
            try content.file.read(into: target, at: offset)
        }

        func write(
            _ source: UnsafeRawBufferPointer, at offset: Int64
        ) throws(StorageError) -> Int {
            try content.file.write(source, at: offset)
        }

        func size() throws(StorageError) -> Int64 { try content.file.size() }
        func setSize(_ size: Int64) throws(StorageError) { try content.file.setSize(size) }

        func reserve(offset: Int64, length: Int64) throws(StorageError) {
            try content.file.reserve(offset: offset, length: length)
        }

        func sync(_ kind: SyncKind) throws(StorageError) { try content.file.sync(kind) }
        /// Nobody else can have it.
        func tryLock() throws(StorageError) -> Bool { true }
        func unlock() throws(StorageError) {}
        func identity() throws(StorageError) -> FileIdentity { try content.identity() }
        func close() throws(StorageError) {}
    }
}
