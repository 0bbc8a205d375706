import WCDBStorage

/// When a scan of an index fetches the rows that it is going to look up, and how many.
///
/// Who wants one row, or a few, is to pay for no others: so nothing is fetched for the first row,
/// then few, then many.
struct RowsAhead {
    /// The flag of a lookup whose scan goes this way.
    static let forwards: UInt8 = 1
    static let backwards: UInt8 = 2

    /// How many of the next rows are fetched at once.
    private(set) var width = 0
    /// Rows that come before it is time again.
    private var pending = 0

    /// Rows of one leaf are near each other: it is not tried again for a while.
    private static let pause = 64

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
        guard pending != .max else { return }
        width = 0
        pending = 0
    }

    mutating func didFetch(_ count: Int, isUseful: Bool) {
        // At the last one that was fetched it is time for the next ones.
        pending = isUseful ? count &- 1 : RowsAhead.pause
        width = min(RowWarmer.width, width * 2)
    }

    /// The rows are near anyway, until the program runs again.
    mutating func giveUp() { pending = .max }
}
