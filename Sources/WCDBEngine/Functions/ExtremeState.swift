package import WCDBStorage

/// The state of the aggregates `min` and `max`: the best value so far.
///
/// A value that leaves a window cannot be taken back: a window with a moving start keeps its
/// values in order instead.
///
/// **Always true.** The best value is `number` while that is NULL or a number; else it is `owned`,
/// which has the bytes, and `number` only has its kind.
package struct ExtremeState: Sendable {
    private var number = ColumnValue.null
    private var owned = Value.null
    private let isMaximum: Bool

    package init(isMaximum: Bool) { self.isMaximum = isMaximum }

    /// Answers whether this row is the one that bare columns of the query are taken from: the
    /// first of the best ones, or any while all were NULL. Hot.
    @inline(__always)
    package mutating func step(_ value: ColumnValue, _ collation: Collation) -> Bool {
        switch (number.kind, value.kind) {
        case (.integer, .integer):
            guard isMaximum ? number.integer < value.integer : number.integer > value.integer else {
                return false
            }
        case (.real, .real):
            guard isMaximum ? number.real < value.real : number.real > value.real else {
                return false
            }
        default: return stepSlowly(value, collation)
        }
        number = value
        return true
    }

    @inline(never)
    private mutating func stepSlowly(_ value: ColumnValue, _ collation: Collation) -> Bool {
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
        owned = value.isBytes ? Value(value) : .null
        return true
    }

    /// Lends the best value.
    package func withBest<Result>(_ body: (ColumnValue) -> Result) -> Result {
        guard number.isBytes else { return body(number) }
        return owned.withColumnValue { body($0.marked(asJSON: number.isJSON)) }
    }
}
