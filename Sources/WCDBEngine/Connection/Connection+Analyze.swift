import WCDBSQL
import WCDBStorage

/// ANALYZE: how often the values of indexes come, in the table `sqlite_stat1`.
extension Connection {
    func analyze(_ name: QualifiedName?) throws(EngineError) {
        guard let name else {
            for database in databases where !database.isTemporary { try analyzeAll(database) }
            return
        }
        if name.schema == nil,
            let database = databases.first(where: { FoldedName.equal($0.name, name.name.text) })
        {
            return try analyzeAll(database)
        }
        let only = try database(name.schema)
        if let table = try table(name) {
            // Nothing counts the rows of the schema: as in SQLite, that only makes the table of
            // statistics, and is how a dump begins that fills it.
            return try analyze(table.tree == .catalog ? [] : [table], databases[table.database])
        }
        if let (index, table) = try index(named: name.name.text, only) {
            let database = databases[table.database]
            return try changing(database) { () throws(EngineError) in
                try makeStatistics(database)
                let name = table.statisticsName(of: index)
                try removeRows(of: "sqlite_stat1", where: "idx", is: name, database)
                try note(index, of: table, database)
            }
        }
        // A view has no rows of its own.
        if let view = try view(name) { return try analyze([], databases[view.database]) }
        throw .noSuchTable(name)
    }

    private func analyzeAll(_ database: DatabaseFile) throws(EngineError) {
        try beginReading(database)
        var tables: [TableSchema] = []
        for entry in try entries(of: database) where entry.kind == .table {
            guard !FoldedName.fold(entry.name).hasPrefix("sqlite_") else { continue }
            if let table = try database.table(entry.name, collations: collations) {
                tables.append(table)
            }
        }
        try analyze(tables, database)
    }

    private func analyze(
        _ tables: [TableSchema], _ database: DatabaseFile
    ) throws(EngineError) {
        try changing(database) { () throws(EngineError) in
            try makeStatistics(database)
            for table in tables {
                try removeRows(of: "sqlite_stat1", where: "tbl", is: table.name, database)
                for index in table.indexes { try note(index, of: table, database) }
                guard table.indexes.isEmpty else { continue }
                let count = try stored { () throws(StorageError) in
                    try database.transaction.rowidTree(table.tree).count()
                }
                if count > 0 { try note(table.name, nil, "\(count)", database) }
            }
        }
    }

    private func makeStatistics(_ database: DatabaseFile) throws(EngineError) {
        let name = "sqlite_stat1"
        guard try database.table(name, collations: collations) == nil else { return }
        _ = try add(
            .init(
                kind: .table, name: name, tableName: name,
                sql: "CREATE TABLE sqlite_stat1(tbl,idx,stat)"), database)
        database.forget()
    }

    /// For each prefix of an index: how many entries have the same values, rounded up.
    private func note(
        _ index: IndexSchema, of table: TableSchema, _ database: DatabaseFile
    ) throws(EngineError) {
        var total: Int64 = 0
        var different = Array(repeating: Int64(0), count: index.columns.count)
        var last = ByteBuffer(capacity: 64)
        do throws(StorageError) {
            let tree = try database.transaction.keyTree(index.tree)
            let cursor = tree.makeCursor()
            defer { tree.remove(cursor) }
            var isThere = try cursor.first()
            while isThere {
                if InterruptFlag.isDue(total), interruption.isSet { throw .interrupted }
                let key = try cursor.key()
                let same = try KeyScan.columnCount(
                    of: key, within: ByteOrder.commonPrefix(last.bytes, key), columns: index.keys)
                for position in different.indices where total == 0 || position >= same {
                    different[position] += 1
                }
                last.removeAll()
                last.append(key)
                total += 1
                isThere = try cursor.next()
            }
        } catch {
            throw .storage(error)
        }
        guard total > 0 else { return }
        let numbers = [total] + different.map { Connection.rowsForEach($0, of: total) }
        let stat = numbers.map(String.init).joined(separator: " ")
        try note(table.name, table.statisticsName(of: index), stat, database)
    }

    /// Rounded up; but where nearly all are different, one, as in SQLite.
    private static func rowsForEach(_ different: Int64, of total: Int64) -> Int64 {
        let rows = (total + different - 1) / max(1, different)
        return rows == 2 && total * 10 <= different * 11 ? 1 : rows
    }

    private func note(
        _ table: String, _ index: String?, _ stat: String, _ database: DatabaseFile
    ) throws(EngineError) {
        let name = QualifiedName("sqlite_stat1", schema: Name(database.name))
        let row = [Expression.text(table), index.map { .text($0) } ?? .null, .text(stat)]
        let insert = InsertStatement(into: name, [], .select(SelectStatement(.values([row]))))
        try runWithin(.insert(insert))
    }

    /// What was counted of an object that is gone.
    func forgetStatistics(
        of entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) {
        guard entry.kind == .table || entry.kind == .index else { return }
        database.forget()
        guard try database.table("sqlite_stat1", collations: collations) != nil else { return }
        let column = entry.kind == .table ? "tbl" : "idx"
        try removeRows(of: "sqlite_stat1", where: column, is: entry.name, database)
    }
}

extension TableSchema {
    /// What the statistics call an index: the rows of a table without rowids by the table's name.
    fileprivate func statisticsName(of index: IndexSchema) -> String {
        index === keyOfRows ? name : index.name
    }
}
