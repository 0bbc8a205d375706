/// Which pages come into the cache together with one that was asked for.
extension Transaction {
    /// Pages of one group, which begins at a multiple of it.
    private static let groupCount: UInt32 = 8

    /// Reads what will probably be wanted together with a page that is not in memory.
    func readAhead(of number: PageNumber) {
        guard number.rawValue == lastLoaded.rawValue &+ 1 else {
            readNeighbours(of: number)
            lastLoaded = number
            return
        }
        readAhead(from: number, count: UInt32(Core.readAheadCount))
        lastLoaded = PageNumber(number.rawValue &+ UInt32(Core.readAheadCount) &- 1)
    }

    /// A page whose neighbour was wanted is not alone in being wanted: the others of its group come
    /// along in one call. Of pages that are wanted one here, one there, nothing more is read.
    private func readNeighbours(of number: PageNumber) {
        let count = Transaction.groupCount
        let first = PageNumber(number.rawValue & ~(count &- 1))
        guard first.rawValue > 2, core.cache.hasRoom(for: Int(count)) else { return }
        for index in 0..<count {
            let other = PageNumber(first.rawValue &+ index)
            if view.pointee.dirty.index(of: other) >= 0 || core.table.newest(other) != nil {
                return readAhead(from: first, count: count)
            }
        }
    }

    private func readAhead(from first: PageNumber, count: UInt32) {
        let last = UInt32(
            truncatingIfNeeded: min(
                UInt64(first.rawValue) + UInt64(count) - 1, UInt64(state.pageCount)))
        guard last > first.rawValue else { return }
        // Of what the transaction has changed the file's version would only take memory.
        var changed: UInt32 = 0
        if !view.pointee.dirty.isEmpty {
            for index in 0...(last - first.rawValue)
            where view.pointee.dirty.index(of: PageNumber(first.rawValue + index)) >= 0 {
                changed |= 1 << index
            }
        }
        view.pointee.loadsSinceRefresh &+= Int(count)
        core.readAhead(
            from: first, through: PageNumber(last), besides: changed, snapshot: snapshot,
            memory: readAheadMemory())
    }

    private func readAheadMemory() -> UnsafeMutableRawPointer {
        if let aheadMemory { return aheadMemory }
        let fresh = UnsafeMutableRawPointer.allocate(
            byteCount: Core.readAheadCount * pageSize, alignment: 64)
        aheadMemory = fresh
        return fresh
    }
}
