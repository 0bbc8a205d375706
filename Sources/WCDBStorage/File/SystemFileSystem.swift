#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The files of the operating system. Any thread may use it; it has no state.
package final class SystemFileSystem: FileSystem {
    package static let shared = SystemFileSystem()

    private init() {}

    package var scheduler: (any Scheduler)? { nil }

    package let openingLock = Lock(scheduler: nil)

    package func now() -> UInt64 { SystemClock.now() }

    package func random() -> UInt64 {
        var source = SystemRandomNumberGenerator()
        return source.next()
    }

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        try check(path, .open)
        let flags: Int32
        switch mode {
        case .readOnly: flags = O_RDONLY
        case .readWrite: flags = O_RDWR
        case .create: flags = O_RDWR | O_CREAT
        case .temporary: return try openTemporary(path)
        }
        let number = SystemCall.open(path, flags, permissions: 0o644)
        guard number >= 0 else { throw SystemCall.failure(.open, path) }
        return SystemFile(path: path, descriptor: number)
    }

    /// The name is gone before anybody could find it there after a crash, but for one instant.
    private func openTemporary(_ path: String) throws(StorageError) -> any OpenFile {
        var attempts = 0
        while true {
            let name = path + "-" + String(random(), radix: 16)
            let number = SystemCall.open(
                name, O_RDWR | O_CREAT | O_EXCL, permissions: 0o600)
            attempts += 1
            if number < 0, errno == EEXIST, attempts < 16 { continue }
            guard number >= 0 else { throw SystemCall.failure(.open, name) }
            let file = SystemFile(path: name, descriptor: number)
            try remove(name)
            return file
        }
    }

    package func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try check(path, .identity)
        var status = stat()
        if SystemCall.repeated({ stat(path, &status) }) == 0 {
            return SystemCall.identity(status)
        }
        let code = errno
        if code == ENOENT || code == ENOTDIR { return nil }
        throw SystemCall.failure(.identity, path, code: code)
    }

    package func remove(_ path: String) throws(StorageError) {
        try check(path, .remove)
        guard SystemCall.repeated({ unlink(path) }) == 0 else {
            throw SystemCall.failure(.remove, path)
        }
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try check(source, .rename)
        try check(target, .rename)
        guard SystemCall.rename(source, target) == 0 else {
            throw SystemCall.failure(.rename, source)
        }
    }

    package func syncDirectory(holding path: String) throws(StorageError) {
        try check(path, .syncDirectory)
        let directory = PathName(path).directory
        let number = SystemCall.open(directory, O_RDONLY | O_DIRECTORY, permissions: 0)
        guard number >= 0 else { throw SystemCall.failure(.syncDirectory, directory) }
        let code = SystemCall.sync(number, .full) == 0 ? 0 : errno
        SystemCall.close(number)
        // Some file systems cannot sync a directory, which then is no worse than on others.
        guard code == 0 || SystemCall.isUnsupported(code) else {
            throw SystemCall.failure(.syncDirectory, directory, code: code)
        }
    }

    package func list(directoryHolding path: String) throws(StorageError) -> [String] {
        try check(path, .list)
        let directory = PathName(path).directory
        guard let stream = opendir(directory) else { throw SystemCall.failure(.list, directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw SystemCall.failure(.list, directory) }
        return names
    }

    package func canonicalPath(of path: String) throws(StorageError) -> String {
        try check(path, .identity)
        var current = path
        for _ in 0..<32 {
            if let resolved = SystemCall.realPath(current) { return resolved }
            let code = errno
            let name = PathName(current)
            guard code == ENOENT, !name.last.isEmpty,
                let directory = SystemCall.realPath(name.directory)
            else { throw SystemCall.failure(.identity, path, code: code) }
            let absolute = directory == "/" ? "/" + name.last : directory + "/" + name.last
            // A link that leads nowhere yet: creating the file through it would follow it.
            guard let target = SystemCall.linkTarget(absolute) else { return absolute }
            current = target.hasPrefix("/") ? target : directory + "/" + target
        }
        throw SystemCall.failure(.identity, path, code: ELOOP)
    }

    /// A zero byte would silently end the name, and reach another file.
    private func check(
        _ path: String, _ operation: IOFailure.Operation
    ) throws(StorageError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw SystemCall.failure(operation, path, code: path.isEmpty ? ENOENT : EINVAL)
        }
    }
}
