import Synchronization

/// From page number to the newest version of the page and its bytes: no lock.
///
/// A directory of chunks; the directory grows by being replaced, chunks stay where they are until
/// the table goes away.
///
/// **Users.** Reading: any thread under its epoch. Growing: under `growLock`. Storing into an
/// entry: under the lock of the page's shard.
///
/// **Always true.** An entry's bytes are those of its newest version, or nil when these are not in
/// memory. So a reader that may see the commit in the bytes' LSN needs to look at nothing else.
final class PageTable: @unchecked Sendable {
    /// What is known of one page.
    struct Entry: ~Copyable {
        fileprivate let bytes = Atomic<UnsafeMutableRawPointer?>(nil)
        fileprivate let newest = Atomic<VersionPointer?>(nil)
    }

    /// The entries of neighbouring pages, and behind them, so that lookups of many pages write to
    /// few cache lines, a flag each: set by hits, cleared by the evictor, the second chance.
    typealias Chunk = UnsafeMutablePointer<Entry>

    struct Directory: ~Copyable {
        let capacity: Int
        let chunks: UnsafeMutablePointer<Atomic<Chunk?>>

        init(capacity: Int) {
            self.capacity = capacity
            chunks = .allocate(capacity: capacity)
            for index in 0..<capacity { (chunks + index).initialize(to: Atomic(nil)) }
        }
    }

    static let chunkShift: UInt32 = 9
    static let chunkLength = 1 << Int(chunkShift)

    let root = Root(capacity: 64)
    private let growLock: Lock
    /// Replaced directories; small, so they wait for the end of the table. Guard: `growLock`.
    private var replaced: [UnsafeMutablePointer<Directory>] = []

    init(scheduler: (any Scheduler)?) { growLock = Lock(scheduler: scheduler) }

    deinit {
        let current = root.current
        for index in 0..<current.pointee.capacity {
            current.pointee.chunks[index].load(ordering: .relaxed)?.deallocate()
        }
        replaced.append(current)
        for directory in replaced {
            directory.pointee.chunks.deallocate()
            directory.deinitialize(count: 1)
            directory.deallocate()
        }
        root.directory.deallocate()
    }

    /// The newest version of the page, if any is known.
    @inline(__always)
    func newest(_ number: PageNumber) -> VersionPointer? {
        guard let chunk = root.chunk(of: number) else { return nil }
        return chunk[PageTable.index(number)].newest.load(ordering: .acquiring)
    }

    @inline(__always)
    fileprivate static func index(_ number: PageNumber) -> Int {
        Int(truncatingIfNeeded: number.rawValue) & (chunkLength &- 1)
    }

    /// Calls `body` with the newest version of each page that has one. Requires: nobody changes
    /// the table meanwhile.
    func forEach(_ body: (VersionPointer) -> Void) {
        let directory = root.current
        for index in 0..<directory.pointee.capacity {
            guard let chunk = directory.pointee.chunks[index].load(ordering: .acquiring) else {
                continue
            }
            for index in 0..<PageTable.chunkLength {
                if let version = chunk[index].newest.load(ordering: .acquiring) { body(version) }
            }
        }
    }

    // MARK: Storing

    /// Makes a version the newest one, or, with nil, forgets the page. Requires: the shard lock.
    func setNewest(_ version: VersionPointer?, of number: PageNumber) {
        let entry = chunk(of: number) + PageTable.index(number)
        entry.pointee.newest.store(version, ordering: .releasing)
        entry.pointee.bytes.store(
            version?.pointee.bytes.load(ordering: .relaxed), ordering: .releasing)
    }

    /// The bytes of a version came into memory or left it. Requires: the shard lock.
    func didChangeBytes(of version: VersionPointer) {
        let number = version.pointee.number
        let entry = chunk(of: number) + PageTable.index(number)
        guard entry.pointee.newest.load(ordering: .relaxed) == version else { return }
        entry.pointee.bytes.store(
            version.pointee.bytes.load(ordering: .relaxed), ordering: .releasing)
    }

    /// Whether the newest version was looked at since the last call.
    func takeSecondChance(_ number: PageNumber) -> Bool {
        let flag = PageTable.flag(chunk(of: number), PageTable.index(number))
        guard flag.pointee.load(ordering: .relaxed) else { return false }
        flag.pointee.store(false, ordering: .relaxed)
        return true
    }

    /// At how many of these pages somebody has looked: `mask` has a bit for each, counted from
    /// `first`.
    func usedCount(_ first: PageNumber, mask: UInt32) -> Int {
        var count = 0
        forEachFlag(first, mask) { if $0.pointee.load(ordering: .relaxed) { count += 1 } }
        return count
    }

    /// Nobody has looked at these pages.
    func clearUse(_ first: PageNumber, mask: UInt32) {
        forEachFlag(first, mask) { $0.pointee.store(false, ordering: .relaxed) }
    }

    private func forEachFlag(
        _ first: PageNumber, _ mask: UInt32, _ body: (UnsafeMutablePointer<Atomic<Bool>>) -> Void
    ) {
        for bit in 0..<UInt32(32) where mask &>> bit & 1 != 0 {
            let number = PageNumber(first.rawValue &+ bit)
            guard let chunk = root.chunk(of: number) else { continue }
            body(PageTable.flag(chunk, PageTable.index(number)))
        }
    }

    @inline(__always)
    fileprivate static func flag(
        _ chunk: Chunk, _ index: Int
    ) -> UnsafeMutablePointer<Atomic<Bool>> {
        UnsafeMutableRawPointer(chunk + chunkLength).assumingMemoryBound(to: Atomic<Bool>.self)
            + index
    }

    // MARK: Growing

    private func chunk(of number: PageNumber) -> Chunk {
        root.chunk(of: number)
            ?? addChunk(Int(truncatingIfNeeded: number.rawValue &>> PageTable.chunkShift))
    }

    private func addChunk(_ index: Int) -> Chunk {
        growLock.lock()
        defer { growLock.unlock() }
        let current = grow(toHold: index)
        if let chunk = current.pointee.chunks[index].load(ordering: .acquiring) { return chunk }
        let length = PageTable.chunkLength
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: length * (MemoryLayout<Entry>.stride + 1), alignment: 128)
        let chunk = memory.bindMemory(to: Entry.self, capacity: length)
        for index in 0..<length { (chunk + index).initialize(to: Entry()) }
        let flags = UnsafeMutableRawPointer(chunk + length)
            .bindMemory(to: Atomic<Bool>.self, capacity: length)
        for index in 0..<length { (flags + index).initialize(to: Atomic(false)) }
        current.pointee.chunks[index].store(chunk, ordering: .releasing)
        return chunk
    }

    /// Requires: `growLock` held.
    private func grow(toHold chunk: Int) -> UnsafeMutablePointer<Directory> {
        let current = root.current
        guard chunk >= current.pointee.capacity else { return current }
        var capacity = current.pointee.capacity
        while capacity <= chunk { capacity *= 2 }
        let larger = UnsafeMutablePointer<Directory>.allocate(capacity: 1)
        larger.initialize(to: Directory(capacity: capacity))
        for index in 0..<current.pointee.capacity {
            larger.pointee.chunks[index].store(
                current.pointee.chunks[index].load(ordering: .acquiring), ordering: .relaxed)
        }
        root.directory.pointee.store(larger, ordering: .releasing)
        replaced.append(current)
        return larger
    }
}

extension PageTable {
    /// The way to all entries, as a plain value: whoever looks pages up touches no object.
    ///
    /// **Users.** Any thread, while the table lives.
    struct Root: @unchecked Sendable {
        fileprivate let directory: UnsafeMutablePointer<Atomic<UnsafeMutablePointer<Directory>>>

        /// The way to nothing.
        static let empty = Root(capacity: 0)

        fileprivate init(capacity: Int) {
            let first = UnsafeMutablePointer<Directory>.allocate(capacity: 1)
            first.initialize(to: Directory(capacity: capacity))
            directory = .allocate(capacity: 1)
            directory.initialize(to: Atomic(first))
        }

        @inline(__always)
        fileprivate var current: UnsafeMutablePointer<Directory> {
            directory.pointee.load(ordering: .acquiring)
        }

        @inline(__always)
        fileprivate func chunk(of number: PageNumber) -> Chunk? {
            let directory = current
            let index = Int(truncatingIfNeeded: number.rawValue &>> PageTable.chunkShift)
            guard index < directory.pointee.capacity else { return nil }
            return directory.pointee.chunks[index].load(ordering: .acquiring)
        }

        /// The bytes of a page as of a snapshot, if they are in memory and the newest, and the
        /// running epoch is not above `upper`: what is younger may be freed. Hot.
        ///
        /// Whoever sees a block sees an epoch that is not before its birth, if it looks in this
        /// order.
        @inline(__always)
        func resident(
            _ number: PageNumber, snapshot: LSN, epoch: EpochPointer, upper: UInt64
        ) -> UnsafeRawPointer? {
            guard let chunk = chunk(of: number) else { return nil }
            let index = PageTable.index(number)
            guard let block = chunk[index].bytes.load(ordering: .acquiring),
                epoch.pointee.load(ordering: .relaxed) <= upper,
                PageBlock.lsn(block) <= snapshot
            else { return nil }
            let flag = PageTable.flag(chunk, index)
            if !flag.pointee.load(ordering: .relaxed) {
                flag.pointee.store(true, ordering: .relaxed)
            }
            return UnsafeRawPointer(block)
        }
    }
}
