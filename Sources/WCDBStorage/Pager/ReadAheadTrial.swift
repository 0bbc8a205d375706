/// How much is read together with a page that is not in memory, by what came of the last times.
///
/// Leaves whose rows go on in overflow chains lie a few pages apart, and so do the leaves of a tree
/// that grew together with another one. Whoever looks at the leaves only reads the file in small
/// steps, and most of what comes along would be in vain; who looks at the chains too wants all of
/// it, though not in the order of the file. So what came along last is judged at the next step:
/// when few pages have been looked at, they come alone for a while, each time for longer.
///
/// **Users.** One transaction.
struct ReadAheadTrial {
    enum Extent {
        case alone
        /// Those of its group, if somebody wanted one of them, or of its overflow chain.
        case few
        case stretch
    }

    /// A step goes no farther, forwards or back; who goes farther reads here and there.
    private static let longestStep = 16
    /// So many steps are a scan, and not chance; so many steps to the next page are one that wants
    /// every page.
    private static let fewestSteps = 4
    /// So many pages come alone after others came along in vain.
    private static let shortestPause = 16, longestPause = 1024
    /// One page that comes alone takes as long as so many that come together.
    private static let costOfOne = 4

    private var steps = 0
    /// Steps to the very next page, without one of another kind between.
    private var stepsByOne = 0
    /// What came along last was of use.
    private var isUseful = false
    /// Pages that still come alone.
    private var pending = 0
    private var pause = 0
    /// What came into the cache last: a bit for each page, counted from `first`.
    private var first = PageNumber.none
    private var mask: UInt32 = 0

    /// The pages of `mask`, counted from `first`, come into the cache along with another one.
    mutating func bring(_ first: PageNumber, mask: UInt32, _ table: PageTable) {
        (self.first, self.mask) = (first, mask)
        table.clearUse(first, mask: mask)
    }

    /// How many pages came into the cache last, and how many of them were looked at; nil if nobody
    /// knows. Asked once.
    mutating func takeUse(_ table: PageTable) -> (used: Int, count: Int)? {
        guard mask != 0 else { return nil }
        defer { mask = 0 }
        return (table.usedCount(first, mask: mask), mask.nonzeroBitCount)
    }

    /// What to read with a page that is `step` behind the last one that was read. `use`: what came
    /// of what came along last, if that is known. One row is no reason to read behind its chain.
    mutating func extent(
        step: Int, isOfChain: Bool, _ use: (used: Int, count: Int)?
    ) -> Extent {
        guard abs(step) <= ReadAheadTrial.longestStep else {
            self = ReadAheadTrial()
            return .few
        }
        steps &+= 1
        stepsByOne = step == 1 ? stepsByOne &+ 1 : 0
        if pending > 0 {
            pending &-= 1
            guard stepsByOne >= ReadAheadTrial.fewestSteps else {
                return isOfChain ? .few : .alone
            }
            (pending, pause) = (0, 0)
        }
        let isScan = steps >= ReadAheadTrial.fewestSteps
        if isScan, let use { judge(use) }
        if pending > 0 { return isOfChain ? .few : .alone }
        if isScan ? step == 1 || isUseful : step == 1 && !isOfChain { return .stretch }
        return .few
    }

    private mutating func judge(_ use: (used: Int, count: Int)) {
        isUseful = use.used &* ReadAheadTrial.costOfOne >= use.count
        pause =
            isUseful
            ? 0
            : min(ReadAheadTrial.longestPause, max(ReadAheadTrial.shortestPause, pause &* 2))
        pending = pause
    }
}
