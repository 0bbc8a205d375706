package import WCDBStorage

/// A disk in memory that remembers what was done to it and can go wrong on demand.
///
/// **Users.** Any thread; guarded by `lock` (under a scheduler only one task runs anyway).
///
/// **Always true.** The same seed, calls and faults give the same bytes: clock and randomness are
/// part of the simulation.
package final class SimulatedFileSystem: FileSystem, @unchecked Sendable {
    /// A file's bytes; it lives on while somebody has it open.
    final class Node {
        let inode: UInt64
        var bytes: [UInt8] { didSet { blocks.fit(bytes.count) } }
        var linkCount = 1
        var isLocked = false
        /// What a failed sync may go back to.
        var durable: [UInt8]
        var blocks: FileBlocks

        init(inode: UInt64, bytes: [UInt8]) {
            self.inode = inode
            self.bytes = bytes
            durable = bytes
            blocks = FileBlocks(size: bytes.count)
        }
    }

    private let lock = Lock(scheduler: nil)
    package let scheduler: (any Scheduler)?
    package let clock: SimulatedClock
    package let openingLock: Lock
    /// Guard for the rest: `lock`.
    private var names: [String: Node] = [:]
    private var nextInode: UInt64 = 1
    private var generator: SeededRandom
    private var recorded = OperationTrace()
    private var counts: [CallKind: Int] = [:]
    private var plan: FaultPlan?
    private var stickyKind: CallKind?
    private let recordsTrace: Bool
    /// Whether a file becomes longer when blocks are taken ahead. Where it does not, as on Apple,
    /// or where the system can take none, it is as long as what was written.
    private let growsFiles: Bool
    /// The blocks of all files together, in bytes; where they end, a write is cut short, then
    /// refused.
    private var capacity = Int.max
    /// Names that may not be opened.
    private var denied: Set<String> = []
    /// The kind of each call, when asked for.
    private var kinds: [CallKind] = []

    /// The seed also says what kind of a system it is: of one in two, files do not grow when blocks
    /// are taken ahead.
    package init(
        image: DiskImage = DiskImage(), seed: UInt64 = 1, recordsTrace: Bool = true,
        faults: FaultPlan? = nil, scheduler: SimulatedScheduler? = nil
    ) {
        generator = SeededRandom(seed: seed)
        self.recordsTrace = recordsTrace
        growsFiles = seed & 2 == 0
        self.scheduler = scheduler
        clock = scheduler?.clock ?? SimulatedClock()
        openingLock = Lock(scheduler: scheduler)
        plan = faults
        for name in image.files.keys.sorted() {
            names[name] = Node(inode: nextInode, bytes: image.files[name] ?? [])
            nextInode += 1
        }
    }

    /// The disk of a machine that goes on after one of its processes died: what was pending still
    /// is, so files keep their numbers.
    package convenience init(surviving crash: ProcessCrash, seed: UInt64) {
        self.init(image: crash.image, seed: seed)
        for (name, node) in names {
            names[name] = Node(inode: crash.inodes[name] ?? nextInode, bytes: node.bytes)
        }
        nextInode = crash.nextInode
    }

    /// How long a file is; 0 if it is not there. Not a call: nothing is counted.
    package func length(of path: String) -> Int { lock.withLock { names[path]?.bytes.count ?? 0 } }
    package var trace: OperationTrace { lock.withLock { recorded } }
    package var callCount: Int { lock.withLock { recorded.callCount } }
    package var callKinds: [CallKind] { lock.withLock { kinds } }
    package func count(of kind: CallKind) -> Int { lock.withLock { counts[kind] ?? 0 } }
    /// The disk as the running machine sees it.
    package var image: DiskImage {
        lock.withLock { DiskImage(files: names.mapValues(\.bytes)) }
    }

    /// Makes the disk as large as `bytes`; what is taken already stays.
    package func limit(to bytes: Int) { lock.withLock { capacity = bytes } }
    /// From now on the file cannot be opened: permission denied.
    package func deny(_ path: String) { _ = lock.withLock { denied.insert(path) } }
    /// What all files that have a name have taken.
    package var usedBytes: Int { lock.withLock { usedSpace } }

    // MARK: Calls

    /// Counts a call; returns the fault that it meets. Requires: `lock` held.
    private func begin(_ kind: CallKind) -> SimulatedFault? {
        recorded.callCount += 1
        counts[kind, default: 0] += 1
        if recordsTrace { kinds.append(kind) }
        clock.advance(by: 1_000)
        if let stickyKind { return stickyKind == kind ? plan?.fault : nil }
        guard let plan, plan.call == recorded.callCount else { return nil }
        if plan.isSticky { stickyKind = kind }
        return plan.fault
    }

    private func record(_ operation: OperationTrace.Operation) {
        if recordsTrace { recorded.operations.append((recorded.callCount, operation)) }
    }

    /// Runs one call under the lock, as a point where tasks may switch.
    func call<R>(
        _ kind: CallKind, _ operation: IOFailure.Operation, _ path: String,
        _ body: (SimulatedFault?) throws(StorageError) -> R
    ) throws(StorageError) -> R {
        scheduler?.yield()
        lock.lock()
        defer { lock.unlock() }
        var fault = begin(kind)
        // The wrapper of the system's call repeats it: one more call, which succeeds.
        if fault == .interrupted { fault = begin(kind) }
        if case .error(let code) = fault {
            throw .io(IOFailure(operation, path: path, errno: code))
        }
        // What is there can be opened on a full disk.
        if fault == .diskFull, kind != .open { throw .diskFull(path: path) }
        return try body(fault)
    }

    // MARK: FileSystem

    package func open(_ path: String, _ mode: OpenMode) throws(StorageError) -> any OpenFile {
        let node = try call(.open, .open, path) { (fault) throws(StorageError) -> Node in
            guard !denied.contains(path) else {
                throw .io(IOFailure(.open, path: path, errno: 13))
            }
            let isNew = mode == .temporary || mode == .create && names[path] == nil
            if isNew, fault == .diskFull { throw .diskFull(path: path) }
            if mode == .temporary {
                nextInode += 1
                let node = Node(inode: nextInode, bytes: [])
                node.linkCount = 0
                return node
            }
            if let node = names[path] { return node }
            guard mode == .create else {
                throw .io(IOFailure(.open, path: path, errno: 2))
            }
            nextInode += 1
            let node = Node(inode: nextInode, bytes: [])
            names[path] = node
            record(.create(inode: node.inode, name: path))
            return node
        }
        return SimulatedFile(
            fileSystem: self, path: path, node: node, isReadOnly: mode == .readOnly)
    }

    package func identity(of path: String) throws(StorageError) -> FileIdentity? {
        try call(.identity, .identity, path) { _ in
            names[path].map(SimulatedFileSystem.identity)
        }
    }

    static func identity(_ node: Node) -> FileIdentity {
        FileIdentity(
            device: 1, inode: node.inode, linkCount: node.linkCount, isDirectory: false,
            size: Int64(node.bytes.count))
    }

    package func remove(_ path: String) throws(StorageError) {
        try call(.remove, .remove, path) { (_) throws(StorageError) in
            guard let node = names.removeValue(forKey: path) else {
                throw .io(IOFailure(.remove, path: path, errno: 2))
            }
            node.linkCount = 0
            record(.remove(name: path))
        }
    }

    package func rename(_ source: String, to target: String) throws(StorageError) {
        try call(.rename, .rename, source) { (_) throws(StorageError) in
            guard let node = names.removeValue(forKey: source) else {
                throw .io(IOFailure(.rename, path: source, errno: 2))
            }
            names[target]?.linkCount = 0
            names[target] = node
            record(.rename(source: source, target: target))
        }
    }

    package func syncDirectory(holding path: String) throws(StorageError) {
        try call(.syncDirectory, .syncDirectory, path) { (fault) throws(StorageError) in
            guard fault == nil else {
                throw .io(IOFailure(.syncDirectory, path: path, errno: 5))
            }
            record(.syncDirectory)
        }
    }

    package func list(directoryHolding path: String) throws(StorageError) -> [String] {
        let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        return try call(.list, .list, path) { _ in
            names.keys.filter { $0.hasPrefix(directory) }
                .map { String($0.dropFirst(directory.count)) }.sorted()
        }
    }

    package func canonicalPath(of path: String) throws(StorageError) -> String { path }
    package func now() -> UInt64 { clock.now }
    package func random() -> UInt64 { lock.withLock { generator.next() } }

    // MARK: Files

    private var usedSpace: Int {
        names.values.reduce(0) { $0 + $1.blocks.count * FileBlocks.size }
    }

    /// How many more blocks a file may take now. Requires: `lock`.
    private func freeBlocks(for node: Node) -> Int {
        guard capacity < Int.max else { return .max }
        let unnamed = node.linkCount > 0 ? 0 : node.blocks.count * FileBlocks.size
        return max(0, capacity - usedSpace - unnamed) / FileBlocks.size
    }

    func write(
        _ node: Node, _ bytes: UnsafeRawBufferPointer, at offset: Int, path: String,
        _ fault: SimulatedFault?
    ) throws(StorageError) -> Int {
        var count = bytes.count
        var start = offset
        switch fault {
        case .shortTransfer: count = max(1, count / 2)
        case .fullAfter(let room) where room < count: count = room
        case .zeroTransfer: return 0
        case .lostWrite: return count
        case .misdirectedWrite(let distance): start += distance
        default: break
        }
        count = node.blocks.reach(from: start, count: count, free: freeBlocks(for: node))
        guard count > 0 || bytes.isEmpty else { throw .diskFull(path: path) }
        let written = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        if node.bytes.count < start + count {
            node.bytes.append(
                contentsOf: repeatElement(0, count: start + count - node.bytes.count))
        }
        node.bytes.withUnsafeMutableBytes { target in
            guard let base = target.baseAddress, let source = written.baseAddress else { return }
            (base + start).copyMemory(from: source, byteCount: count)
        }
        node.blocks.take(from: start, count: count)
        if node.linkCount > 0 {
            record(.write(inode: node.inode, offset: start, bytes: Array(written)))
        }
        if case .fullAfter = fault, count < bytes.count { throw .diskFull(path: path) }
        return count
    }

    func setSize(_ node: Node, _ size: Int, path: String) throws(StorageError) {
        // Holes cost nothing, but no file is longer than the disk.
        guard size <= max(node.bytes.count, capacity) else { throw .diskFull(path: path) }
        if node.bytes.count > size {
            node.bytes.removeLast(node.bytes.count - size)
        } else {
            node.bytes.append(contentsOf: repeatElement(0, count: size - node.bytes.count))
        }
        record(.setSize(inode: node.inode, size: size))
    }

    func reserve(_ node: Node, _ range: Range<Int>, path: String) throws(StorageError) {
        let free = freeBlocks(for: node)
        guard
            node.blocks.reach(from: range.lowerBound, count: range.count, free: free)
                == range.count
        else { throw .diskFull(path: path) }
        guard range.upperBound > node.bytes.count else {
            node.blocks.take(from: range.lowerBound, count: range.count)
            return
        }
        guard growsFiles else { return }
        try setSize(node, range.upperBound, path: path)
        node.blocks.take(from: range.lowerBound, count: range.count)
    }

    func sync(
        _ node: Node, _ kind: SyncKind, path: String, _ fault: SimulatedFault?
    ) throws(StorageError) {
        switch fault {
        case .syncReverts:
            // What the cache shows again is what the disk has: it is not written once more.
            node.bytes = node.durable
            record(.failSync(inode: node.inode))
            throw .io(IOFailure(.sync, path: path, errno: 5))
        case .syncKeepsCache:
            record(.failSync(inode: node.inode))
            throw .io(IOFailure(.sync, path: path, errno: 5))
        case .syncOnce:
            throw .io(IOFailure(.sync, path: path, errno: 5))
        default:
            if plan != nil { node.durable = node.bytes }
            record(.sync(inode: node.inode, kind: kind))
        }
    }
}
