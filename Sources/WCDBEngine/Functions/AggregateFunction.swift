/// The built-in aggregates. `AggregateState` has what each keeps of its rows.
package enum AggregateFunction: Sendable, CaseIterable {
    case count
    case sum
    case total
    case average
    case minimum
    case maximum
    case groupConcat
    case jsonArray
    case jsonObject

    /// Whether a group keeps only a few numbers, or one of the values.
    var isPlain: Bool {
        switch self {
        case .count, .sum, .total, .average, .minimum, .maximum: true
        case .groupConcat, .jsonArray, .jsonObject: false
        }
    }

    /// As SQL calls it.
    var name: String {
        switch self {
        case .count: "count"
        case .sum: "sum"
        case .total: "total"
        case .average: "avg"
        case .minimum: "min"
        case .maximum: "max"
        case .groupConcat: "group_concat"
        case .jsonArray: "json_group_array"
        case .jsonObject: "json_group_object"
        }
    }
}
