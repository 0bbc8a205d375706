import WCDBStorage

extension Scalar {
    /// Whether values of it that are equal are the same, type and bytes.
    var equalIsSame: Bool {
        guard case .column(let source, let column) = self, let table = source.table,
            case .binary = collation, source.generated[column] == nil
        else { return false }
        // Of a column of numbers the smallest integer may be a REAL as well.
        return column < 0 || column == table.rowidColumn
            || table.columns[column].affinity == .text
    }
}

extension Scalar {
    /// Whether it is read as it was stored.
    var isStoredColumn: Bool {
        guard case .column(let source, let column) = self, source.table != nil else { return false }
        return source.generated[column] == nil
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
