import WCDBSQL
import WCDBStorage

/// The pragmas that describe indexes and foreign keys.
extension Connection {
    /// Newest first.
    func indexList(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        guard let table = try tableArgument(call) else { return [] }
        var rows: [[Value]] = []
        for (number, index) in table.indexes.reversed().enumerated() {
            let origin =
                switch index.origin {
                case .created: "c"
                case .unique: "u"
                case .primaryKey: "pk"
                }
            rows.append([
                .integer(Int64(number)), .text(index.name), .integer(index.isUnique ? 1 : 0),
                .text(origin), .integer(index.condition == nil ? 0 : 1),
            ])
        }
        return rows
    }

    func indexInfo(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        let isExtended = call.name == "index_xinfo"
        guard let name = call.text, let (index, table) = try describedIndex(name, call.database)
        else { return [] }
        var rows: [[Value]] = []
        for (number, column) in index.columns.enumerated() {
            var row: [Value] = [.integer(Int64(number))]
            switch column.content {
            case .column(let position):
                row += [.integer(Int64(position)), .text(table.columns[position].name)]
            case .expression: row += [.integer(-2), .null]
            }
            if isExtended {
                row += [
                    .integer(column.key.isDescending ? 1 : 0), .text(column.collation.name),
                    .integer(1),
                ]
            }
            rows.append(row)
        }
        if isExtended {
            rows += rest(of: index, of: table).enumerated().map { offset, row in
                [.integer(Int64(index.columns.count + offset))] + row
            }
        }
        return rows
    }

    /// What an index holds behind its key: the rowid, or the primary key of a table without one.
    private func rest(of index: IndexSchema, of table: TableSchema) -> [[Value]] {
        guard table.isWithoutRowid else {
            return [[.integer(-1), .null, .integer(0), .text("BINARY"), .integer(0)]]
        }
        return columnsBehind(index, of: table).map { column in
            [
                .integer(Int64(column.position)), .text(table.columns[column.position].name),
                .integer(column.isDescending ? 1 : 0), .text(column.collation), .integer(0),
            ]
        }
    }

    private func columnsBehind(
        _ index: IndexSchema, of table: TableSchema
    ) -> [(position: Int, isDescending: Bool, collation: String)] {
        guard index.origin != .primaryKey else {
            // They are no keys, and not compared. What is computed is not kept.
            return table.columns.indices.filter { position in
                let column = table.columns[position]
                return index.position(of: position) == nil
                    && (column.generated == nil || column.isStored)
            }.map { ($0, false, "BINARY") }
        }
        var columns: [(position: Int, isDescending: Bool, collation: String)] = []
        for column in table.primaryKeyIndex?.columns ?? [] {
            guard case .column(let position) = column.content else { continue }
            // The same column by another collation is another key.
            let isThere = index.columns.contains { own in
                guard case .column(position) = own.content else { return false }
                return own.collation.name == column.collation.name
            }
            if !isThere {
                columns.append((position, column.key.isDescending, column.collation.name))
            }
        }
        return columns
    }

    func tableArgument(_ call: PragmaCall) throws(EngineError) -> TableSchema? {
        guard let name = call.text else { return nil }
        return try table(call.qualified(name))
    }

    /// What an index pragma is about: an index, or the key of the table WITHOUT ROWID of that name.
    private func describedIndex(
        _ name: String, _ only: DatabaseFile?
    ) throws(EngineError) -> (IndexSchema, TableSchema)? {
        if let found = try index(named: name, only) { return found }
        let qualified = QualifiedName(Name(name), schema: only.map { Name($0.name) })
        guard let table = try table(qualified), table.isWithoutRowid,
            let key = table.primaryKeyIndex
        else { return nil }
        return (key, table)
    }

    func foreignKeyList(_ call: PragmaCall) throws(EngineError) -> [[Value]] {
        guard let table = try tableArgument(call) else { return [] }
        var rows: [[Value]] = []
        for (id, constraint) in table.foreignKeys.reversed().enumerated() {
            let key = constraint.reference
            for (number, column) in constraint.columns.enumerated() {
                let target: Value =
                    number < key.columns.count ? .text(key.columns[number].name.text) : .null
                rows.append([
                    .integer(Int64(id)), .integer(Int64(number)), .text(key.table.text),
                    .text(column), target, .text(key.action(onUpdate: true).words),
                    .text(key.action(onUpdate: false).words), .text("NONE"),
                ])
            }
        }
        return rows
    }
}

extension ForeignKey.Action {
    fileprivate var words: String {
        switch self {
        case .setNull: "SET NULL"
        case .setDefault: "SET DEFAULT"
        case .cascade: "CASCADE"
        case .restrict: "RESTRICT"
        case .noAction: "NO ACTION"
        }
    }
}
