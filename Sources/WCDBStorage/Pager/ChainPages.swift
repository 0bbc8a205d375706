import Synchronization

/// The pages of one overflow chain, in its order: how many there are is known, and mostly they lie
/// one behind the other. So several are read in one call, and none behind the chain.
///
/// What is long goes past the cache the first time, like a scan, and what is very long always does:
/// a few pictures would push out all that is wanted again and again.
///
/// **Users.** Whoever follows a chain. A page is good until the next one is asked for.
struct ChainPages: ~Copyable {
    /// So many pages are read at first, when it is not known yet how they lie.
    private static let firstWidth = 8

    /// The pages of a chain that others have asked for already.
    struct Known {
        var count = 0
        var last = PageNumber.none
    }

    /// Which page of a chain a transaction reads.
    struct Step {
        /// So many pages of the chain follow one another from it on, as far as is known.
        var width: Int
        /// It does not lie behind the one before it: where it begins the chain, the next row may
        /// follow.
        var isApart: Bool
    }

    private let transaction: Transaction
    private let tree: TreeID
    /// Pages that were not asked for yet.
    private var left: Int
    private let isLong: Bool
    /// It is long, and would take too much of the cache: what is looked at in one operation stays
    /// there until its end.
    private let isHuge: Bool
    /// Known when the first page comes that nobody has in memory.
    private var passesBy: Bool?
    private var last: PageNumber
    /// The stretch that the last pages of a long chain came from, and its memory.
    private var window: ScanWindow
    private var memory: UnsafeMutableRawPointer?

    /// So many pages, which follow those that are known.
    init(_ transaction: Transaction, tree: TreeID, count: Int, behind known: Known) {
        self.transaction = transaction
        self.tree = tree
        left = count
        last = known.last
        let core = transaction.core
        isLong = known.count + count > core.scans.pageCount
        isHuge = known.count + count > core.options.cacheBudget / core.pageSize / 2
        window = ScanWindow(transaction.core.scans)
    }

    deinit {
        if let memory { transaction.core.scans.give(memory) }
    }

    /// The next page, which has this number.
    mutating func next(_ number: PageNumber) throws(StorageError) -> UnsafeRawPointer {
        let step = step(to: number)
        last = number
        left -= 1
        if isLong, let page = passing(number, step.width) {
            return try transaction.check(page, number, tree)
        }
        return try transaction.readPage(number, tree: tree, along: step)
    }

    private func step(to number: PageNumber) -> Step {
        if last == .none { return Step(width: min(left, ChainPages.firstWidth), isApart: true) }
        let isNext = number.rawValue == last.rawValue &+ 1
        return Step(width: isNext ? left : 1, isApart: !isNext)
    }

    /// A page that nobody has in memory, past the cache; nil if it is to be read like any other.
    private mutating func passing(_ number: PageNumber, _ width: Int) -> UnsafeRawPointer? {
        guard transaction.isInMainFile(number) else { return nil }
        let core = transaction.core
        if window.place(of: number) == nil {
            guard width > 1, passesBy ?? true else { return nil }
            let hasPassed = core.scans.pass(inChain: number)
            let passesBy = self.passesBy ?? (isHuge || !hasPassed)
            self.passesBy = passesBy
            guard passesBy else { return nil }
            readStretch(from: number, width)
        }
        guard let place = window.place(of: number),
            core.proves(place, number: number, snapshot: transaction.snapshot)
        else { return nil }
        transaction.view.pointee.counters.countLoad(of: place.bytes)
        return UnsafeRawPointer(place.bytes)
    }

    private mutating func readStretch(from number: PageNumber, _ width: Int) {
        let core = transaction.core
        let last = transaction.lastPage(
            from: number, count: UInt32(min(width, core.scans.pageCount)))
        let memory = self.memory ?? core.scans.take()
        self.memory = memory
        _ = window.takeAny()
        let writes = core.mainWrites.load(ordering: .sequentiallyConsistent)
        let count = core.readWhole(from: number, through: last, into: memory)
        if count > 0 { window.add(memory, first: number, count: count, writes: writes) }
        transaction.lastLoaded = last
    }
}

extension Transaction {
    /// Whether what this transaction sees of a page is in the main file, and nowhere else.
    fileprivate func isInMainFile(_ number: PageNumber) -> Bool {
        // A damaged chain may lead anywhere.
        number.rawValue <= state.pageCount && view.pointee.dirty.index(of: number) < 0
            && core.table.newest(number) == nil && window.place(of: number) == nil
    }
}
