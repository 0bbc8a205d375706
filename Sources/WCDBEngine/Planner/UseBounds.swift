/// The first lower and the first upper bound among the uses of a column, as their numbers.
struct UseBounds {
    var lower: Int?
    var upper: Int?
    /// The sources that they need.
    var mask: UInt64 = 0

    var isEmpty: Bool { lower == nil && upper == nil }
}
