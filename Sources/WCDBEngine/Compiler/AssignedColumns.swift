import WCDBSQL

/// The columns that SET names, each with its place among the values.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class AssignedColumns {
    /// The columns in the order of their values; -1 is the rowid.
    @exclusivity(unchecked) var columns: [Int] = []
    /// What gives the values: one for each, or a query for several.
    @exclusivity(unchecked) var expressions: [Expression] = []
    /// What is computed from each row as it is when its turn comes, for triggers may have changed
    /// it, and sub-queries see the rows before it changed; nil if the values were collected too.
    @exclusivity(unchecked) var values: (row: Source, scalars: [Scalar])?

    func requireCount(_ count: Int) throws(EngineError) {
        guard count == columns.count else {
            throw .error("\(columns.count) columns assigned \(count) values")
        }
    }

    /// Takes what an assignment assigns: a value, or a row of them.
    func add(_ assignment: Assignment) throws(EngineError) {
        guard assignment.columns.count > 1 else {
            expressions.append(assignment.value)
            return
        }
        switch assignment.value {
        case .row(let row):
            guard row.elements.count == assignment.columns.count else {
                throw .error(
                    "\(assignment.columns.count) columns assigned \(row.elements.count) values")
            }
            expressions += row.elements
        case .subquery: expressions.append(assignment.value)
        default: throw .error("\(assignment.columns.count) columns assigned 1 values")
        }
    }
}
