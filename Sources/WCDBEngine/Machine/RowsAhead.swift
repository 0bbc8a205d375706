import WCDBStorage

/// When a scan fetches the rows that it is going to look up, and how many.
///
/// Whoever wants one row, or a few, should pay for few others: so nothing is fetched for the first
/// row, then few, then many.
struct RowsAhead {
    /// How many of the next rows are fetched at once.
    private(set) var width = 0
    /// Rows that come before it is time again.
    private var pending = 0
    /// Never more are fetched at once.
    private let most: Int

    /// Where it was in vain it is not tried again for so many rows.
    private static let pause = 64
    /// More rows than any scan has.
    private static let forever = Int.max / 2

    /// Requires: `most >= 2`.
    init(most: Int) { self.most = most }

    /// A row is looked up; whether those behind it are to be fetched first. Hot.
    @inline(__always)
    mutating func isDue() -> Bool {
        if pending > 0 {
            pending &-= 1
            return false
        }
        if width == 0 {
            width = 2
            return false
        }
        return true
    }

    /// The scan begins.
    mutating func begin() {
        // Given up, which is not for this scan alone.
        guard pending < RowsAhead.forever / 2 else { return }
        width = 0
        pending = 0
    }

    mutating func didFetch(_ count: Int, isUseful: Bool) {
        // At the last one that was fetched it is time for the next ones.
        pending = isUseful ? count &- 1 : RowsAhead.pause
        width = min(most, width * 2)
    }

    /// It is no use before the program runs again.
    mutating func giveUp() { pending = RowsAhead.forever }
}
