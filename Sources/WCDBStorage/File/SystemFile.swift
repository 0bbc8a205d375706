#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A file of the operating system.
///
/// **Users.** Any thread: every call names its place in the file. Nobody may use it after `close`;
/// the core that owns it sees to that.
final class SystemFile: OpenFile {
    let path: String
    private let descriptor: Int32

    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64)
        throws(StorageError) -> Int
    {
        let length = min(target.count, SystemCall.mostBytes)
        let count = SystemCall.retrying {
            pread(descriptor, target.baseAddress, length, off_t(offset))
        }
        guard count >= 0 else {
            throw SystemCall.error(.read, path, offset: offset, length: length)
        }
        return count
    }

    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        let length = min(source.count, SystemCall.mostBytes)
        let count = SystemCall.retrying {
            pwrite(descriptor, source.baseAddress, length, off_t(offset))
        }
        guard count >= 0 else {
            throw SystemCall.error(.write, path, offset: offset, length: length)
        }
        return count
    }

    func size() throws(StorageError) -> Int64 { try identity().size }

    func setSize(_ size: Int64) throws(StorageError) {
        let result = SystemCall.retrying { Int(ftruncate(descriptor, off_t(size))) }
        guard result == 0 else { throw SystemCall.error(.truncate, path, offset: size) }
    }

    func reserve(offset: Int64, length: Int64) throws(StorageError) {
        let result = SystemCall.retrying {
            SystemCall.reserve(descriptor, offset: offset, length: length)
        }
        guard result == 0 else {
            throw SystemCall.error(.reserve, path, offset: offset, length: Int(length))
        }
    }

    /// Never retried: after a failed sync nobody knows what the disk has.
    func sync(_ kind: SyncKind) throws(StorageError) {
        guard SystemCall.sync(descriptor, kind) == 0 else { throw SystemCall.error(.sync, path) }
    }

    func tryLock() throws(StorageError) -> Bool {
        guard let isTaken = SystemCall.setLock(descriptor, isExclusive: true) else {
            throw SystemCall.error(.lock, path)
        }
        return isTaken
    }

    func unlock() throws(StorageError) {
        guard SystemCall.setLock(descriptor, isExclusive: false) != nil else {
            throw SystemCall.error(.lock, path)
        }
    }

    func identity() throws(StorageError) -> FileIdentity {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemCall.error(.identity, path) }
        return SystemCall.identity(status)
    }

    func close() throws(StorageError) {
        // Not repeated after EINTR: the descriptor is gone either way.
        #if canImport(Glibc)
            let result = Glibc.close(descriptor)
        #elseif canImport(Musl)
            let result = Musl.close(descriptor)
        #else
            let result = Darwin.close(descriptor)
        #endif
        guard result == 0 || errno == EINTR else { throw SystemCall.error(.close, path) }
    }
}
