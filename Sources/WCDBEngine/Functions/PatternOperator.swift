/// The operators that match a text with a pattern. The numbers are those of `match` instructions.
enum PatternOperator: UInt8, Sendable {
    case like, caseSensitiveLike, glob

    @inline(__always)
    var matcher: PatternMatcher {
        switch self {
        case .like: .like
        case .caseSensitiveLike: .caseSensitiveLike
        case .glob: .glob
        }
    }

    /// The same as a function, for all kinds of values.
    var function: ScalarFunction {
        switch self {
        case .like: PatternFunctions.like
        case .caseSensitiveLike: PatternFunctions.caseSensitiveLike
        case .glob: PatternFunctions.glob
        }
    }
}
