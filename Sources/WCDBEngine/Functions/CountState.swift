package import WCDBStorage

/// The state of `count`: the rows of a group, or those whose argument is not NULL.
package struct CountState: Sendable {
    package private(set) var count: Int64 = 0

    package init() {}

    /// `count(*)`. Hot.
    package mutating func step() { count &+= 1 }

    /// Hot.
    package mutating func step(_ value: ColumnValue) {
        if !value.isNull { count &+= 1 }
    }

    /// A row leaves the window. Requires: it was stepped over.
    package mutating func inverse() { count &-= 1 }

    package mutating func inverse(_ value: ColumnValue) {
        if !value.isNull { count &-= 1 }
    }

    package func finish() -> ColumnValue { .integer(count) }
}
