/// The right of one process to a database: the lock of the file beside it, and of the file itself.
///
/// **Users.** Opening and resuming, one thread at a time.
struct OwnerLock {
    let fileSystem: any FileSystem
    /// The path of the database.
    let path: String

    private var lockPath: String { StoreFiles.lock(path) }

    /// Takes the lock without waiting. Its owner removes the file when closing, so what was locked
    /// must still be what the path leads to.
    func take() throws(StorageError) -> any OpenFile {
        for _ in 0..<16 {
            let file = try fileSystem.open(lockPath, .create)
            do throws(StorageError) {
                guard try file.tryLock() else { throw .lockedByAnotherProcess(path: path) }
                if try isCurrent(file) { return file }
            } catch {
                try? file.close()
                throw error
            }
            try? file.close()
        }
        throw .lockedByAnotherProcess(path: path)
    }

    /// Locks the database itself, for somebody who writes. Under a second path, as a mount can give
    /// it one, it has another lock file beside it.
    func take(_ main: any OpenFile) throws(StorageError) {
        guard try main.tryLock() else { throw .lockedByAnotherProcess(path: path) }
    }

    /// As `take`, for somebody who only reads: nil where no lock file can be made, because the
    /// directory does not let anybody in, or has no room for a name.
    func takeToRead() throws(StorageError) -> (any OpenFile)? {
        do throws(StorageError) {
            return try take()
        } catch .io(let failure) where SystemCall.isForbidden(failure.errno) {
            return nil
        } catch .diskFull {
            return nil
        }
    }

    /// Whether the path leads to this file.
    func isCurrent(_ file: any OpenFile) throws(StorageError) -> Bool {
        let opened = try file.identity()
        return try fileSystem.identity(of: lockPath)?.key == opened.key
    }

    /// Gives the lock back and leaves nothing behind: nobody else can have locked this file. One
    /// that is not empty was there before, and is somebody's.
    func giveBack(_ file: any OpenFile) {
        let isOurs = (try? isCurrent(file) && file.size() == 0) ?? false
        if isOurs { try? fileSystem.remove(lockPath) }
        try? file.close()
    }
}
