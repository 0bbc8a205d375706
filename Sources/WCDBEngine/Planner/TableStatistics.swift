import WCDBSQL
import WCDBStorage

/// What ANALYZE found out about a table.
package struct TableStatistics: Sendable {
    /// For each index, by its folded name, how many rows share the first column, the first two
    /// columns, and so on.
    var rowsPerKey: [SQLText: [Double]] = [:]
    /// The same of the rows themselves, where a table is kept by its primary key.
    var rowsPerPrimaryKey: [Double]?

    func rowsPerKey(_ index: IndexSchema, columns: Int) -> Double? {
        let named = rowsPerKey[FoldedName.key(index.name)]
        guard let known = named ?? (index.origin == .primaryKey ? rowsPerPrimaryKey : nil),
            columns >= 1, columns <= known.count
        else { return nil }
        return known[columns - 1]
    }
}
