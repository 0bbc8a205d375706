import WCDBStorage

/// What many sets of keys may keep in memory together, and the tree for the keys that come when
/// that is used up.
///
/// The groups of a query have a set for each of their DISTINCTs, most of them small and a few
/// large: a budget for each would be too small for one, or too much for all. So each set borrows
/// as it grows, and the keys of all that find nothing left lie in one tree, set by set.
///
/// **Users.** The sets of one group table, or of one window, one thread.
///
/// **Always true.** What is lent is at most the budget. The first few keys of a set are free: who
/// makes many sets has to count those. A set that was refused is not lent anything later.
final class KeyMemory {
    /// What a set may use without asking.
    static let free = 4 << 10
    private static let usualLoan = 1 << 20

    private let space: ScratchSpace
    private let budget: Int
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var lent = 0
    @exclusivity(unchecked) private var setCount = 0
    @exclusivity(unchecked) private var lastSet: UInt64 = 0
    @exclusivity(unchecked) private var rest: ScratchTree?
    /// The number of a set, then a key of it.
    @exclusivity(unchecked) private var entry = ByteBuffer(capacity: 64)

    /// Twice what a set alone has: often there are several, and a key that is in the tree takes
    /// longer to find.
    init(space: ScratchSpace) {
        self.space = space
        budget = 2 * space.keyBudget
    }

    var hashSeed: UInt64 { space.hashSeed }

    /// Says what a set may use in addition, that wants so much and needs `least`; 0 if that is not
    /// left. Cold.
    func lend(_ wanted: Int, least: Int) -> Int {
        let loan = max(min(wanted, KeyMemory.usualLoan), least)
        guard lent + loan <= budget else { return 0 }
        lent += loan
        return loan
    }

    func takeBack(_ bytes: Int) { lent -= bytes }

    /// The number of a new set, which no other one has or had.
    func beginSet() -> UInt64 {
        setCount += 1
        lastSet += 1
        return lastSet
    }

    /// The last set that ends takes the tree with it.
    func endSet() {
        setCount -= 1
        if setCount == 0 { rest = nil }
    }

    /// Adds a key that its set has no room for; false if it was there.
    func insert(
        _ key: UnsafeRawBufferPointer, ofSet number: UInt64
    ) throws(StorageError) -> Bool {
        let tree = try ScratchTree.open(&rest, space)
        entry.removeAll()
        withUnsafeBytes(of: number.bigEndian) { entry.append($0) }
        entry.append(key)
        return try tree.insert(entry.bytes)
    }
}
