#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's calls as the engine needs them: interrupted ones are repeated, here and nowhere
/// else, and failures become typed errors.
package enum SystemCall {
    /// No call moves more: Darwin refuses 2 GiB, and Linux stops short of it.
    static let largestTransfer = 1 << 30

    /// Repeats `call` while a signal interrupts it. The last result, and `errno` of it.
    @inline(__always)
    static func repeated<N: SignedInteger>(_ call: () -> N) -> N {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// The error of a call that failed with `code`. A full disk promises that nothing changed;
    /// a sync that found the disk full has lost bytes, so that is not what it says.
    package static func failure(
        _ operation: IOFailure.Operation, _ path: String, offset: Int64 = 0, length: Int = 0,
        code: Int32 = errno
    ) -> StorageError {
        let isFull = code == ENOSPC || code == EDQUOT
        if isFull, operation != .sync, operation != .close { return .diskFull(path: path) }
        return .io(
            IOFailure(operation, path: path, offset: offset, length: length, errno: code))
    }

    #if !canImport(Darwin)
        /// `fallocate` is an extension that Swift's C library modules hide; a program linked
        /// statically does not have it, and does without.
        typealias Allocate = @convention(c) (Int32, Int32, Int, Int) -> Int32
        static let allocate: Allocate? = {
            guard let symbol = dlsym(nil, "fallocate") else { return nil }
            return unsafeBitCast(symbol, to: Allocate.self)
        }()
    #endif

    static func open(_ path: String, _ flags: Int32, permissions: mode_t) -> Int32 {
        repeated { platformOpen(path, flags | O_CLOEXEC, permissions) }
    }

    /// Not repeated: an interrupted `close` has closed the descriptor.
    @discardableResult
    static func close(_ number: Int32) -> Int32 {
        let result = platformClose(number)
        return result == -1 && errno == EINTR ? 0 : result
    }

    static func rename(_ source: String, _ target: String) -> Int32 {
        repeated { platformRename(source, target) }
    }

    /// Nil, with `errno`, where nothing is; also for a name that is not UTF-8.
    static func realPath(_ path: String) -> String? {
        guard let name = realpath(path, nil) else { return nil }
        defer { free(name) }
        guard let text = String(validatingCString: name) else {
            errno = EILSEQ
            return nil
        }
        return text
    }

    /// What a symbolic link says; nil if the path is none.
    static func linkTarget(_ path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4097) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, 4096)
            guard count > 0 else { return nil }
            buffer[count] = 0
            return String(validatingCString: start)
        }
    }

    static func isUnsupported(_ code: Int32) -> Bool {
        code == EOPNOTSUPP || code == ENOTSUP || code == ENOSYS || code == EINVAL
            || code == ENOTTY
    }

    /// The directory or the medium does not let this process change anything.
    static func isForbidden(_ code: Int32) -> Bool {
        code == EACCES || code == EPERM || code == EROFS
    }

    /// Returns -1 and sets `errno` when it fails. On Apple only the stronger call stands in for
    /// one that the file system lacks, and plain `fsync`, which orders nothing there, comes last.
    static func sync(_ number: Int32, _ kind: SyncKind) -> Int32 {
        #if canImport(Darwin)
            if kind == .barrier {
                let result = repeated { fcntl(number, F_BARRIERFSYNC) }
                if result == 0 || !isUnsupported(errno) { return result }
            }
            let result = repeated { fcntl(number, F_FULLFSYNC) }
            if result == 0 || !isUnsupported(errno) { return result }
            return repeated { fsync(number) }
        #else
            return repeated { kind == .full ? fsync(number) : fdatasync(number) }
        #endif
    }

    /// Takes blocks for a range. Returns the error number, 0 for success.
    static func reserve(_ number: Int32, offset: Int64, length: Int64) -> Int32 {
        #if canImport(Darwin)
            var status = stat()
            guard fstat(number, &status) == 0 else { return errno }
            // Blocks behind the last one that the file has; what was taken before is among them.
            let missing = min(length, offset + length - Int64(status.st_size))
            guard missing > 0 else { return 0 }
            var request = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0,
                fst_length: missing, fst_bytesalloc: 0)
            return repeated { fcntl(number, F_PREALLOCATE, &request) } == -1 ? errno : 0
        #else
            guard let allocate else { return ENOSYS }
            let result = repeated { allocate(number, 0, Int(offset), Int(length)) }
            return result == 0 ? 0 : errno
        #endif
    }

    /// An exclusive advisory lock of the whole file, or its release, without waiting. On Linux
    /// it belongs to the open file, so that closing another descriptor does not drop it.
    static func setLock(_ number: Int32, _ type: Int16) -> Int32 {
        #if canImport(Darwin)
            let command = F_SETLK
        #else
            let command: Int32 = 37  // F_OFD_SETLK, which Swift's modules do not show.
        #endif
        var request = flock()
        request.l_type = type
        request.l_whence = Int16(SEEK_SET)
        return repeated { fcntl(number, command, &request) }
    }

    static func identity(_ status: stat) -> FileIdentity {
        let kind = status.st_mode & S_IFMT
        var identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino),
            linkCount: Int(status.st_nlink), isDirectory: kind == S_IFDIR,
            size: Int64(status.st_size))
        identity.isSpecial = kind != S_IFREG && kind != S_IFDIR
        return identity
    }
}

// Inside the type the names of the functions above hide those of the system.

private func platformOpen(_ path: String, _ flags: Int32, _ permissions: mode_t) -> Int32 {
    open(path, flags, permissions)
}

private func platformClose(_ number: Int32) -> Int32 { close(number) }

private func platformRename(_ source: String, _ target: String) -> Int32 {
    rename(source, target)
}
