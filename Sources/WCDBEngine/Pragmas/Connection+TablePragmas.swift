import WCDBSQL
import WCDBStorage

/// The pragmas that describe tables, and the lists of what a connection knows.
extension Connection {
    func tableInfo(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let isExtended = call.name == "table_xinfo"
        guard let name = call.text else { return [] }
        var rows: [[Value]] = []
        let qualified = call.qualified(name)
        if let table = try table(qualified) {
            let text = try definition(of: table)
            for (index, column) in table.columns.enumerated()
            where isExtended || column.generated == nil || table.tree == .catalog {
                let isPlain = column.generated == nil || table.tree == .catalog
                let hidden = isPlain ? 0 : column.isStored ? 3 : 2
                rows.append(
                    info(
                        isExtended ? index : rows.count, column,
                        default: column.defaultValue?.text(in: text))
                        + (isExtended ? [.integer(Int64(hidden))] : []))
            }
        } else if let view = try view(qualified) {
            for (index, column) in try columns(of: view).enumerated() {
                rows.append(
                    info(index, column, default: nil) + (isExtended ? [.integer(0)] : []))
            }
        }
        return rows
    }

    private func info(
        _ index: Int, _ column: ColumnSchema, default text: String?
    ) -> [Value] {
        [
            .integer(Int64(index)), .text(column.name), .text(column.declaredType),
            .integer(column.isNotNull ? 1 : 0), text.map { .text($0) } ?? .null,
            .integer(Int64(column.primaryKeyPosition)),
        ]
    }

    /// The text that made a table: its defaults are quoted from it.
    private func definition(of table: TableSchema) throws(EngineError) -> [UInt8] {
        guard table.tree != .catalog else { return [] }
        do {
            let entry = try Catalog(databases[table.database].transaction).entry(table.tree)
            return Array((entry?.sql ?? "").utf8)
        } catch {
            throw .storage(error)
        }
    }

    private func columns(of view: ViewSchema) throws(EngineError) -> [ColumnSchema] {
        let binder = makeBinder()
        defer { binder.releaseSources() }
        return try binder.source(view, alias: nil).columns.map { column in
            ColumnSchema(
                name: column.name, declaredType: column.declaredType ?? "",
                affinity: column.affinity)
        }
    }

    /// Newest first within a database, its catalog last.
    func tableList(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        var rows: [[Value]] = []
        for database in databases where call.database == nil || call.database === database {
            try beginReading(database)
            let master = database.isTemporary ? "sqlite_temp_schema" : "sqlite_schema"
            for entry in try entries(of: database).reversed() + [master].map(masterEntry) {
                if let only = call.text, !FoldedName.equal(only, entry.name) { continue }
                let schema = Name(database.name)
                let name = QualifiedName(Name(entry.name), schema: schema)
                let columnCount: Int
                var table: TableSchema?
                if entry.kind == .table {
                    table = try self.table(name)
                    columnCount = table?.columns.count ?? 0
                } else if entry.kind == .view, let view = try view(name) {
                    columnCount = (try? columns(of: view).count) ?? 0
                } else {
                    continue
                }
                rows.append([
                    .text(database.name), .text(entry.name), .text(entry.kind.rawValue),
                    .integer(Int64(columnCount)),
                    .integer(table?.isWithoutRowid == true ? 1 : 0),
                    .integer(table?.isStrict == true ? 1 : 0),
                ])
            }
        }
        return rows
    }

    private func masterEntry(_ name: String) -> Catalog.Entry {
        Catalog.Entry(kind: .table, name: name, tableName: name, sql: nil)
    }

    // MARK: Lists

    /// The temporary database is shown as soon as it holds something.
    func databaseList(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        var rows: [[Value]] = []
        for database in databases {
            if database.isTemporary, try entries(of: database).isEmpty { continue }
            let hasFile = !database.isInMemory
            rows.append([
                .integer(Int64(database.number)), .text(database.name),
                .text(hasFile ? database.store.path : ""),
            ])
        }
        return rows
    }

    func collationList(_ call: PragmaCall) -> [[Value]] {
        collations.names.enumerated().map { [.integer(Int64($0.offset)), .text($0.element)] }
    }

    func functionList(_ call: PragmaCall) -> [[Value]] {
        let deterministic: Int64 = 0x800
        return functions.descriptions.map { function in
            let isScalar = if case .scalar = function.implementation { true } else { false }
            let count = function.arguments.count == 1 ? function.arguments.lowerBound : -1
            return [
                .text(function.name), .integer(1), .text(isScalar ? "s" : "w"),
                .text("utf8"), .integer(Int64(count)),
                .integer(function.isDeterministic ? deterministic : 0),
            ]
        }
    }
}

extension DefaultValue {
    /// The value as it was written, without parentheses around it.
    func text(in definition: [UInt8]) -> String {
        guard !range.isNone, Int(range.end) <= definition.count, range.start <= range.end else {
            return expression.sql
        }
        return String(decoding: definition[Int(range.start)..<Int(range.end)], as: UTF8.self)
    }
}
