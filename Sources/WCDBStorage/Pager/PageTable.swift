import Synchronization

/// From page number to the newest version of the page: two loads, no lock.
///
/// A directory of chunks; the directory grows by being replaced, chunks stay where they are until
/// the table goes away.
///
/// **Users.** Reading: any thread under its epoch. Growing: under `growLock`. Storing into an
/// entry: under the lock of the page's shard.
final class PageTable: @unchecked Sendable {
    typealias Entry = Atomic<VersionPointer?>

    struct Directory: ~Copyable {
        let capacity: Int
        let chunks: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Entry>?>>

        init(capacity: Int) {
            self.capacity = capacity
            chunks = .allocate(capacity: capacity)
            for index in 0..<capacity { (chunks + index).initialize(to: Atomic(nil)) }
        }
    }

    static let chunkShift: UInt32 = 9
    static let chunkLength = 1 << Int(chunkShift)

    private let directory: Atomic<UnsafeMutablePointer<Directory>>
    private let growLock: Lock
    /// Replaced directories; small, so they wait for the end of the table. Guard: `growLock`.
    private var replaced: [UnsafeMutablePointer<Directory>] = []

    init(scheduler: (any Scheduler)?) {
        let first = UnsafeMutablePointer<Directory>.allocate(capacity: 1)
        first.initialize(to: Directory(capacity: 64))
        directory = Atomic(first)
        growLock = Lock(scheduler: scheduler)
    }

    deinit {
        let current = directory.load(ordering: .relaxed)
        for index in 0..<current.pointee.capacity {
            current.pointee.chunks[index].load(ordering: .relaxed)?.deallocate()
        }
        replaced.append(current)
        for directory in replaced {
            directory.pointee.chunks.deallocate()
            directory.deinitialize(count: 1)
            directory.deallocate()
        }
    }

    /// The newest version of the page, if any is known. Hot.
    @inline(__always)
    func newest(_ number: PageNumber) -> VersionPointer? {
        let directory = directory.load(ordering: .acquiring)
        let chunk = Int(truncatingIfNeeded: number.rawValue &>> PageTable.chunkShift)
        guard chunk < directory.pointee.capacity,
            let entries = directory.pointee.chunks[chunk].load(ordering: .acquiring)
        else { return nil }
        let index = Int(truncatingIfNeeded: number.rawValue) & (PageTable.chunkLength &- 1)
        return entries[index].load(ordering: .acquiring)
    }

    /// Calls `body` with the newest version of each page that has one. Requires: nobody changes
    /// the table meanwhile.
    func forEach(_ body: (VersionPointer) -> Void) {
        let directory = directory.load(ordering: .acquiring)
        for chunk in 0..<directory.pointee.capacity {
            guard let entries = directory.pointee.chunks[chunk].load(ordering: .acquiring) else {
                continue
            }
            for index in 0..<PageTable.chunkLength {
                if let version = entries[index].load(ordering: .acquiring) { body(version) }
            }
        }
    }

    /// Where the newest version is kept; created on demand.
    func entry(_ number: PageNumber) -> UnsafeMutablePointer<Entry> {
        let chunk = Int(truncatingIfNeeded: number.rawValue &>> PageTable.chunkShift)
        let index = Int(truncatingIfNeeded: number.rawValue) & (PageTable.chunkLength &- 1)
        let directory = directory.load(ordering: .acquiring)
        if chunk < directory.pointee.capacity,
            let entries = directory.pointee.chunks[chunk].load(ordering: .acquiring)
        {
            return entries + index
        }
        return addChunk(chunk) + index
    }

    private func addChunk(_ chunk: Int) -> UnsafeMutablePointer<Entry> {
        growLock.lock()
        defer { growLock.unlock() }
        let current = grow(toHold: chunk)
        if let entries = current.pointee.chunks[chunk].load(ordering: .acquiring) {
            return entries
        }
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: PageTable.chunkLength)
        for index in 0..<PageTable.chunkLength { (entries + index).initialize(to: Entry(nil)) }
        current.pointee.chunks[chunk].store(entries, ordering: .releasing)
        return entries
    }

    /// Requires: `growLock` held.
    private func grow(toHold chunk: Int) -> UnsafeMutablePointer<Directory> {
        let current = directory.load(ordering: .acquiring)
        guard chunk >= current.pointee.capacity else { return current }
        var capacity = current.pointee.capacity
        while capacity <= chunk { capacity *= 2 }
        let larger = UnsafeMutablePointer<Directory>.allocate(capacity: 1)
        larger.initialize(to: Directory(capacity: capacity))
        for index in 0..<current.pointee.capacity {
            larger.pointee.chunks[index].store(
                current.pointee.chunks[index].load(ordering: .acquiring), ordering: .relaxed)
        }
        directory.store(larger, ordering: .releasing)
        replaced.append(current)
        return larger
    }
}
