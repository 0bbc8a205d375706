import Synchronization

/// Everything that the users of one database file share: one per file and process.
///
/// **Users.** All threads. Order of locks: writer ticket, the file system's opening lock,
/// checkpoint lock, append lock, a page's shard lock, the lock of the reader of stretches, then the
/// leaf locks (syncs, cache, pool, scans, reclamation, scratch files). Against this order the
/// ticket is only tried, by who cuts the main file, and the checkpoint lock by who may not wait.
///
/// **Always true.**
/// - `published` is the newest commit that may be seen; it never falls.
/// - For every announced snapshot each page has exactly one visible version, and it can be read.
/// - After `failure` is set nothing is written any more.
final class Core: @unchecked Sendable {
    let fileSystem: any FileSystem
    /// Nil but under simulation.
    let scheduler: (any Scheduler)?
    let path: String
    let identity: FileIdentity
    let options: StoreOptions
    let main: any OpenFile
    /// The lock file; nil for a read-only medium. Guard: the opening lock of the file system.
    @exclusivity(unchecked) var lockFile: (any OpenFile)?
    let isReadOnly: Bool
    /// It can only be read because the disk had no room to recover it.
    let lacksRoom: Bool
    let transfer: PageTransfer
    let spaceMap: SpaceMap
    let fileID: FileID

    let pool: PagePool
    let table: PageTable
    let cache: PageCache
    let scans: ScanMemory
    /// A transaction that has read this many pages in order passes by further ones.
    let scanThreshold: Int
    let readers: ReaderRegistry
    let reclamation: Reclamation
    let parking: ScratchFile
    private let shards: [Lock]

    let published: Atomic<StatePointer>
    /// The most pages that any commit since the last reset had. Pages beyond it hold nothing that a
    /// recovery could need, so they may be written straight to the main file.
    let highWaterPageCount: Atomic<UInt32>
    /// Changes whenever a checkpoint may have written to the main file: what was read before is
    /// then not to be trusted as the newest.
    let mainWrites = Atomic<UInt64>(0)
    /// The first reason why nothing may be written any more.
    let failure = Failure()
    let writerTicket: WriterTicket
    let checkpointLock: Lock
    let appendLock: Lock
    let logSyncLock: Lock
    let mainSyncLock: Lock
    let counters = StorageCounters()
    let background: CheckpointWorker
    let stretchReader: StretchReader

    /// The log, once there is one. Guard: the append lock.
    @exclusivity(unchecked) var log: LogFile?
    /// What the header page says. Guard: the append lock.
    @exclusivity(unchecked) var header: DatabaseHeader
    /// Pages with frames in the running generation, each once. Guard: the append lock.
    @exclusivity(unchecked) var logPages: [PageNumber] = []
    /// Pages whose newest version is made of deltas on the page in the main file. Guard: the append
    /// lock.
    @exclusivity(unchecked) var pagesOnMain = 0
    /// Pages that were logged since the last checkpoint took its target, as often as they were.
    /// Guard: the append lock.
    @exclusivity(unchecked) var pagesBehindTarget = 0
    /// The length of the log from which on the next checkpoint in the background is due.
    let nextCheckpoint: Atomic<Int64>
    /// Everything up to it is in the main file. Guard: the append lock.
    @exclusivity(unchecked) var backfilledLSN: LSN
    /// The same, but for pages behind this one: no checkpoint of the log has copied one of them,
    /// for the database was shorter. Guard: the append lock.
    @exclusivity(unchecked) var backfilledPageCount = UInt32.max
    /// Everything up to it was synced, or is at least ordered before whatever is written from now
    /// on: what a record may attest. Guard: the append lock.
    @exclusivity(unchecked) var syncedLSN: LSN
    /// Everything up to it survives power loss. Guard: the append lock.
    @exclusivity(unchecked) var durableLSN: LSN = 0
    /// What the newest record in the log attests to be durable. Guard: the append lock.
    @exclusivity(unchecked) var attestedLSN: LSN = 0
    /// How many commits wrote direct pages, and how many of them a sync has covered. Guard: the
    /// append lock.
    @exclusivity(unchecked) var directCommits = 0
    @exclusivity(unchecked) var syncedDirectCommits = 0
    /// Old versions that somebody needed when they were superseded. Guard: the append lock.
    @exclusivity(unchecked) var superseded = SupersededVersions()
    /// Those that a checkpoint has kept of the main file, and that are not among the others yet.
    /// Guard: the checkpoint lock.
    @exclusivity(unchecked) var keptFromFile: [SupersededVersions.Entry] = []
    /// How far the main file reaches with real blocks. Guard: the checkpoint lock.
    @exclusivity(unchecked) var mainFileSize: Int64
    /// The last commit that made the database shorter. Guard: the append lock.
    @exclusivity(unchecked) var lastShrink: LSN = 0
    /// How many pages the database had before it became shorter; 0 when the file has followed.
    /// Guard: the append lock.
    @exclusivity(unchecked) var shrunkFrom: UInt32 = 0
    /// The file was much longer than the database when it was opened. Guard: the append lock.
    @exclusivity(unchecked) var hasUnusedEnd = false
    /// Memory for the list of pages of the next commit. Guard: the append lock.
    @exclusivity(unchecked) var spareLoggedPages: [LoggedPage] = []
    /// Memory for what the next commit publishes. Guard: the append lock.
    @exclusivity(unchecked) var spareMemory = SpareMemory()
    /// What a commit unlinks, until it retires it all at once. Guard: the append lock.
    @exclusivity(unchecked) var garbage: [Reclamation.Garbage] = []
    /// Number of open stores; the last one closes. Guard: the file system's opening lock.
    @exclusivity(unchecked) var users = 1
    /// When the path was last compared with the open file. Guard: the writer ticket.
    @exclusivity(unchecked) var lastPathCheck: UInt64 = 0
    /// The next commit compares its log with what the path leads to. Guard: the writer ticket.
    @exclusivity(unchecked) var checksLog = false
    /// When the open file was last asked whether it has a name. Guard: the writer ticket.
    @exclusivity(unchecked) var lastLinkCheck: UInt64 = 0
    let isSuspended = Atomic<Bool>(false)
    /// The care that commits above the level of the file have been promised since the core was
    /// made, or by the log that it recovers from. Changes under the checkpoint lock.
    let promisedCare = Atomic<SyncLevel>(.off)

    init(_ parts: CoreParts) {
        fileSystem = parts.fileSystem
        path = parts.path
        identity = parts.identity
        options = parts.options
        main = parts.main
        lockFile = parts.lockFile
        isReadOnly = parts.isReadOnly
        lacksRoom = parts.lacksRoom
        header = parts.header
        fileID = parts.header.fileID
        let codec = parts.options.codec
        transfer = PageTransfer(
            pageSize: parts.header.pageSize, fileID: parts.header.fileID, codec: codec)
        spaceMap = SpaceMap(usableSize: transfer.usableSize)
        let scheduler = parts.fileSystem.scheduler
        self.scheduler = scheduler
        readers = ReaderRegistry(scheduler: scheduler)
        pool = PagePool(
            pageSize: transfer.pageSize, epoch: readers.epoch, scheduler: scheduler)
        table = PageTable(scheduler: scheduler)
        cache = PageCache(
            pageSize: transfer.pageSize, budget: parts.options.cacheBudget, scheduler: scheduler)
        scans = ScanMemory(
            pageSize: transfer.pageSize, cacheBudget: parts.options.cacheBudget,
            scheduler: scheduler)
        scanThreshold = min(
            parts.options.scanThreshold, parts.options.cacheBudget / transfer.pageSize / 8)
        reclamation = Reclamation(readers: readers, pool: pool, scheduler: scheduler)
        parking = ScratchFile(
            fileSystem: parts.fileSystem, path: parts.path + "-park", transfer: transfer)
        shards = (0..<64).map { _ in Lock(scheduler: scheduler) }
        published = Atomic(StatePointer.make(parts.header.state))
        highWaterPageCount = Atomic(parts.header.state.pageCount)
        backfilledLSN = parts.header.state.lsn
        syncedLSN = parts.header.state.lsn
        mainFileSize = parts.mainFileSize
        writerTicket = WriterTicket(
            fileSystem: parts.fileSystem,
            forgetsAbandoned: parts.options.plants(.forgetWaiterThatGaveUp))
        checkpointLock = Lock(scheduler: scheduler)
        appendLock = Lock(scheduler: scheduler)
        logSyncLock = Lock(scheduler: scheduler)
        mainSyncLock = Lock(scheduler: scheduler)
        nextCheckpoint = Atomic(max(parts.options.checkpointBytes, 1))
        background = CheckpointWorker(scheduler: scheduler)
        stretchReader = StretchReader(
            file: parts.main, transfer: transfer, scans: scans, scheduler: scheduler)
    }

    deinit {
        // Nobody uses the core any more: all versions of all pages go.
        table.forEach { newest in
            var version: VersionPointer? = newest
            while let current = version {
                version = current.pointee.older.load(ordering: .relaxed)
                if let block = current.pointee.bytes.load(ordering: .relaxed) { pool.give(block) }
                current.destroy()
            }
        }
        published.load(ordering: .relaxed).destroy()
    }

    var pageSize: Int { transfer.pageSize }
    var owner: OwnerLock { OwnerLock(fileSystem: fileSystem, path: path) }

    /// The newest published state. Requires: an announced epoch without an upper bound, the append
    /// lock, or the writer ticket; without any the memory could be freed while it is read.
    var state: CommitState { published.load(ordering: .acquiring).pointee }

    /// The newest published state, for those who hold nothing.
    func readState() -> CommitState {
        let slot = readers.claim()
        defer { readers.release(slot) }
        slot.pointee.epoch.store(
            readers.epoch.pointee.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
        return published.load(ordering: .sequentiallyConsistent).pointee
    }

    func shard(of number: PageNumber) -> Lock {
        shards[Int(truncatingIfNeeded: number.rawValue) & 63]
    }

    func offset(of number: PageNumber) -> Int64 {
        number.offset(pageSize: pageSize)
    }

    /// The level that checkpoints and maintenance keep to. What one of them destroys may be what a
    /// commit at a higher level than the file's rests on, whoever made that.
    var level: SyncLevel { max(options.syncLevel, promisedCare.load(ordering: .acquiring)) }

    /// To be called before a commit. If its level asks checkpoints for more care than they take,
    /// they take it from now on; one that runs without it comes to its end first. Requires: no
    /// other lock than the writer ticket.
    func promise(_ commit: SyncLevel) {
        let care = commit.careOfCheckpoints
        guard level < care else { return }
        checkpointLock.lock()
        defer { checkpointLock.unlock() }
        // While a flush waited here, a commit may have promised more.
        guard level < care else { return }
        promisedCare.store(care, ordering: .releasing)
    }

    /// Throws if nothing may be written (any more).
    func requireWritable() throws(StorageError) {
        guard !isReadOnly else {
            throw lacksRoom ? .diskFull(path: path) : .readOnly(path: path)
        }
        if isSuspended.load(ordering: .acquiring) { throw .suspended }
        if let reason = failure.reason { throw .failStopped(reason: reason) }
    }

    /// Says that durability can no longer be known, because a sync failed, or a write that must not
    /// be half done: from now on nothing is written.
    func failStop(_ error: StorageError) {
        failure.set("what is durable is not known after \(error)")
    }
}

/// What it takes to make a core: the outcome of opening the files.
struct CoreParts {
    var fileSystem: any FileSystem
    var path: String
    var identity: FileIdentity
    var options: StoreOptions
    var main: any OpenFile
    var lockFile: (any OpenFile)?
    var isReadOnly: Bool
    var lacksRoom: Bool
    var header: DatabaseHeader
    var mainFileSize: Int64
}
