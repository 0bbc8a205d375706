/// The functions that need a window. Aggregates may have one too.
package enum WindowFunction: String, Sendable, CaseIterable {
    case rowNumber = "row_number"
    case rank
    case denseRank = "dense_rank"
    case percentRank = "percent_rank"
    case cumulativeDistribution = "cume_dist"
    case ntile
    case lag
    case lead
    case firstValue = "first_value"
    case lastValue = "last_value"
    case nthValue = "nth_value"

    var arguments: ClosedRange<Int> {
        switch self {
        case .rowNumber, .rank, .denseRank, .percentRank, .cumulativeDistribution: 0...0
        case .ntile, .firstValue, .lastValue: 1...1
        case .nthValue: 2...2
        case .lag, .lead: 1...3
        }
    }
}
