#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The few calls of the system that differ in name or meaning between platforms, and the mapping
/// of their errors.
enum SystemCall {
    /// One call moves at most this much: Darwin refuses 2 GiB, Linux shortens silently.
    static let mostBytes = 1 << 30

    /// Repeats a call that a signal interrupted.
    @inline(__always)
    static func retrying(_ call: () -> Int) -> Int {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    static func error(
        _ operation: IOFailure.Operation, _ path: String, offset: Int64 = 0, length: Int = 0
    ) -> StorageError {
        let code = errno
        if code == ENOSPC || code == EDQUOT { return .diskFull(path: path) }
        return .io(
            IOFailure(operation, path: path, offset: offset, length: length, errno: code))
    }

    /// Makes written bytes durable as far as `kind` demands.
    static func sync(_ descriptor: Int32, _ kind: SyncKind) -> Int {
        #if canImport(Darwin)
            // Plain fsync orders nothing on these systems. A barrier may be missing on foreign
            // file systems: then the full flush, and only where that is missing, fsync.
            if kind == .barrier, fcntl(descriptor, F_BARRIERFSYNC) == 0 { return 0 }
            if fcntl(descriptor, F_FULLFSYNC) == 0 { return 0 }
            guard errno == ENOTSUP || errno == EINVAL || errno == ENOTTY else { return -1 }
            return Int(fsync(descriptor))
        #else
            return Int(kind == .full ? fsync(descriptor) : fdatasync(descriptor))
        #endif
    }

    /// Takes disk blocks for a range, and makes the file at least that long.
    static func reserve(_ descriptor: Int32, offset: Int64, length: Int64) -> Int {
        #if canImport(Darwin)
            var store = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: length, fst_bytesalloc: 0)
            if fcntl(descriptor, F_PREALLOCATE, &store) != 0, errno == ENOSPC { return -1 }
            return Int(ftruncate(descriptor, offset + length))
        #else
            let result = posix_fallocate(descriptor, off_t(offset), off_t(length))
            if result == 0 { return 0 }
            if result == EOPNOTSUPP || result == EINVAL {
                return Int(ftruncate(descriptor, off_t(offset + length)))
            }
            errno = result
            return -1
        #endif
    }

    /// Takes (or gives back) the exclusive lock of a whole file; nil when somebody else has it.
    static func setLock(_ descriptor: Int32, isExclusive: Bool) -> Bool? {
        var range = flock()
        range.l_type = Int16(isExclusive ? F_WRLCK : F_UNLCK)
        range.l_whence = Int16(SEEK_SET)
        #if canImport(Darwin)
            let command = F_SETLK
        #else
            // An open-file-description lock (F_OFD_SETLK): it survives the closing of other
            // descriptors of the file, which POSIX locks do not.
            let command: Int32 = 37
        #endif
        while true {
            if fcntl(descriptor, command, &range) == 0 { return true }
            if errno == EINTR { continue }
            return errno == EAGAIN || errno == EACCES ? false : nil
        }
    }

    static func identity(_ status: stat) -> FileIdentity {
        FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(status.st_ino),
            linkCount: Int(status.st_nlink),
            isDirectory: status.st_mode & S_IFMT == S_IFDIR, size: Int64(status.st_size))
    }

    /// Asks for huge pages behind a large piece of memory; a hint, nothing more.
    static func adviseHugePages(_ memory: UnsafeMutableRawPointer, byteCount: Int) {
        #if os(Linux)
            madvise(memory, byteCount, 14)
        #endif
    }

    static func monotonicNow() -> UInt64 {
        var time = timespec()
        #if canImport(Darwin)
            clock_gettime(CLOCK_UPTIME_RAW, &time)
        #else
            // Does not count the time in which the device sleeps.
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
    }
}
