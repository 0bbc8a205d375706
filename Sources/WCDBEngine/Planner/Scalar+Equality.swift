import WCDBStorage

extension Scalar {
    /// Whether values of it that are equal are the same, type and bytes.
    var equalIsSame: Bool {
        guard case .column(let source, let column) = self, let table = source.table,
            case .binary = collation, source.generated[column] == nil
        else { return false }
        if column < 0 || column == table.rowidColumn { return true }
        // With a numeric affinity an integer is stored as such; only a REAL can be -0.0.
        let affinity = table.columns[column].affinity
        return affinity == .text || affinity == .integer || affinity == .numeric
    }
}

extension BoundSelect {
    /// Whether rows of its parts that are equal are the same: any of them stands for all.
    var equalIsSame: Bool {
        let isBinary = collations.allSatisfy { if case .binary = $0 { true } else { false } }
        return isBinary
            && cores.allSatisfy { $0.rows == nil && $0.results.allSatisfy(\.equalIsSame) }
    }
}
