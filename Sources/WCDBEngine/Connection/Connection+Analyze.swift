import WCDBSQL
import WCDBStorage

/// ANALYZE: how many rows tables have, and how many of them share the first columns of each index,
/// kept in `sqlite_stat1` for the planner.
extension Connection {
    private static let statisticsTable = "sqlite_stat1"

    /// All tables of a database, one table, or one index.
    func analyze(_ name: QualifiedName?) throws(EngineError) {
        for database in databases { try beginReading(database) }
        guard let name else {
            return try analyze(databases[0], databases[0].tableNames())
        }
        let named = databases.first { FoldedName.equal($0.name, name.name.text) }
        if name.schema == nil, let database = named {
            return try analyze(database, database.tableNames())
        }
        if let table = try table(name) {
            return try analyze(databases[table.database], [table.name])
        }
        guard let (index, table) = try index(named: name.name.text, try database(name.schema))
        else {
            throw .error(
                "no such table: \(Scope.spell(name.name.text, nil, name.schema?.text))")
        }
        try analyze(databases[table.database], [table.name], only: index.name)
    }

    private func analyze(
        _ database: DatabaseFile, _ names: [String], only: String? = nil
    ) throws(EngineError) {
        try changing(database) { () throws(EngineError) in
            try makeStatisticsTable(database)
            for name in names {
                guard let table = try database.table(name, collations: collations),
                    !FoldedName.fold(table.name).hasPrefix("sqlite_")
                else { continue }
                try mapped { () throws in
                    try replaceStatistics(of: table, database, only: only)
                }
            }
            // Statements that were compiled with other figures are compiled again.
            try mapped { () throws in
                let cookie = database.transaction.state.schemaCookie
                try database.transaction.setSchemaCookie(cookie &+ 1)
            }
        }
        database.forget()
    }

    private func mapped(_ body: () throws -> Void) throws(EngineError) {
        do {
            try body()
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as EngineError {
            throw error
        } catch {
            throw .error("\(error)")
        }
    }

    private func makeStatisticsTable(_ database: DatabaseFile) throws(EngineError) {
        let name = Connection.statisticsTable
        guard try database.table(name, collations: collations) == nil else { return }
        _ = try add(
            .init(
                type: "table", name: name, tableName: name,
                sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)"), database)
        database.forget()
    }

    private func replaceStatistics(
        of table: TableSchema, _ database: DatabaseFile, only: String?
    ) throws {
        guard
            let target = try database.table(Connection.statisticsTable, collations: collations)
        else { return }
        let tree = try database.transaction.rowidTree(target.tree)
        try removeStatistics(of: table.name, index: only, tree)
        let count = try database.transaction.rowidTree(table.tree).count()
        guard count > 0 else { return }
        if table.indexes.isEmpty {
            return try append([table.name, nil, "\(count)"], to: tree)
        }
        for index in table.indexes where only == nil || only == index.name {
            let keys = try database.transaction.keyTree(index.tree)
            guard let figures = try IndexStatistics(keys, columns: index.keys) else { continue }
            try append([table.name, index.name, figures.text], to: tree)
        }
    }

    private func removeStatistics(
        of table: String, index: String?, _ tree: RowidTree
    ) throws {
        var doomed: [Int64] = []
        try forEachStatistic(tree) { rowid, entry in
            if entry.table == table, index == nil || entry.index == index { doomed.append(rowid) }
        }
        for rowid in doomed { _ = try tree.delete(rowid) }
    }

    /// What was dropped has no statistics. Requires: a write transaction.
    func dropStatistics(
        of entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        guard entry.type == "table" || entry.type == "index",
            let target = try database.table(Connection.statisticsTable, collations: collations)
        else { return }
        try mapped { () throws in
            let tree = try database.transaction.rowidTree(target.tree)
            try removeStatistics(
                of: entry.tableName, index: entry.type == "index" ? entry.name : nil, tree)
        }
    }

    private func append(_ values: [String?], to tree: RowidTree) throws {
        let cursor = tree.makeCursor()
        let next = try cursor.last() ? cursor.rowid + 1 : 1
        tree.remove(cursor)
        var writer = RecordWriter()
        writer.begin(columnCount: values.count)
        for value in values {
            if let value { writer.appendText(value) } else { writer.append(.null) }
        }
        _ = try tree.insert(next, writer.finish())
    }

    private struct Statistic {
        var table: String
        var index: String?
        var figures: String
    }

    private func forEachStatistic(
        _ tree: RowidTree, _ body: (Int64, Statistic) throws -> Void
    ) throws {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            var reader = try RecordReader(checking: try cursor.payload())
            func text(_ column: Int) -> String? {
                guard let value = reader.column(at: column), value.kind == .text else { return nil }
                return String(decoding: value.bytes, as: UTF8.self)
            }
            if let table = text(0) {
                let entry = Statistic(table: table, index: text(1), figures: text(2) ?? "")
                try body(cursor.rowid, entry)
            }
            isThere = try cursor.next()
        }
    }

    // MARK: For the planner

    /// What is known of a table; nil without ANALYZE.
    func statistics(of table: TableSchema) -> TableStatistics? {
        let database = databases[table.database]
        if database.statistics == nil { database.statistics = loadStatistics(database) }
        return database.statistics?[FoldedName.fold(table.name)]
    }

    private func loadStatistics(_ database: DatabaseFile) -> [String: TableStatistics] {
        var found: [String: TableStatistics] = [:]
        guard
            let target = try? database.table(Connection.statisticsTable, collations: collations),
            let tree = try? database.transaction.rowidTree(target.tree)
        else { return found }
        // A damaged table of statistics is none.
        try? forEachStatistic(tree) { _, entry in
            guard let index = entry.index else { return }
            let words = entry.figures.split(separator: " ")
            let numbers = words.prefix { Int64($0) != nil }.compactMap { Double($0) }
            guard numbers.count > 1 else { return }
            found[FoldedName.fold(entry.table), default: TableStatistics()].rowsPerKey[
                FoldedName.fold(index)] = numbers.dropFirst().map { max(1, $0) }
        }
        return found
    }
}

extension DatabaseFile {
    /// The tables of the database, in the order they were made.
    fileprivate func tableNames() throws(EngineError) -> [String] {
        do {
            return try Catalog(transaction).entries().filter { $0.type == "table" }.map(\.name)
        } catch {
            throw .storage(error)
        }
    }
}
