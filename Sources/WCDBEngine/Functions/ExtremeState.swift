import WCDBStorage

/// The state of the aggregates `min` and `max`: the best value so far.
///
/// A value that leaves a window cannot be taken back: a window with a moving start keeps its
/// values in order instead.
///
/// **Always true.** The best value is `number` while that is NULL or a number; else it is a text or
/// blob of `bytes`, and `number` only has its kind and mark.
struct ExtremeState: Sendable {
    private var number = ColumnValue.null
    private var bytes: [UInt8] = []

    /// Answers whether this row is the one that bare columns of the query are taken from: the first
    /// of the best ones, or any while all were NULL. Nil, and nothing has changed, where numbers
    /// alone do not tell: `step` does. Hot.
    @inline(__always)
    mutating func stepNumber(_ value: ColumnValue, isMaximum: Bool) -> Bool? {
        switch (number.kind, value.kind) {
        case (.integer, .integer):
            guard isMaximum ? number.integer < value.integer : number.integer > value.integer else {
                return false
            }
        case (.real, .real):
            guard isMaximum ? number.real < value.real : number.real > value.real else {
                return false
            }
        default: return nil
        }
        number = value
        return true
    }

    /// The same for all values.
    mutating func step(
        _ value: ColumnValue, _ collation: Collation, isMaximum: Bool
    ) -> Bool {
        if value.isNull { return number.isNull }
        if !number.isNull {
            let order = withBest { ValueOrder.compare($0, value, collation) }
            guard isMaximum ? order < 0 : order > 0 else { return false }
        }
        number = value
        if value.isBytes {
            number = ColumnValue(value.kind, ByteView(StaticString(""))).marked(
                asJSON: value.isJSON)
        }
        bytes = Array(value.bytes)
        return true
    }

    /// Lends the best value.
    func withBest<Result>(_ body: (ColumnValue) -> Result) -> Result {
        guard number.isBytes else { return body(number) }
        return bytes.withUnsafeBytes { bytes in
            body(ColumnValue(number.kind, ByteView(bytes)).marked(asJSON: number.isJSON))
        }
    }
}
