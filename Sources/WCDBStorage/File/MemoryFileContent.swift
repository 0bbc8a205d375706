/// What all openings of one file in memory share. Every variable is guarded by `lock`.
final class MemoryFileContent: @unchecked Sendable {
    private let lock = Lock(scheduler: nil)
    private var bytes = PiecedMemory()
    private var state: FileIdentity
    private var owner: ObjectIdentifier?
    private let capacity: Int64

    init(identity: FileIdentity, capacity: Int64) {
        state = identity
        self.capacity = capacity
    }

    var identity: FileIdentity {
        lock.withLock {
            var identity = state
            identity.size = Int64(bytes.count)
            return identity
        }
    }

    func unlink() { lock.withLock { state.linkCount = 0 } }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        lock.withLock {
            guard offset < bytes.count else { return 0 }
            let count = min(target.count, bytes.count - Int(offset))
            bytes.read(
                into: UnsafeMutableRawBufferPointer(rebasing: target[..<count]), at: Int(offset))
            return count
        }
    }

    /// False if the file would become too large, for its capacity or for the machine.
    func write(_ source: UnsafeRawBufferPointer, at offset: Int64) -> Bool {
        guard !source.isEmpty else { return true }
        return lock.withLock {
            guard offset <= capacity - Int64(source.count),
                bytes.grow(to: Int(offset) + source.count)
            else { return false }
            bytes.write(source, at: Int(offset))
            return true
        }
    }

    func setSize(_ size: Int64) -> Bool {
        lock.withLock {
            guard size <= capacity else { return false }
            bytes.shrink(to: Int(size))
            return bytes.grow(to: Int(size))
        }
    }

    func grow(to size: Int64) -> Bool {
        lock.withLock { size <= capacity && bytes.grow(to: Int(size)) }
    }

    func tryLock(by candidate: ObjectIdentifier) -> Bool {
        lock.withLock {
            guard owner == nil || owner == candidate else { return false }
            owner = candidate
            return true
        }
    }

    func unlock(by candidate: ObjectIdentifier) {
        lock.withLock { if owner == candidate { owner = nil } }
    }
}
