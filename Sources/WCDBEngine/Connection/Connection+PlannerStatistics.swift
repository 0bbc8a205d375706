import WCDBSQL
import WCDBStorage

/// What ANALYZE left in `sqlite_stat1`, for the planner.
extension Connection {
    /// What is known of a table; nil without ANALYZE.
    func statistics(of table: TableSchema) -> TableStatistics? {
        let database = databases[table.database]
        if database.statistics == nil { database.statistics = loadStatistics(database) }
        guard let known = database.statistics, !known.isEmpty else { return nil }
        return known[FoldedName.key(table.name)]
    }

    private func loadStatistics(_ database: DatabaseFile) -> [SQLText: TableStatistics] {
        guard let table = try? database.table("sqlite_stat1", collations: collations) else {
            return [:]
        }
        var found: [SQLText: TableStatistics] = [:]
        // A damaged table of statistics is as good as none.
        try? readStatistics(table, database) { name, index, figures in
            let numbers = figures.split(separator: " ").prefix { Int64($0) != nil }
                .compactMap { Double($0) }
            guard numbers.count > 1 else { return }
            let rows = numbers.dropFirst().map { max(1, $0) }
            var known = found[FoldedName.key(name)] ?? TableStatistics()
            if FoldedName.equal(index, name) {
                known.rowsPerPrimaryKey = rows
            } else {
                known.rowsPerKey[FoldedName.key(index)] = rows
            }
            found[FoldedName.key(name)] = known
        }
        return found
    }

    private func readStatistics(
        _ table: TableSchema, _ database: DatabaseFile,
        _ body: (_ table: String, _ index: String, _ figures: String) -> Void
    ) throws(StorageError) {
        let tree = try database.transaction.rowidTree(table.tree)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            var reader = try RecordReader(checking: try cursor.payload())
            var words: [String] = []
            for column in 0..<3 {
                guard let value = reader.column(at: column), value.kind == .text else { break }
                words.append(String(decoding: value.bytes, as: UTF8.self))
            }
            if words.count == 3 { body(words[0], words[1], words[2]) }
            isThere = try cursor.next()
        }
    }
}
