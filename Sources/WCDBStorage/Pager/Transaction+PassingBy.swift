import Synchronization

/// Long scans: what they read passes by the cache. A thread reads what comes next meanwhile.
extension Transaction {
    /// So many stretches are read before a scan comes to them, at most.
    private static let mostComing = 4

    /// Whether so much was read in order that the cache is too good for the rest.
    var isLongScan: Bool { pagesInOrder > core.scanThreshold }

    /// Brings a stretch into the window, unless a scan has passed by it before. Returns its first
    /// page.
    func passBy(_ first: PageNumber) -> UnsafeRawPointer? {
        let last = lastPage(from: first, count: UInt32(core.scans.pageCount))
        guard last > first, !window.isFull, !core.scans.pass(first) else {
            if !coming.isEmpty { forgetComing() }
            return nil
        }
        // A short range in a transaction that has read much is no reason to read what is behind it.
        let goesOn = first == behindPassed
        behindPassed = PageNumber(last.rawValue &+ 1)
        if !addComing(first) {
            let memory = core.scans.take()
            guard addNow(first, through: last, memory) else { return nil }
        }
        if goesOn, core.options.readsInBackground, BackgroundThread.hasProcessor {
            request(behind: last)
        }
        // Before the next operation, memory that nobody looks at any more is found.
        view.pointee.loadsSinceRefresh = PageView.refreshInterval &+ 1
        return passingPage(first)
    }

    /// Reads a stretch. False if nothing came.
    private func addNow(
        _ first: PageNumber, through last: PageNumber, _ memory: UnsafeMutableRawPointer
    ) -> Bool {
        let writes = core.mainWrites.load(ordering: .sequentiallyConsistent)
        let count = core.readWhole(from: first, through: last, into: memory)
        guard count > 0 else {
            core.scans.give(memory)
            return false
        }
        window.add(memory, first: first, count: count, writes: writes)
        return true
    }

    // MARK: What comes next

    /// Takes a stretch that was asked for. False if it was not, or if nobody has read it yet. If
    /// the scan came to another one, or a checkpoint has written since, all are of no use, and are
    /// given up.
    private func addComing(_ first: PageNumber) -> Bool {
        guard let next = coming.first else { return false }
        guard next.first == first,
            next.writes == core.mainWrites.load(ordering: .sequentiallyConsistent)
        else {
            forgetComing()
            return false
        }
        coming.removeFirst()
        guard core.stretchReader.take(next) else {
            core.scans.give(next.memory)
            return false
        }
        window.add(next)
        return true
    }

    /// Asks for stretches behind a page when few are left, several at once: waking the thread
    /// costs as much as reading a few pages.
    private func request(behind page: PageNumber) {
        let most = Transaction.mostComing
        guard coming.count <= most / 2 else { return }
        let known = coming.count
        let writes = core.mainWrites.load(ordering: .sequentiallyConsistent)
        let count = UInt32(core.scans.pageCount)
        var first = coming.last.map(\.behind) ?? PageNumber(page.rawValue &+ 1)
        while coming.count < most, first.rawValue < state.pageCount,
            !core.scans.hasPassed(first)
        {
            let last = lastPage(from: first, count: count)
            let stretch = ComingStretch(
                core.scans, first: first, pageCount: Int(last.rawValue &- first.rawValue) &+ 1,
                writes: writes)
            coming.append(stretch)
            first = stretch.behind
        }
        if coming.count > known { core.stretchReader.request(coming[known...]) }
    }

    /// Gives up all that was asked for.
    private func forgetComing() {
        core.stretchReader.giveUp(coming)
        coming.removeAll(keepingCapacity: true)
    }

    // MARK: The window

    /// A page of the window; nil when it is to be looked for in the cache. Hot.
    func passingPage(_ number: PageNumber) -> UnsafeRawPointer? {
        guard let place = window.place(of: number) else { return nil }
        if place.isProven { return UnsafeRawPointer(place.bytes) }
        guard core.proves(place, number: number, snapshot: snapshot) else {
            window.remove(place)
            return nil
        }
        view.pointee.counters.countLoad(of: place.bytes)
        // What leads to others is asked for again and again.
        if TreePage.level(place.bytes) > 0 {
            core.adopt(
                place.bytes, number: number, snapshot: snapshot, writes: place.writes,
                isDecoded: true)
        }
        window.prove(place)
        return UnsafeRawPointer(place.bytes)
    }

    /// Gives back the memory that nobody looks at. Requires: what is looked at was just held.
    func shrinkWindow() {
        while let memory = window.takeUnheld() { core.scans.give(memory) }
        window.releaseHolds()
    }

    /// No scan goes on, and all memory is given back. Requires: the transaction looks at nothing
    /// any more.
    func endScans() {
        while let memory = window.takeAny() { core.scans.give(memory) }
        if !coming.isEmpty { forgetComing() }
        pagesInOrder = 0
        behindPassed = .none
    }
}
