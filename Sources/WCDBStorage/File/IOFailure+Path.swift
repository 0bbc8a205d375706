#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What the error numbers of the system say of a path: only this folder knows them, and callers
/// want to tell a file that cannot be reached from one that cannot be read.
extension IOFailure {
    /// Whether there is no way to the file: it cannot be opened, for whatever reason, or its path
    /// leads nowhere, or must not be followed.
    package var isOfPath: Bool {
        let ofPath = [ENOENT, ENOTDIR, EACCES, EPERM, ELOOP, ENAMETOOLONG, EINVAL, EMFILE, ENFILE]
        return operation == .open || operation == .identity && ofPath.contains(errno)
    }
}
