import WCDBStorage

/// An open file of a simulated disk.
///
/// **Users.** As `SimulatedFileSystem`, whose lock guards the node.
final class SimulatedFile: OpenFile, @unchecked Sendable {
    private let fileSystem: SimulatedFileSystem
    let path: String
    private let node: SimulatedFileSystem.Node
    private let isReadOnly: Bool
    private var holdsLock = false

    init(
        fileSystem: SimulatedFileSystem, path: String, node: SimulatedFileSystem.Node,
        isReadOnly: Bool
    ) {
        self.isReadOnly = isReadOnly
        self.fileSystem = fileSystem
        self.path = path
        self.node = node
    }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(StorageError) -> Int
    {
        try fileSystem.call(.read, .read, path) { fault in
            if fault == .zeroTransfer { return 0 }
            let start = min(Int(offset), node.bytes.count)
            var count = min(target.count, node.bytes.count - start)
            if fault == .shortTransfer { count = min(count, max(1, count / 2)) }
            guard count > 0, let base = target.baseAddress else { return 0 }
            node.bytes.withUnsafeBytes { source in
                guard let bytes = source.baseAddress else { return }
                base.copyMemory(from: bytes + start, byteCount: count)
            }
            if fault == .flippedRead { target[count / 2] ^= 0x10 }
            return count
        }
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try fileSystem.call(.write, .write, path) { (fault) throws(StorageError) -> Int in
            try requireWritable(.write)
            return try fileSystem.write(node, source, at: Int(offset), path: path, fault)
        }
    }

    /// Fails as the system does for a descriptor that can only be read.
    private func requireWritable(_ operation: IOFailure.Operation) throws(StorageError) {
        if isReadOnly { throw .io(IOFailure(operation, path: path, errno: 9)) }
    }

    func size() throws(StorageError) -> Int64 {
        try fileSystem.call(.size, .size, path) { _ in Int64(node.bytes.count) }
    }

    func setSize(_ size: Int64) throws(StorageError) {
        try fileSystem.call(.setSize, .truncate, path) { (_) throws(StorageError) in
            try requireWritable(.truncate)
            try fileSystem.setSize(node, Int(size), path: path)
        }
    }

    func reserve(offset: Int64, length: Int64) throws(StorageError) {
        try fileSystem.call(.reserve, .reserve, path) { (_) throws(StorageError) in
            try fileSystem.reserve(node, Int(offset)..<Int(offset + length), path: path)
        }
    }

    func sync(_ kind: SyncKind) throws(StorageError) {
        try fileSystem.call(.sync, .sync, path) { (fault) throws(StorageError) in
            try fileSystem.sync(node, kind, path: path, fault)
        }
    }

    func tryLock() throws(StorageError) -> Bool {
        try fileSystem.call(.lock, .lock, path) { _ in
            guard !node.isLocked || holdsLock else { return false }
            node.isLocked = true
            holdsLock = true
            return true
        }
    }

    func unlock() throws(StorageError) {
        try fileSystem.call(.lock, .lock, path) { _ in releaseLock() }
    }

    private func releaseLock() {
        if holdsLock { node.isLocked = false }
        holdsLock = false
    }

    func identity() throws(StorageError) -> FileIdentity {
        try fileSystem.call(.identity, .identity, path) { _ in
            SimulatedFileSystem.identity(node)
        }
    }

    func close() throws(StorageError) {
        try fileSystem.call(.close, .close, path) { _ in releaseLock() }
    }
}
