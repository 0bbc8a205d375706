import Synchronization

/// What it takes to find a page, in memory that never moves: trees and cursors reach it through a
/// plain pointer, so that looking a page up touches no object and no reference count.
///
/// **Users.** One transaction, which owns it, and the trees and cursors of that transaction.
///
/// **Always true.** While the transaction is active, `table` is the core's table and `snapshot` is
/// what the slot announces. While it is not, `table` is empty, so that nothing is found.
struct PageView: ~Copyable {
    var table = PageTable.Root.empty
    var snapshot: LSN = 0
    let epoch: EpochPointer
    /// What the slot announces as the latest epoch in which anything looked at was born.
    var upper = ReaderSlot.unbounded
    /// What the writer changed; empty for a reader.
    var dirty = DirtyPages()
    /// The number of open savepoints: private copies that are older may not be changed.
    var savepointDepth = 0
    /// Pages that were loaded, and epochs that began, since the transaction's epoch last moved on.
    var loadsSinceRefresh = 0
    /// Private pages in memory.
    var residentPages = 0
    /// How many of them there may be before some are spilled.
    var spillThreshold = Int.max
    /// Fresh pages that are full and were left behind: they can be written to their places.
    var finishedPages = 0
    /// How many of them there may be before they are written.
    var finishedThreshold = Int.max
    /// What is counted for traces.
    let counters = PageCounters.make()
    /// The number that pages carry that were changed in the running stretch; see `beginCounting`.
    var stretch: UInt8 = 0
    /// How often a cursor began to look at a leaf, or at one that had changed.
    var visits: UInt64 = 0
    /// Those that may stand somewhere, each once.
    var firstHolder: Unmanaged<PageHolder>?

    /// Loads after which a long read moves its epoch on.
    static let refreshInterval = 256

    init(epoch: EpochPointer) { self.epoch = epoch }

    deinit { counters.destroy() }

    /// Whether the running epoch is above the bound, so that nothing is found without a lock.
    var isBehind: Bool { epoch.pointee.load(ordering: .relaxed) > upper }

    /// Whether the transaction has something to do before the next operation.
    @inline(__always)
    var isDue: Bool {
        loadsSinceRefresh > PageView.refreshInterval || residentPages > spillThreshold
            || finishedPages >= finishedThreshold
    }

    /// The private copy of a page if it is in memory, may be changed as it is, and was counted as
    /// changed. Hot.
    @inline(__always)
    func changeable(_ number: PageNumber) -> UnsafeMutableRawPointer? {
        let index = dirty.index(of: number)
        guard index >= 0, !dirty.pages[index].isFreed,
            dirty.pages[index].depth == savepointDepth,
            dirty.pages[index].stretch == stretch,
            case .memory(let block) = dirty.pages[index].place
        else { return nil }
        return block
    }

    /// The bytes of a page if they are in memory and found without a lock. Hot.
    @inline(__always)
    func resident(_ number: PageNumber) -> UnsafeRawPointer? {
        if !dirty.isEmpty {
            let index = dirty.index(of: number)
            if index >= 0, !dirty.pages[index].isFreed {
                guard case .memory(let block) = dirty.pages[index].place else { return nil }
                return UnsafeRawPointer(block)
            }
        }
        return table.resident(number, snapshot: snapshot, epoch: epoch, upper: upper)
    }
}

typealias PageViewPointer = UnsafeMutablePointer<PageView>

extension UnsafeMutablePointer where Pointee == PageView {
    static func make(epoch: EpochPointer) -> PageViewPointer {
        let pointer = PageViewPointer.allocate(capacity: 1)
        pointer.initialize(to: PageView(epoch: epoch))
        return pointer
    }

    func destroy() {
        deinitialize(count: 1)
        deallocate()
    }
}
