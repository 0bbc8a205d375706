import Synchronization

/// A view of the database at one commit, and, while it writes, the changes on top of it.
///
/// **Users.** One thread at a time, from `begin` to `end`; the object can begin again.
///
/// **Always true.**
/// - While it is active, its slot announces its snapshot, so every page it may ask for exists.
/// - What a writer changed is private: in memory, spilled, or written behind everything that was
///   ever committed. Nothing of it is in the log before `commit`.
@usableFromInline
package final class Transaction {
    let core: Core
    /// How pages are found: shared with the trees and cursors of this transaction.
    let view: PageViewPointer
    package let pageSize: Int
    package let usableSize: Int
    let slot: SlotPointer
    /// The state of the snapshot; of a writer, with its changes.
    @exclusivity(unchecked) package internal(set) var state = CommitState()
    @exclusivity(unchecked) @usableFromInline private(set) var hasBegun = false
    @exclusivity(unchecked) @usableFromInline private(set) var mayWrite = false
    /// Set by an error that leaves the changes in doubt: only rolling back helps then, to a
    /// savepoint from before it or altogether.
    @exclusivity(unchecked) private(set) var isBroken = false

    @exclusivity(unchecked) var undo: [UndoEntry] = []
    @exclusivity(unchecked) var savepoints: [Savepoint] = []
    /// Where the search for victims to spill goes on.
    @exclusivity(unchecked) var spillHand = 0
    /// The copies up to here in `undo` have left memory, or were held when they should have.
    @exclusivity(unchecked) var spilledUndo = 0
    @exclusivity(unchecked) var spillFile: ScratchFile?
    /// Pages from this one on were behind everything ever committed when the transaction began.
    @exclusivity(unchecked) var firstDirectPage = PageNumber.none
    /// The last one that was written, or was to be.
    @exclusivity(unchecked) var lastDirectPage = PageNumber.none
    /// Those that `PageView.finishedPages` counts.
    @exclusivity(unchecked) var finished: [PageNumber] = []
    @exclusivity(unchecked) var allocationHint = DatabaseHeader.firstSpaceMap.rawValue
    /// Always take the lowest free page: what moves pages forward must not take the ones behind.
    @exclusivity(unchecked) var allocatesLow = false
    /// The database may not grow beyond so many pages by what this transaction does.
    @exclusivity(unchecked) package var maxPageCount = PageNumber.maxCount
    /// How many of the commits that the change counter counts were made here.
    @exclusivity(unchecked) private var ownCommits: UInt64 = 0

    /// Asked while the transaction waits to write.
    @exclusivity(unchecked) package var patience: (any WriterPatience)?
    /// The trees in use, so that all their cursors know of each other.
    @exclusivity(unchecked) var openTrees: [TreeID: any OpenTree] = [:]
    /// Grows when a tree is forgotten: objects that were asked for before may not be the ones in
    /// use any more.
    @exclusivity(unchecked) package internal(set) var treeGeneration = 0
    @exclusivity(unchecked) private var isCommitted = false
    /// The schema for which `openTrees` holds.
    @exclusivity(unchecked) private var knownSchema: UInt32 = 0
    /// Blocks that were pinned at the last refresh.
    @exclusivity(unchecked) private var pinned: [UnsafeMutableRawPointer] = []
    /// The last page that was not in memory: the next one in order begins a read-ahead.
    @exclusivity(unchecked) var lastLoaded = PageNumber.none
    @exclusivity(unchecked) var readAheadTrial = ReadAheadTrial()
    /// Pages that were read ahead, how many in the file's order.
    @exclusivity(unchecked) var pagesInOrder = 0
    /// What a long scan has before it.
    @exclusivity(unchecked) var window: ScanWindow
    /// The page behind the stretch that was passed by last.
    @exclusivity(unchecked) var behindPassed = PageNumber.none
    /// What it will have before it next, in order.
    @exclusivity(unchecked) var coming: [ComingStretch] = []
    /// How many rows the open trees have more or less than their roots say, until a commit or a
    /// savepoint has them written.
    @exclusivity(unchecked) package var treeCounts = TreeCounts()

    init(core: Core) {
        self.core = core
        view = .make(epoch: core.readers.epoch)
        pageSize = core.pageSize
        usableSize = core.transfer.usableSize
        slot = core.readers.claim()
        window = ScanWindow(core.scans)
    }

    deinit {
        if isActive { end() }
        forgetTrees()
        view.destroy()
        core.readers.release(slot)
    }

    var snapshot: LSN { view.pointee.snapshot }

    // Other modules would check every access of a stored property, whatever is said here, so they
    // ask for what they need often.
    @inlinable package var isActive: Bool { hasBegun }
    @inlinable package var isWritable: Bool { mayWrite }
    package var schemaCookie: UInt32 { state.schemaCookie }

    // MARK: Life

    /// Begins to read the newest commit.
    package func beginRead() throws(StorageError) {
        guard !isActive else { throw .misuse("the transaction is active already") }
        if core.isSuspended.load(ordering: .acquiring) { throw .suspended }
        announce()
        hasBegun = true
    }

    /// Registers the newest state: announce, then look whether it is still the newest. Whoever
    /// retires versions publishes first and scans the slots afterwards, so one sees the other.
    private func announce() {
        slot.pointee.upper.store(ReaderSlot.unbounded, ordering: .relaxed)
        slot.pointee.epoch.store(
            view.pointee.epoch.pointee.load(ordering: .relaxed), ordering: .sequentiallyConsistent)
        while true {
            // Not merely acquiring: that may come before the store above, and what is found then
            // may be freed.
            let current = core.published.load(ordering: .sequentiallyConsistent)
            let lsn = current.pointee.lsn
            core.scheduler?.yield()
            slot.pointee.snapshot.store(lsn, ordering: .sequentiallyConsistent)
            core.scheduler?.yield()
            if core.published.load(ordering: .sequentiallyConsistent) == current
                || core.options.plants(.announceWithoutLookingAgain)
            {
                state = current.pointee
                view.pointee.snapshot = lsn
                view.pointee.table = core.table.root
                settleBound()
                checkSchema()
                return
            }
        }
    }

    /// Begins to write on top of the newest commit; waits for the writer before, until `deadline`.
    package func beginWrite(until deadline: UInt64?) throws(StorageError) {
        guard !isActive else { throw .misuse("the transaction is active already") }
        try core.requireWritable()
        try takeTicket(until: deadline)
        announce()
        hasBegun = true
        becomeWriter()
    }

    /// Turns a reader into the writer, if its snapshot is still the newest.
    package func upgrade(until deadline: UInt64?) throws(StorageError) {
        guard isActive, !isWritable else { throw .misuse("only a reader can be upgraded") }
        try core.requireWritable()
        guard core.readState().lsn == snapshot else { throw .busySnapshot }
        try takeTicket(until: deadline)
        guard core.state.lsn == snapshot || core.options.plants(.upgradeOldSnapshot) else {
            core.writerTicket.give()
            throw .busySnapshot
        }
        becomeWriter()
    }

    /// Waits for the right to write. Meanwhile the store may have been suspended, or have failed,
    /// so that is asked again.
    private func takeTicket(until deadline: UInt64?) throws(StorageError) {
        try core.writerTicket.take(until: deadline, patience: patience)
        do {
            if !core.options.plants(.writeAfterSuspension) { try core.requireWritable() }
            try core.checkPath()
        } catch {
            core.writerTicket.give()
            throw error
        }
    }

    private func becomeWriter() {
        mayWrite = true
        isBroken = false
        firstDirectPage = PageNumber(
            max(
                core.highWaterPageCount.load(ordering: .acquiring), state.pageCount) &+ 1)
        lastDirectPage = .none
        allocationHint = DatabaseHeader.firstSpaceMap.rawValue
        allocatesLow = false
        view.pointee.spillThreshold = spillThreshold
        view.pointee.finishedThreshold = core.options.directThreshold
    }

    /// The LSN that this transaction's commit will have.
    var writeLSN: LSN { snapshot &+ 1 }

    /// Makes the changes of a writer permanent and ends it. On an error nothing was changed, the
    /// transaction is rolled back and over, unless the error is `outcomeUnknown`.
    package func commit(level: SyncLevel? = nil) throws(StorageError) {
        guard isActive, isWritable else { throw .misuse("no write transaction to commit") }
        var logLength: Int64 = 0
        do {
            try requireWhole()
            try treeCounts.flush(self)
            while savepointDepth > 0 { try releaseSavepoint() }
            if hasChanges {
                let level = level ?? core.options.syncLevel
                core.promise(level)
                logLength = try core.commit(self, level: level)
                handOver()
                countOwnCommit()
            }
            isCommitted = true
        } catch {
            end()
            throw error
        }
        end()
        core.didCommit(logLength: logLength)
    }

    /// Whether there is anything to commit.
    package var hasChanges: Bool {
        isWritable && (!view.pointee.dirty.isEmpty || state != core.state)
    }

    /// Changes when somebody else has committed, and never by the transaction's own commits.
    package var otherCommits: UInt64 { state.changeCounter &- ownCommits }

    /// A commit that was made for whoever has this transaction counts as its own.
    package func countOwnCommit() { ownCommits &+= 1 }

    /// To be told of each error in the middle of a change; passes it on.
    @inline(never)
    func doubt(_ error: StorageError) -> StorageError {
        isBroken = true
        return error
    }

    func requireWhole() throws(StorageError) {
        guard !isBroken else {
            throw .misuse("a transaction that failed can only be rolled back")
        }
    }

    /// The changes are again those of a savepoint.
    func endDoubt() { isBroken = false }

    /// Forgets the changes and ends the transaction.
    package func rollback() { end() }

    /// Ends the transaction; a writer that did not commit is rolled back.
    package func end() {
        guard isActive else { return }
        view.pointee.leaveAll()
        view.pointee.table = .empty
        if !pinned.isEmpty { unpinAll() }
        endScans()
        if isWritable { endWriting() }
        slot.pointee.snapshot.store(ReaderSlot.idle, ordering: .releasing)
        slot.pointee.epoch.store(ReaderSlot.idle, ordering: .releasing)
        hasBegun = false
        if isWritable {
            mayWrite = false
            core.writerTicket.give()
        }
    }

    /// Trees and their cursors stay for the next time, standing nowhere: roots never move. What a
    /// transaction that was rolled back knew of its trees may not be true.
    private func endWriting() {
        discardChanges()
        treeCounts.removeAll()
        view.pointee.spillThreshold = .max
        view.pointee.finishedThreshold = .max
        if isCommitted {
            for tree in openTrees.values { tree.forgetEdge() }
        } else {
            takeBackDirectPages()
            forgetTrees()
        }
        isCommitted = false
    }

    /// Forgets trees when the schema has changed since they were opened.
    private func checkSchema() {
        guard state.schemaCookie != knownSchema else { return }
        knownSchema = state.schemaCookie
        forgetTrees()
    }

    /// A tree and its cursors hold each other; whoever forgets the tree takes them apart.
    func forgetTrees() {
        view.pointee.leaveAll()
        treeGeneration &+= 1
        for tree in openTrees.values { tree.releaseCursors() }
        openTrees.removeAll(keepingCapacity: true)
    }

    /// The commit is published: this transaction looks at no version any more, and keeps neither
    /// old ones nor unlinked memory alive.
    func leaveSnapshot() {
        slot.pointee.snapshot.store(ReaderSlot.idle, ordering: .sequentiallyConsistent)
        slot.pointee.epoch.store(ReaderSlot.idle, ordering: .releasing)
    }

    // MARK: Reading pages

    /// The bytes of a page as this transaction sees it; they are validated, and stay until the
    /// next `beginOperation`, or longer if a registered cursor holds the page. Hot.
    @inline(__always)
    package func readPage(_ number: PageNumber, tree: TreeID)
        throws(StorageError) -> UnsafeRawPointer
    {
        try readPage(number, tree: tree, along: nil)
    }

    /// The same for a page of an overflow chain, of which more is known.
    @inline(__always)
    func readPage(_ number: PageNumber, tree: TreeID, along chain: ChainPages.Step?)
        throws(StorageError) -> UnsafeRawPointer
    {
        if let page = view.pointee.resident(number) { return try check(page, number, tree) }
        return try readPageSlow(number, tree: tree, along: chain)
    }

    @inline(never)
    private func readPageSlow(_ number: PageNumber, tree: TreeID, along chain: ChainPages.Step?)
        throws(StorageError) -> UnsafeRawPointer
    {
        guard isActive else { throw .misuse("the transaction is over") }
        if isWritable, let block = try dirtyBytes(number) {
            return try check(UnsafeRawPointer(block), number, tree)
        }
        if view.pointee.isBehind {
            raiseBound()
            view.pointee.loadsSinceRefresh &+= 1
            if let page = view.pointee.resident(number) { return try check(page, number, tree) }
        }
        if !window.isEmpty, let page = passingPage(number) { return try check(page, number, tree) }
        view.pointee.loadsSinceRefresh &+= 1
        guard number.rawValue <= state.pageCount else {
            throw .corrupt(
                Corruption(.childPointer, page: number, tree: tree, "beyond the last page"))
        }
        if let page = readAhead(of: number, along: chain) { return try check(page, number, tree) }
        let block = try loadPage(number)
        view.pointee.counters.countLoad(of: block)
        return try check(UnsafeRawPointer(block), number, tree)
    }

    @inline(__always)
    func check(_ page: UnsafeRawPointer, _ number: PageNumber, _ tree: TreeID)
        throws(StorageError) -> UnsafeRawPointer
    {
        guard PageBlock.tree(page) == tree else {
            throw .corrupt(
                Corruption(
                    .treeID, page: number, tree: tree,
                    "the page belongs to tree \(PageBlock.tree(page).rawValue)"))
        }
        return page
    }

    // MARK: Cursors and refreshing

    /// Called at the start of each operation on a tree, never in its middle: here pages that no
    /// cursor holds may leave, be it from the cache or from a writer's memory.
    @inline(__always)
    package func beginOperation() throws(StorageError) {
        if view.pointee.isDue { try catchUp() }
    }

    @inline(never)
    func catchUp() throws(StorageError) {
        if view.pointee.loadsSinceRefresh > PageView.refreshInterval { refresh() }
        guard isWritable else { return }
        view.pointee.spillThreshold = spillThreshold
        if view.pointee.finishedPages >= view.pointee.finishedThreshold { try writeFinished() }
        if view.pointee.residentPages > view.pointee.spillThreshold { try spill() }
    }

    /// Moves on to the running epoch: what cursors hold is pinned, everything else may be freed.
    private func refresh() {
        view.pointee.loadsSinceRefresh = 0
        var kept: [UnsafeMutableRawPointer] = []
        view.pointee.forEachHeldPage { page in
            if window.hold(page) { return }
            let block = UnsafeMutableRawPointer(mutating: page)
            PageBlock.pins(block, pageSize: pageSize).pointee
                .add(1, ordering: .sequentiallyConsistent)
            kept.append(block)
        }
        slot.pointee.epoch.store(
            view.pointee.epoch.pointee.load(ordering: .acquiring),
            ordering: .sequentiallyConsistent)
        unpinAll()
        pinned = kept
        shrinkWindow()
    }

    private func unpinAll() {
        for block in pinned {
            PageBlock.pins(block, pageSize: pageSize).pointee
                .subtract(1, ordering: .sequentiallyConsistent)
        }
        pinned.removeAll(keepingCapacity: true)
    }
}

/// What a transaction knows of a tree that was opened in it.
package protocol OpenTree: AnyObject {
    var tree: TreeID { get }
    var root: PageNumber { get }
    /// Rows more (or less) than the root page says.
    var pendingRows: Int64 { get set }
    /// It is in `TreeCounts`.
    var isCounted: Bool { get set }
    /// What is remembered of the last insertion no longer holds.
    func forgetEdge()
    /// The tree is about to change: cursors remember their position by key, and forget all pages.
    func savePosition()
    /// The transaction forgets this tree: let go of its cursors.
    func releaseCursors()
}
