package import WCDBStorage

/// Which rows have which key: what a hash join has no room for in `JoinRows`, and lies in a
/// `RowStore`.
///
///     try index.add(encoder.key, row: row)                      // for each inner row
///     var row = index.firstRow(of: index.find(encoder.key))     // for each outer row
///     while row >= 0 { …; row = index.nextRow(after: row) }
///
/// **Users.** One cursor of the machine, one thread.
///
/// Beyond the budget it takes no new keys, while the rows of those it has are added as before.
///
/// **Always true.** The rows of a key are a chain in the order they were added. A row is in at
/// most one chain. While every row has a key of its own, and hence the number of its entry, there
/// are no chains: finding a row then looks at less memory.
package final class JoinIndex {
    /// Behind the last row of a chain.
    private static let end = UInt32.max

    private struct Chain: BitwiseCopyable {
        let first: UInt32
        var last: UInt32
    }

    private let keys: HashIndex
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var hasChains = false
    @exclusivity(unchecked) private var chains = ScratchArray<Chain>()
    /// By row: the one behind it in its chain.
    @exclusivity(unchecked) private var successors = ScratchArray<UInt32>()

    package init(space: ScratchSpace) {
        keys = HashIndex(space: space, budget: space.keyBudget)
    }

    /// The number of different keys.
    package var count: Int { keys.count }

    /// Adds a row to those of a key; false if there is no room for the key: nothing was changed.
    /// Hot. Requires: rows are small numbers, as a row store gives them, each added once.
    @inline(__always)
    package func add(_ key: UnsafeRawBufferPointer, row: Int) throws(StorageError) -> Bool {
        try check(row)
        let (entry, isNew) = try keys.insert(key)
        return add(row, to: entry, isNew: isNew)
    }

    @inline(__always)
    private func check(_ row: Int) throws(StorageError) {
        guard row >= 0, row < Int(JoinIndex.end) else { throw .limit("too many rows to join") }
    }

    @inline(__always)
    private func add(_ row: Int, to entry: Int, isNew: Bool) -> Bool {
        if isNew, entry == row, !hasChains { return true }
        return entry < 0 ? false : chain(row, to: entry, isNew: isNew)
    }

    private func chain(_ row: Int, to entry: Int, isNew: Bool) -> Bool {
        if !hasChains { makeChains(isNew ? entry : keys.count) }
        let number = UInt32(truncatingIfNeeded: row)
        while successors.count <= row { successors.append(JoinIndex.end) }
        successors[row] = JoinIndex.end
        if isNew {
            chains.append(Chain(first: number, last: number))
        } else {
            successors[Int(chains[entry].last)] = number
            chains[entry].last = number
        }
        return true
    }

    /// For the first entries, whose rows have the same numbers.
    private func makeChains(_ count: Int) {
        hasChains = true
        for row in 0..<UInt32(truncatingIfNeeded: count) {
            chains.append(Chain(first: row, last: row))
            successors.append(JoinIndex.end)
        }
    }

    /// The entry of a key; `HashIndex.none` if no row has it. Hot.
    @inline(__always)
    package func find(_ key: UnsafeRawBufferPointer) -> Int { keys.find(key) }

    /// The row that was added first for an entry; -1 for `HashIndex.none`. Hot.
    @inline(__always)
    package func firstRow(of entry: Int) -> Int {
        guard entry >= 0, hasChains else { return max(entry, -1) }
        precondition(entry < chains.count, "there is no such entry")
        return Int(chains[entry].first)
    }

    /// The next row with the same key; -1 behind the last one. Hot. Requires: `row` was added.
    @inline(__always)
    package func nextRow(after row: Int) -> Int {
        guard hasChains else { return -1 }
        precondition(row >= 0 && row < successors.count, "there is no such row")
        let next = successors[row]
        return next == JoinIndex.end ? -1 : Int(next)
    }

    /// Forgets all keys and rows.
    package func removeAll() {
        keys.removeAll()
        hasChains = false
        chains.removeAll()
        successors.removeAll()
    }
}
