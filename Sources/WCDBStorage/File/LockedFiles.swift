/// The files that this process has locked, for systems whose file locks belong to processes:
/// there the kernel would grant a second open file of one process the same lock.
/// Any thread may use it.
final class LockedFiles: @unchecked Sendable {
    static let shared = LockedFiles()

    private struct Place: Hashable {
        let device: UInt64
        let inode: UInt64
    }

    private let lock = Lock(scheduler: nil)
    /// Guarded by `lock`.
    private var owners: [Place: ObjectIdentifier] = [:]

    /// False if another open file has the lock.
    func take(_ identity: FileIdentity, by owner: SystemFile) -> Bool {
        let place = Place(device: identity.device, inode: identity.inode)
        return lock.withLock {
            guard owners[place] == nil || owners[place] == ObjectIdentifier(owner) else {
                return false
            }
            owners[place] = ObjectIdentifier(owner)
            return true
        }
    }

    /// False if the file had no lock.
    @discardableResult
    func drop(by owner: SystemFile) -> Bool {
        lock.withLock {
            let entry = owners.first { $0.value == ObjectIdentifier(owner) }
            guard let entry else { return false }
            owners[entry.key] = nil
            return true
        }
    }
}
