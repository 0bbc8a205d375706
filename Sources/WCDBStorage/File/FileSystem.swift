/// Where files live: the operating system, memory, or a simulated faulty disk.
///
/// Everything the engine learns from its surroundings comes through here, clock and randomness
/// included, so that a run under simulation can be replayed from its seed.
package protocol FileSystem: AnyObject, Sendable {
    func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile
    /// What the path leads to, following links; nil if nothing is there.
    func identity(of path: String) throws(StorageError) -> FileIdentity?
    func remove(_ path: String) throws(StorageError)
    func rename(_ source: String, to target: String) throws(StorageError)
    /// Makes creations, renames and removals in the directory that holds `path` durable.
    func syncDirectory(holding path: String) throws(StorageError)
    /// The names in the directory that holds `path`.
    func list(directoryHolding path: String) throws(StorageError) -> [String]
    /// The absolute path without links, so that different spellings of one file meet.
    func canonicalPath(of path: String) throws(StorageError) -> String
    /// Monotonic nanoseconds, not advancing while the device sleeps.
    func now() -> UInt64
    func random() -> UInt64
    /// The seam for waiting: nil means real threads; a simulation decides who runs.
    var scheduler: (any Scheduler)? { get }
    /// Held while a database is opened or closed here, so that no file is opened twice at once.
    var openingLock: Lock { get }
}

/// How to open a file.
package enum OpenMode: Sendable, Equatable {
    case readOnly
    /// Read and write; the file must exist.
    case readWrite
    /// Read and write; created when missing.
    case create
    /// A private scratch file beside `path`, unlinked at once.
    case temporary
}

/// Which file a path leads to.
package struct FileIdentity: Hashable, Sendable {
    package var device: UInt64
    package var inode: UInt64
    package var linkCount: Int
    package var isDirectory: Bool
    /// Whether it is neither a file nor a directory: a pipe, a device, a socket.
    package var isSpecial = false
    package var size: Int64

    package init(device: UInt64, inode: UInt64, linkCount: Int, isDirectory: Bool, size: Int64) {
        self.device = device
        self.inode = inode
        self.linkCount = linkCount
        self.isDirectory = isDirectory
        self.size = size
    }

    /// What stays the same as long as it is the same file.
    package struct Key: Hashable, Sendable {
        let device: UInt64
        let inode: UInt64
    }

    package var key: Key { Key(device: device, inode: inode) }
}

/// What a sync promises.
package enum SyncKind: Sendable {
    /// No later write, of any file, becomes durable before the earlier ones of this file are.
    case barrier
    /// The bytes written so far, and the size needed to read them, survive power loss.
    case data
    /// As `data`, also through the drive's own cache.
    case full
}

/// A file that is open. `read` and `write` may move fewer bytes than asked; only `FileTransfer`
/// calls them, and loops. May be used by several threads at once.
package protocol OpenFile: AnyObject, Sendable {
    var path: String { get }
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(StorageError) -> Int
    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int
    func size() throws(StorageError) -> Int64
    func setSize(_ size: Int64) throws(StorageError)
    /// Takes disk blocks for the range, where the system can, without changing what is read. The
    /// file may become longer; it never becomes shorter, whoever else makes it longer meanwhile.
    func reserve(offset: Int64, length: Int64) throws(StorageError)
    func sync(_ kind: SyncKind) throws(StorageError)
    /// Takes the exclusive advisory lock of this file without waiting; false when another
    /// process (or another open file) has it. Released by `unlock` and by `close`.
    func tryLock() throws(StorageError) -> Bool
    func unlock() throws(StorageError)
    func identity() throws(StorageError) -> FileIdentity
    func close() throws(StorageError)
}
