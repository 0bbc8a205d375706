import WCDBSQL
import WCDBStorage

/// What ANALYZE found out about a table.
package struct TableStatistics: Sendable {
    /// For each index, by its folded name, how many rows share the first column, the first two
    /// columns, and so on.
    var rowsPerKey: [SQLText: [Double]] = [:]

    func rowsPerKey(_ index: IndexSchema, columns: Int) -> Double? {
        guard let known = rowsPerKey[FoldedName.key(index.name)], columns >= 1,
            columns <= known.count
        else { return nil }
        return known[columns - 1]
    }
}
