import Synchronization

/// Large transactions: private pages leave memory for a private file, or, when they lie behind
/// everything that was ever committed, for their place in the main file.
extension Transaction {
    /// Private pages in memory beyond which some are spilled: three quarters of the budget. The
    /// rest is for pages that are only read on the way.
    var spillThreshold: Int {
        max(12, core.cache.budget.load(ordering: .relaxed) / 4 * 3 / core.cache.blockSize)
    }

    var dirtyCount: Int { view.pointee.dirty.count }
    func dirtyPage(_ index: Int) -> DirtyPages.Page { view.pointee.dirty[index] }

    func readSpilled(_ slot: Int, number: PageNumber, into block: UnsafeMutableRawPointer)
        throws(StorageError)
    {
        guard let spillFile else { throw .misuse("nothing was spilled") }
        try spillFile.read(slot, number: number, into: block)
    }

    /// Reads back a page that this transaction wrote to the main file. A whole page of an earlier
    /// life at this place is not it.
    func readDirect(
        _ number: PageNumber, checksum: UInt64, into block: UnsafeMutableRawPointer
    ) throws(StorageError) {
        try core.readMain(number, into: block)
        guard UInt64(littleEndian: block.load(as: UInt64.self)) == checksum else {
            throw .corrupt(
                Corruption(.checksum, page: number, "not the page that was written there"))
        }
    }

    /// Moves a quarter of the private pages out of memory: first the copies that savepoints would
    /// go back to, which are seldom asked for again. Pages that a cursor holds stay.
    func spill() throws(StorageError) {
        var held = Set<UnsafeRawPointer>()
        view.pointee.forEachHeldPage { held.insert($0) }
        let target = view.pointee.residentPages * 3 / 4
        try spillCopies(besides: held, downTo: target)
        guard view.pointee.residentPages > target else { return }
        try startLogAhead()
        try writeDirectRuns(besides: held)
        var examined = 0
        while view.pointee.residentPages > target, examined < view.pointee.dirty.count {
            if spillHand >= view.pointee.dirty.count { spillHand = 0 }
            let page = view.pointee.dirty[spillHand]
            examined += 1
            if let place = try spilled(page, besides: held) {
                view.pointee.dirty[spillHand].place = place
            }
            spillHand += 1
        }
    }

    /// Those that were made first go first.
    private func spillCopies(
        besides held: Set<UnsafeRawPointer>, downTo target: Int
    ) throws(StorageError) {
        while view.pointee.residentPages > target, spilledUndo < undo.count {
            if let page = undo[spilledUndo].before, let place = try spilled(page, besides: held) {
                undo[spilledUndo].before?.place = place
            }
            spilledUndo += 1
        }
    }

    /// Writes a page to the private file, if its memory can be given back; returns its new place.
    private func spilled(
        _ page: DirtyPages.Page, besides held: Set<UnsafeRawPointer>
    ) throws(StorageError) -> DirtyPages.Place? {
        guard !page.isFreed, case .memory(let block) = page.place,
            !held.contains(UnsafeRawPointer(block))
        else { return nil }
        let place = try spill(block, number: page.number)
        retirePrivate(block)
        return place
    }

    /// Writes a page to the private file. Its memory is the caller's to give back.
    private func spill(
        _ block: UnsafeMutableRawPointer, number: PageNumber
    ) throws(StorageError) -> DirtyPages.Place {
        let slot = try openSpillFile().write(block, number: number)
        countResident(-1)
        core.counters.spilledPages.add(1, ordering: .relaxed)
        return .spilled(slot: slot)
    }

    /// Whether more private pages are in memory than should be.
    var isCrowded: Bool { view.pointee.residentPages > view.pointee.spillThreshold }

    /// So many pages of a chain are together in memory, however much there is; they leave it in
    /// groups of as many.
    var usualChain: Int { max(1, min(core.options.directThreshold, 128)) }

    /// Moves pages of an overflow chain out of memory, in the middle of an operation: one value
    /// may be larger than all that a transaction may have there. Requires: nobody holds them, and
    /// none is named twice.
    func putAside(_ numbers: [PageNumber]) throws(StorageError) {
        var behind: [DirectCandidate] = []
        for number in numbers {
            let index = view.pointee.dirty.index(of: number)
            guard index >= 0 else { continue }
            if let candidate = directCandidate(index) {
                behind.append(candidate)
            } else if case .memory(let block) = view.pointee.dirty[index].place {
                view.pointee.dirty[index].place = try spill(block, number: number)
                giveBack(block)
            }
        }
        guard !behind.isEmpty else { return }
        try startLogAhead()
        try writeDirectly(&behind)
    }

    private func openSpillFile() -> ScratchFile {
        if let spillFile { return spillFile }
        let file = ScratchFile(
            fileSystem: core.fileSystem, path: core.path + "-spill", transfer: core.transfer)
        spillFile = file
        return file
    }
}

/// Writes pages in ascending order to the main file, neighbours together in runs of 64 KiB that
/// end at multiples of it. The system keeps each in one piece of memory, and pieces of this size
/// are always to be had; larger ones can cost it ten times as much.
///
/// **Users.** One checkpoint or one spilling transaction.
struct PageRunWriter: ~Copyable {
    private let core: Core
    private let buffer: UnsafeMutableRawPointer
    private let capacity: Int
    private var first = PageNumber.none
    private var count = 0
    private(set) var writes = 0
    private static let runSize = 65_536

    init(core: Core) {
        self.core = core
        capacity = max(1, PageRunWriter.runSize / core.pageSize)
        buffer = .allocate(byteCount: capacity * core.pageSize, alignment: 4096)
    }

    deinit { buffer.deallocate() }

    var isFull: Bool { count == capacity }

    mutating func add(_ page: UnsafeRawPointer, number: PageNumber) throws(StorageError) {
        if count == capacity || (count > 0 && number.rawValue != first.rawValue + UInt32(count)) {
            try flush()
        }
        if count == 0 { first = number }
        core.transfer.encode(page, number: number, into: buffer + count * core.pageSize)
        count += 1
        if Int(number.rawValue) % capacity == 0 { try flush() }
    }

    mutating func flush() throws(StorageError) {
        guard count > 0 else { return }
        try FileTransfer.write(
            core.main,
            UnsafeRawBufferPointer(start: buffer, count: count * core.pageSize),
            at: core.offset(of: first))
        writes += 1
        count = 0
    }
}
