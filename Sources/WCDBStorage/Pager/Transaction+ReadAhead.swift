import Synchronization

/// Which pages come together with one that was asked for, and where they go.
extension Transaction {
    /// Pages of one group, which begins at a multiple of it.
    private var groupCount: UInt32 { min(8, UInt32(core.scans.pageCount)) }

    /// Reads what will probably be wanted together with a page that is not in memory; `chain` is
    /// what is known of a page of an overflow chain. Returns the page if it need not be looked for
    /// in the cache.
    func readAhead(
        of number: PageNumber, along chain: ChainPages.Step?
    ) -> UnsafeRawPointer? {
        let step = Int(number.rawValue) &- Int(lastLoaded.rawValue)
        let use = readAheadTrial.takeUse(core.table) ?? window.takeUse()
        lastLoaded = number
        let extent = readAheadTrial.extent(step: step, isOfChain: chain != nil, use)
        switch (extent, chain) {
        case (.alone, _): break
        case (.few, let chain?) where chain.width > 1, (.stretch, let chain?) where !chain.isApart:
            read(number, and: min(chain.width, core.scans.pageCount))
        case (.few, _): readNeighbours(of: number)
        case (.stretch, _):
            let count = core.scans.pageCount
            pagesInOrder &+= count
            if isLongScan, let page = passBy(number) {
                lastLoaded = PageNumber(number.rawValue &+ UInt32(count) &- 1)
                return page
            }
            read(number, and: count)
        }
        return nil
    }

    /// Reads so many pages from one on.
    private func read(_ number: PageNumber, and count: Int) {
        guard count > 1 else { return }
        lastLoaded = PageNumber(number.rawValue &+ UInt32(count) &- 1)
        readAhead(of: number, from: number, count: UInt32(count))
    }

    /// A page whose neighbour was wanted is not alone in being wanted: the others of its group come
    /// along in one call. Of pages that are wanted one here, one there, nothing more is read.
    private func readNeighbours(of number: PageNumber) {
        let count = groupCount
        let first = PageNumber(number.rawValue & ~(count &- 1))
        guard first.isBehindHeaders, core.cache.hasRoom(for: Int(count)) else { return }
        for index in 0..<count {
            let other = PageNumber(first.rawValue &+ index)
            if view.pointee.dirty.index(of: other) >= 0 || core.table.newest(other) != nil {
                return readAhead(of: number, from: first, count: count)
            }
        }
    }

    private func readAhead(of number: PageNumber, from first: PageNumber, count: UInt32) {
        let last = lastPage(from: first, count: count)
        guard last > first else { return }
        var (wanted, unknown): (UInt32, UInt32) = (0, 0)
        for index in 0...(last.rawValue &- first.rawValue) {
            let other = PageNumber(first.rawValue &+ index)
            // Of what the transaction has changed the file's version would only take memory.
            guard view.pointee.dirty.index(of: other) < 0 else { continue }
            wanted |= 1 &<< index
            if core.table.newest(other) == nil { unknown |= 1 &<< index }
        }
        view.pointee.loadsSinceRefresh &+= Int(count)
        let memory = core.scans.take()
        defer { core.scans.give(memory) }
        core.readAhead(
            from: first, through: last, wanted, snapshot: snapshot, memory: memory)
        readAheadTrial.bring(
            first, mask: unknown & ~(1 &<< (number.rawValue &- first.rawValue)), core.table)
    }

    func lastPage(from first: PageNumber, count: UInt32) -> PageNumber {
        PageNumber(
            UInt32(
                truncatingIfNeeded: min(
                    UInt64(first.rawValue) + UInt64(count) - 1, UInt64(state.pageCount))))
    }
}
