/// The stretches of the main file that a long scan has before it, in memory that serves the next
/// ones when nobody looks at these any more: a scan of a large table takes neither memory nor
/// anybody's place in the cache, and what it reads is still near the processor when it looks.
///
/// **Users.** One transaction.
///
/// **Always true.**
/// - A page that was proven is the one that the transaction's snapshot sees, whatever has happened
///   to the file since.
/// - The bytes of a stretch stay as long as a holder of the transaction looks at them, and at least
///   until the next operation on a tree begins.
struct ScanWindow {
    /// Consecutive pages as the file has them, and behind them the sums of the segments of each.
    private struct Stretch {
        let memory: UnsafeMutableRawPointer
        var first = PageNumber.none
        /// What `Core.mainWrites` was before they were read.
        var writes: UInt64 = 0
        /// A bit for each page that may still be asked for.
        var present: UInt32 = 0
        /// A bit for each page that was looked at and found to be right.
        var proven: UInt32 = 0
        /// Those that may be asked for were decoded and found to be whole.
        var isWhole = false
        /// Somebody has asked how many pages were of use.
        var isJudged = false
        /// Somebody looked at it at the last refresh.
        var isHeld = false
    }

    /// Where a page is, until the next stretch is read.
    struct Place {
        fileprivate let stretch: Int
        fileprivate let bit: UInt32
        let bytes: UnsafeMutableRawPointer
        /// Of a proven page, or where they go.
        let sums: UnsafeMutablePointer<UInt64>
        /// As `Stretch.writes`.
        let writes: UInt64
        let isProven: Bool
        /// Only whether it is what the snapshot sees is not known yet.
        let isWhole: Bool
    }

    let pageSize: Int
    /// Of one stretch.
    let pageCount: Int
    /// The last one is the one that was read last.
    private var stretches: [Stretch] = []

    /// There are never more: an operation that looks at more pages finds the others in the cache.
    private static let most = 8

    init(_ memory: ScanMemory) {
        pageSize = memory.pageSize
        pageCount = memory.pageCount
    }

    var isEmpty: Bool { stretches.isEmpty }

    /// Where the page is, if it is here. Hot: once for each page of a scan.
    func place(of number: PageNumber) -> Place? {
        for index in stretches.indices.reversed() {
            let distance = number.rawValue &- stretches[index].first.rawValue
            guard distance < 32, stretches[index].present &>> distance & 1 != 0 else { continue }
            let memory = stretches[index].memory
            let sums = memory + (pageCount &* pageSize &+ Int(distance) &* PageBlock.sumsSize)
            return Place(
                stretch: index, bit: 1 &<< distance, bytes: memory + Int(distance) &* pageSize,
                sums: sums.assumingMemoryBound(to: UInt64.self),
                writes: stretches[index].writes,
                isProven: stretches[index].proven &>> distance & 1 != 0,
                isWhole: stretches[index].isWhole)
        }
        return nil
    }

    /// The page is right.
    mutating func prove(_ place: Place) { stretches[place.stretch].proven |= place.bit }

    /// The page is not to be asked for here any more; its bytes stay.
    mutating func remove(_ place: Place) { stretches[place.stretch].present &= ~place.bit }

    /// Takes over `memory` with `count` pages from `first` on.
    mutating func add(
        _ memory: UnsafeMutableRawPointer, first: PageNumber, count: Int, writes: UInt64
    ) {
        stretches.append(
            Stretch(
                memory: memory, first: first, writes: writes,
                present: count < 32 ? 1 &<< UInt32(count) &- 1 : .max))
    }

    /// Takes over the memory of a stretch that was read before, and those of its pages that are
    /// whole.
    mutating func add(_ stretch: ComingStretch) {
        stretches.append(
            Stretch(
                memory: stretch.memory, first: stretch.first, writes: stretch.writes,
                present: stretch.whole, isWhole: true))
    }

    /// How many pages the last stretch has, and how many of them were looked at; nil if there is
    /// none. Asked once for each.
    mutating func takeUse() -> (used: Int, count: Int)? {
        guard let last = stretches.indices.last, !stretches[last].isJudged else { return nil }
        stretches[last].isJudged = true
        return (
            stretches[last].proven.nonzeroBitCount, stretches[last].present.nonzeroBitCount
        )
    }

    var isFull: Bool { stretches.count >= ScanWindow.most }

    // MARK: Memory

    /// Marks the stretch that `page` is in as held; false if it is in none.
    mutating func hold(_ page: UnsafeRawPointer) -> Bool {
        let byteCount = pageCount &* pageSize
        for index in stretches.indices {
            let distance = page - UnsafeRawPointer(stretches[index].memory)
            guard distance >= 0, distance < byteCount else { continue }
            stretches[index].isHeld = true
            return true
        }
        return false
    }

    /// Gives away the memory of a stretch that nobody holds, if there is one besides the last,
    /// which may not have been looked at yet. Requires: `hold` was called for all pages that
    /// somebody looks at since the last call of `releaseHolds`.
    mutating func takeUnheld() -> UnsafeMutableRawPointer? {
        guard let index = stretches.dropLast().firstIndex(where: { !$0.isHeld }) else {
            return nil
        }
        return stretches.remove(at: index).memory
    }

    /// From now on nobody holds anything.
    mutating func releaseHolds() {
        for index in stretches.indices { stretches[index].isHeld = false }
    }

    /// Gives away the memory of any stretch. Requires: nobody looks at a page any more.
    mutating func takeAny() -> UnsafeMutableRawPointer? { stretches.popLast()?.memory }
}
