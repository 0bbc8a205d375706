#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

import Synchronization

/// A file of the operating system. Several threads may read and write at once, because every
/// call names its offset; `close` must come after all others have returned.
///
/// After `close` the descriptor is gone, so that a stray call fails instead of reaching whatever
/// file got the same number since. No call allocates.
package final class SystemFile: OpenFile, Sendable {
    package let path: String
    private let descriptor: Atomic<Int32>

    /// Takes over `descriptor`.
    init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = Atomic(descriptor)
    }

    deinit {
        let number = descriptor.load(ordering: .relaxed)
        guard number >= 0 else { return }
        dropLock(number)
        SystemCall.close(number)
    }

    @inline(__always)
    private var number: Int32 { descriptor.load(ordering: .relaxed) }

    package func read(
        into target: UnsafeMutableRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        let length = min(target.count, SystemCall.largestTransfer)
        guard length > 0 else { return 0 }
        let count = SystemCall.repeated {
            pread(number, target.baseAddress, length, off_t(offset))
        }
        guard count >= 0 else {
            throw SystemCall.failure(.read, path, offset: offset, length: length)
        }
        return count
    }

    package func write(
        _ source: UnsafeRawBufferPointer, at offset: Int64
    ) throws(StorageError) -> Int {
        let length = min(source.count, SystemCall.largestTransfer)
        guard length > 0 else { return 0 }
        let count = SystemCall.repeated {
            pwrite(number, source.baseAddress, length, off_t(offset))
        }
        guard count >= 0 else {
            throw SystemCall.failure(.write, path, offset: offset, length: length)
        }
        return count
    }

    package func size() throws(StorageError) -> Int64 { try status(.size).size }

    package func identity() throws(StorageError) -> FileIdentity { try status(.identity) }

    private func status(_ operation: IOFailure.Operation) throws(StorageError) -> FileIdentity {
        var status = stat()
        guard SystemCall.repeated({ fstat(number, &status) }) == 0 else {
            throw SystemCall.failure(operation, path)
        }
        return SystemCall.identity(status)
    }

    package func setSize(_ size: Int64) throws(StorageError) {
        guard SystemCall.repeated({ ftruncate(number, off_t(size)) }) == 0 else {
            throw SystemCall.failure(.truncate, path, offset: size)
        }
    }

    package func reserve(offset: Int64, length: Int64) throws(StorageError) {
        guard length > 0 else { return }
        let end = offset.addingReportingOverflow(length)
        guard offset >= 0, !end.overflow else {
            throw SystemCall.failure(.reserve, path, offset: offset, code: EINVAL)
        }
        let code = SystemCall.reserve(number, offset: offset, length: length)
        guard code == 0 || SystemCall.isUnsupported(code) else {
            throw SystemCall.failure(
                .reserve, path, offset: offset, length: Int(clamping: length), code: code)
        }
    }

    package func sync(_ kind: SyncKind) throws(StorageError) {
        guard SystemCall.sync(number, kind) == 0 else { throw SystemCall.failure(.sync, path) }
    }

    package func tryLock() throws(StorageError) -> Bool {
        #if canImport(Darwin)
            let identity = try identity()
            guard LockedFiles.shared.take(identity, by: self) else { return false }
        #endif
        if SystemCall.setLock(number, Int16(F_WRLCK)) == 0 { return true }
        let code = errno
        #if canImport(Darwin)
            LockedFiles.shared.drop(by: self)
        #endif
        if code == EAGAIN || code == EACCES { return false }
        throw SystemCall.failure(.lock, path, code: code)
    }

    package func unlock() throws(StorageError) {
        guard dropLock(number) == 0 else { throw SystemCall.failure(.lock, path) }
    }

    @discardableResult
    private func dropLock(_ number: Int32) -> Int32 {
        #if canImport(Darwin)
            // Locks belong to the process here: only the file that took it may give it back.
            guard LockedFiles.shared.drop(by: self) else { return 0 }
        #endif
        return SystemCall.setLock(number, Int16(F_UNLCK))
    }

    package func close() throws(StorageError) {
        let number = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard number >= 0 else { return }
        dropLock(number)
        guard SystemCall.close(number) == 0 else { throw SystemCall.failure(.close, path) }
    }
}
