import WCDBSQL
import WCDBStorage

/// What a program computes over windows: rows come in, and go out with the results behind them.
///
/// **Always true.** Places are indices into a row, all below `rowWidth`. The values that the rest
/// of the query needs come first.
struct WindowShape: Sendable {
    enum Function: Sendable {
        case window(WindowFunction)
        case aggregate(Program.AggregateShape)
    }

    enum Bound: Sendable {
        case unboundedPreceding, currentRow, unboundedFollowing
        /// The place of the offset.
        case preceding(Int), following(Int)
    }

    struct Frame: Sendable {
        var unit: WindowFrame.Unit
        var start: Bound
        var end: Bound
        /// Nil where none is said. Where it is said, also that none are left out, each frame is
        /// computed by itself: so SQLite does, which shows in the types of sums.
        var exclusion: WindowFrame.Exclusion?
    }

    struct Call: Sendable {
        var function: Function
        /// Where its arguments begin.
        var arguments: Int
        var argumentCount: Int
        /// Rows whose value there is not true do not count.
        var filter: Int?
        var frame: Frame
        /// The place of the result, behind those of the row.
        var result: Int
    }

    /// All windows with the same partitions and order: one sorting serves them.
    struct Pass: Sendable {
        var partition: [SortKey]
        var partitionPlace: Int
        var order: [SortKey]
        var orderPlace: Int
        var calls: [Call]
    }

    var rowWidth: Int
    var keptCount: Int
    var resultCount: Int
    var passes: [Pass]
}
