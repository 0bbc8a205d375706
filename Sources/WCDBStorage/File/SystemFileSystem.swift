#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The operating system's files, clock and randomness.
package final class SystemFileSystem: FileSystem {
    package static let shared = SystemFileSystem()

    package init() {}

    package var scheduler: (any Scheduler)? { nil }
    package var processID: Int32 { getpid() }
    package func now() -> UInt64 { SystemCall.monotonicNow() }

    package func random() -> UInt64 {
        var generator = SystemRandomNumberGenerator()
        return generator.next()
    }

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        guard mode != .temporary else { return try openTemporary(path) }
        var flags: Int32 = O_CLOEXEC
        switch mode {
        case .readOnly: flags |= O_RDONLY
        case .readWrite: flags |= O_RDWR
        case .create, .temporary: flags |= O_RDWR | O_CREAT
        }
        return SystemFile(path: path, descriptor: try openDescriptor(path, flags))
    }

    private func openDescriptor(_ path: String, _ flags: Int32) throws(StorageError) -> Int32 {
        #if canImport(Glibc)
            let result = SystemCall.retrying { Int(Glibc.open(path, flags, 0o644)) }
        #elseif canImport(Musl)
            let result = SystemCall.retrying { Int(Musl.open(path, flags, 0o644)) }
        #else
            let result = SystemCall.retrying { Int(Darwin.open(path, flags, 0o644)) }
        #endif
        guard result >= 0 else { throw SystemCall.error(.open, path) }
        return Int32(result)
    }

    /// A file that has lost its name before anybody else could see it for long.
    private func openTemporary(_ path: String) throws(StorageError) -> any OpenFile {
        let name = path + "-" + String(random(), radix: 36)
        let descriptor = try openDescriptor(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC)
        let file = SystemFile(path: name, descriptor: descriptor)
        guard unlink(name) == 0 else {
            let error = SystemCall.error(.remove, name)
            try? file.close()
            throw error
        }
        return file
    }

    package func identity(of path: String) throws(StorageError) -> FileIdentity? {
        var status = stat()
        if stat(path, &status) == 0 { return SystemCall.identity(status) }
        guard errno == ENOENT || errno == ENOTDIR else {
            throw SystemCall.error(.identity, path)
        }
        return nil
    }

    package func remove(_ path: String) throws(StorageError) {
        guard unlink(path) == 0 else { throw SystemCall.error(.remove, path) }
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        #if canImport(Glibc)
            let result = Glibc.rename(source, target)
        #elseif canImport(Musl)
            let result = Musl.rename(source, target)
        #else
            let result = Darwin.rename(source, target)
        #endif
        guard result == 0 else { throw SystemCall.error(.rename, source) }
    }

    package func syncDirectory(holding path: String) throws(StorageError) {
        let directory = SystemFileSystem.directory(of: path)
        let file = SystemFile(
            path: directory, descriptor: try openDescriptor(directory, O_RDONLY | O_CLOEXEC))
        defer { try? file.close() }
        do {
            try file.sync(.full)
        } catch {
            throw SystemCall.error(.syncDirectory, directory)
        }
    }

    package func list(directoryHolding path: String) throws(StorageError) -> [String] {
        let directory = SystemFileSystem.directory(of: path)
        guard let stream = opendir(directory) else { throw SystemCall.error(.list, directory) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package func canonicalPath(of path: String) throws(StorageError) -> String {
        if let whole = SystemFileSystem.realPath(path) { return whole }
        guard errno == ENOENT else { throw SystemCall.error(.identity, path) }
        // The file is to be created: its directory must be there.
        let directory = SystemFileSystem.directory(of: path)
        guard let found = SystemFileSystem.realPath(directory) else {
            throw SystemCall.error(.identity, directory)
        }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        return found == "/" ? "/" + name : found + "/" + name
    }

    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
