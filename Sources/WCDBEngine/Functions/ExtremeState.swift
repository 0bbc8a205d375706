package import WCDBStorage

/// The state of the aggregates `min` and `max`: the best value so far, owned.
///
/// A value that leaves a window cannot be taken back: a window with a moving start keeps its
/// values in order instead.
package struct ExtremeState: Sendable {
    package private(set) var best = Value.null
    private let isMaximum: Bool
    private let collation: Collation

    package init(isMaximum: Bool, collation: Collation = .binary) {
        self.isMaximum = isMaximum
        self.collation = collation
    }

    /// Answers whether this row is the one that bare columns of the query are taken from: the
    /// first of the best ones, or any while all were NULL. Hot.
    package mutating func step(_ value: ColumnValue) -> Bool {
        if case .integer = value.kind, case .integer(let integer) = best {
            guard isMaximum ? integer < value.integer : integer > value.integer else {
                return false
            }
            best = .integer(value.integer)
            return true
        }
        if value.isNull { return best == .null }
        if best != .null {
            let order = best.withColumnValue { ValueOrder.compare($0, value, collation) }
            guard isMaximum ? order < 0 : order > 0 else { return false }
        }
        best = Value(value)
        return true
    }
}
