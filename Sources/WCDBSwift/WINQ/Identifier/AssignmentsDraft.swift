import WCDBSQL

/// Columns to be set and their values, paired by position.
struct AssignmentsDraft {
    private var targets: [[ColumnReference]] = []
    private var values: [ExpressionTree] = []

    mutating func set(_ columns: [any ColumnConvertible]) {
        if !columns.isEmpty { targets.append(columns.map(\.columnTree)) }
    }

    mutating func to(_ value: ExpressionTree) { values.append(value) }

    var isEmpty: Bool { targets.isEmpty && values.isEmpty }

    var isPaired: Bool { targets.count == values.count }

    /// The assignments; nil as long as a column has no value, or a value no column.
    var tree: [Assignment]? {
        guard isPaired else { return nil }
        return zip(targets, values).map { Assignment($0, $1) }
    }
}
