/// Whether a scan has a use for what is read ahead of it.
///
/// Leaves whose rows go on in overflow chains lie a few pages apart, and so do the leaves of a tree
/// that grew together with another one. Who looks at the leaves only reads the file in small steps,
/// and most of what comes along would be in vain. So what came along last is judged at the next
/// step: when few have been looked at, pages come alone for a while, each time for longer.
///
/// **Users.** One transaction.
struct ReadAheadTrial {
    /// A step goes forward by no more than this; who goes farther reads here and there.
    private static let longestStep: UInt32 = 16
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
    /// What came along last: a bit for each page, counted from `first`.
    private var first = PageNumber.none
    private var mask: UInt32 = 0
    /// Pages that still come alone.
    private var pending = 0
    private var pause = 0

    /// Whether others are to be read together with a page that is `step` behind the last one that
    /// was read.
    mutating func isWorthwhile(step: UInt32, _ table: PageTable) -> Bool {
        guard step <= ReadAheadTrial.longestStep else {
            self = ReadAheadTrial()
            return true
        }
        steps &+= 1
        stepsByOne = step == 1 ? stepsByOne &+ 1 : 0
        if pending > 0 {
            pending &-= 1
            guard stepsByOne >= ReadAheadTrial.fewestSteps else { return false }
            pending = 0
            pause = 0
        }
        guard steps >= ReadAheadTrial.fewestSteps, mask != 0 else { return true }
        let used = table.usedCount(first, mask: mask)
        let isInVain = used &* ReadAheadTrial.costOfOne < mask.nonzeroBitCount
        mask = 0
        guard isInVain else {
            pause = 0
            return true
        }
        pause = min(ReadAheadTrial.longestPause, max(ReadAheadTrial.shortestPause, pause &* 2))
        pending = pause
        return false
    }

    /// The pages of `mask`, counted from `first`, come along.
    mutating func bring(_ first: PageNumber, mask: UInt32, _ table: PageTable) {
        (self.first, self.mask) = (first, mask)
        table.clearUse(first, mask: mask)
    }
}
