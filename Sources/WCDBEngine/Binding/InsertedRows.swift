/// The rows that an INSERT puts in: mostly the values of one, for which no query is needed.
enum InsertedRows {
    /// DEFAULT VALUES.
    case defaults
    case values([Scalar])
    case query(BoundSelect)

    /// Whether no column is given a value.
    var areDefaults: Bool { if case .defaults = self { true } else { false } }

    /// Whether it cannot be but one.
    var isOneRow: Bool {
        guard case .query(let select) = self else { return true }
        return select.cores.count == 1 && select.cores[0].joins.isEmpty
            && (select.cores[0].rows?.count ?? 1) == 1
    }
}
