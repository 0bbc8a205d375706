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
