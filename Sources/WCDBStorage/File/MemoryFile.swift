#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Synchronization

/// One opening of a file in memory. Any thread may use it.
final class MemoryFile: OpenFile, Sendable {
    let path: String
    private let content: MemoryFileContent
    private let isWritable: Bool
    private let isClosed = Atomic(false)

    init(path: String, content: MemoryFileContent, isWritable: Bool) {
        self.path = path
        self.content = content
        self.isWritable = isWritable
    }

    deinit { content.unlock(by: ObjectIdentifier(self)) }

    func read(
        into target: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        try check(.read, offset)
        return content.read(into: target, at: offset)
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        try check(.write, offset, isChange: true)
        guard content.write(source, at: offset) else { throw .diskFull(path: path) }
        return source.count
    }

    func size() throws(StorageError) -> Int64 {
        try check(.size)
        return content.identity.size
    }

    func setSize(_ size: Int64) throws(StorageError) {
        try check(.truncate, size, isChange: true)
        guard content.setSize(size) else { throw .diskFull(path: path) }
    }

    func reserve(offset: Int64, length: Int64) throws(StorageError) {
        try check(.reserve, offset, isChange: true)
        guard length > 0 else { return }
        let end = offset.addingReportingOverflow(length)
        guard !end.overflow, content.grow(to: end.partialValue) else {
            throw .diskFull(path: path)
        }
    }

    func sync(_ kind: SyncKind) throws(StorageError) { try check(.sync) }

    func tryLock() throws(StorageError) -> Bool {
        try check(.lock, isChange: true)
        return content.tryLock(by: ObjectIdentifier(self))
    }

    func unlock() throws(StorageError) {
        try check(.lock)
        content.unlock(by: ObjectIdentifier(self))
    }

    func identity() throws(StorageError) -> FileIdentity {
        try check(.identity)
        return content.identity
    }

    func close() throws(StorageError) {
        guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        content.unlock(by: ObjectIdentifier(self))
    }

    private func check(
        _ operation: IOFailure.Operation, _ offset: Int64 = 0, isChange: Bool = false
    ) throws(StorageError) {
        guard !isClosed.load(ordering: .relaxed), isWritable || !isChange else {
            throw SystemCall.failure(operation, path, offset: offset, code: EBADF)
        }
        guard offset >= 0 else {
            throw SystemCall.failure(operation, path, offset: offset, code: EINVAL)
        }
    }
}

/// What all openings of one file share. Every variable is guarded by `lock`.
final class MemoryFileContent: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    private var bytes: [UInt8] = []
    private var state: FileIdentity
    private var owner: ObjectIdentifier?
    private let capacity: Int64

    init(identity: FileIdentity, capacity: Int64) {
        state = identity
        self.capacity = capacity
    }

    var identity: FileIdentity {
        lock.withLock {
            var identity = state
            identity.size = Int64(bytes.count)
            return identity
        }
    }

    func unlink() { lock.withLock { state.linkCount = 0 } }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        lock.withLock {
            guard offset < bytes.count else { return 0 }
            let count = min(target.count, bytes.count - Int(offset))
            bytes.withUnsafeBytes { all in
                let part = all[Int(offset)..<(Int(offset) + count)]
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
            }
            return count
        }
    }

    /// False if the file would become too large.
    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
        guard !source.isEmpty else { return true }
        return lock.withLock {
            guard offset <= capacity - Int64(source.count) else { return false }
            let start = Int(offset)
            if start == bytes.count {
                bytes.append(contentsOf: source)
                return true
            }
            extend(to: start + source.count)
            bytes.withUnsafeMutableBytes { all in
                UnsafeMutableRawBufferPointer(rebasing: all[start...]).copyMemory(from: source)
            }
            return true
        }
    }

    func setSize(_ size: Int64) -> Bool {
        lock.withLock {
            guard size <= capacity else { return false }
            if size < bytes.count { bytes.removeLast(bytes.count - Int(size)) }
            extend(to: Int(size))
            return true
        }
    }

    func grow(to size: Int64) -> Bool {
        lock.withLock {
            guard size <= capacity else { return false }
            extend(to: Int(size))
            return true
        }
    }

    func tryLock(by candidate: ObjectIdentifier) -> Bool {
        lock.withLock {
            guard owner == nil || owner == candidate else { return false }
            owner = candidate
            return true
        }
    }

    func unlock(by candidate: ObjectIdentifier) {
        lock.withLock { if owner == candidate { owner = nil } }
    }

    /// Requires `lock`. Appending, unlike making a larger array, leaves room for more.
    private func extend(to size: Int) {
        guard size > bytes.count else { return }
        bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
    }
}
