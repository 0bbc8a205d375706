import Synchronization

/// Pages that are written straight to their places in the main file, before the commit that makes
/// them count: those behind everything that was ever committed.
extension Transaction {
    /// A page that was written to its place before the commit that makes it count.
    struct DirectPage {
        var number: PageNumber
        var checksum: UInt64
        var block: UnsafeMutableRawPointer?
    }

    /// A private page in memory that may be written, and where it is listed.
    struct DirectCandidate {
        var index: Int
        var number: PageNumber
        var block: UnsafeMutableRawPointer
    }

    private var writesDirectly: Bool { core.options.directThreshold < Int.max }

    private func isDirectCandidate(_ page: DirtyPages.Page) -> Bool {
        !page.isFreed && page.isFresh
            && (page.number >= firstDirectPage
                || core.options.plants(.directOverOldPages))
    }

    /// Writes fresh pages that nobody holds to their places, in runs. Under an open savepoint
    /// nothing is written: a rollback would have to bring the earlier bytes back.
    func writeDirectRuns(besides held: Set<UnsafeRawPointer>) throws(StorageError) {
        guard writesDirectly, savepoints.isEmpty else { return }
        var candidates: [DirectCandidate] = []
        for index in 0..<view.pointee.dirty.count {
            guard let candidate = directCandidate(index),
                !held.contains(UnsafeRawPointer(candidate.block))
            else { continue }
            candidates.append(candidate)
        }
        guard candidates.count >= core.options.directThreshold else { return }
        try writeDirectly(&candidates)
    }

    /// The page of this index among the private ones, if it may be written to its place now.
    func directCandidate(_ index: Int) -> DirectCandidate? {
        let page = view.pointee.dirty[index]
        guard writesDirectly, savepoints.isEmpty, isDirectCandidate(page),
            case .memory(let block) = page.place
        else { return nil }
        return DirectCandidate(index: index, number: page.number, block: block)
    }

    /// Before the first page is written directly: what a started log makes durable in the main file
    /// would bring those pages to the disk as well, and the commit would wait for them.
    func startLogAhead() throws(StorageError) {
        guard writesDirectly, savepoints.isEmpty, lastDirectPage < firstDirectPage else { return }
        try core.startLogAhead()
    }

    /// Requires: no page is among them twice, because its memory is given back.
    func writeDirectly(_ candidates: inout [DirectCandidate]) throws(StorageError) {
        candidates.sort { $0.number < $1.number }
        for candidate in candidates { core.stamp(candidate.block, lsn: writeLSN) }
        if let last = candidates.last { lastDirectPage = max(lastDirectPage, last.number) }
        var writer = PageRunWriter(core: core)
        for candidate in candidates {
            try writer.add(candidate.block, number: candidate.number)
        }
        try writer.flush()
        for candidate in candidates {
            let sum = UInt64(littleEndian: candidate.block.load(as: UInt64.self))
            view.pointee.dirty[candidate.index].place = .direct(checksum: sum)
            countResident(-1)
            giveBack(candidate.block)
        }
        core.counters.directPages.add(candidates.count, ordering: .relaxed)
    }

    /// Gives back the memory of a private page, which nobody else sees. Requires: no cursor holds
    /// it now. One that did may have left a pin: the memory is not to be another's when that is
    /// taken away.
    func giveBack(_ block: UnsafeMutableRawPointer) {
        let pins = PageBlock.pins(block, pageSize: pageSize)
        if pins.pointee.load(ordering: .relaxed) == 0 {
            core.pool.give(block)
        } else {
            retirePrivate(block)
        }
    }

    /// At commit: writes what is still to be written directly, and lists all direct pages.
    func writeDirectPages() throws(StorageError) -> [DirectPage] {
        if writesDirectly { try writeDirectRuns(besides: []) }
        var pages: [DirectPage] = []
        for index in 0..<view.pointee.dirty.count {
            let page = view.pointee.dirty[index]
            guard !page.isFreed, case .direct(let checksum) = page.place else { continue }
            pages.append(DirectPage(number: page.number, checksum: checksum, block: nil))
        }
        return pages
    }

    /// Of a transaction that is not committed nothing stays, not even the room that it took.
    func takeBackDirectPages() {
        guard lastDirectPage >= firstDirectPage else { return }
        core.cutPages(from: firstDirectPage, through: lastDirectPage)
    }

    // MARK: Pages that were left behind

    /// A page is full, and the tree goes on behind it: it need not stay in memory. A hint: pages
    /// that are written too early are read again. May be said of a page again and again, as when
    /// the row behind it comes and goes.
    func finish(_ number: PageNumber) {
        guard writesDirectly, number >= firstDirectPage, savepoints.isEmpty else { return }
        finished.append(number)
        view.pointee.finishedPages &+= 1
    }

    /// Writes what was left behind while it is still in the processor's cache; its memory serves
    /// the pages to come.
    func writeFinished() throws(StorageError) {
        defer { forgetFinished() }
        guard savepoints.isEmpty else { return }
        var held = Set<UnsafeRawPointer>()
        view.pointee.forEachHeldPage { held.insert($0) }
        var candidates: [DirectCandidate] = []
        for number in Set(finished) {
            let index = view.pointee.dirty.index(of: number)
            guard index >= 0, let candidate = directCandidate(index),
                !held.contains(UnsafeRawPointer(candidate.block))
            else { continue }
            candidates.append(candidate)
        }
        try startLogAhead()
        try writeDirectly(&candidates)
    }

    func forgetFinished() {
        finished.removeAll(keepingCapacity: true)
        view.pointee.finishedPages = 0
    }
}
