import WCDBSQL
import WCDBStorage

/// ALTER TABLE ADD COLUMN: the definition grows by the text of the column, and no row is touched.
/// Rows that were there read its default, so what they would read must be a constant that the
/// column's own constraints allow.
extension Connection {
    func addColumn(
        _ column: ColumnDefinition, to table: TableSchema, _ entry: Catalog.Entry,
        text: [UInt8]?
    ) throws(EngineError) {
        let name = column.name.name.text
        guard !table.columns.contains(where: { FoldedName.equal($0.name, name) }) else {
            throw .error("duplicate column name: \(name)")
        }
        let database = databases[table.database]
        try changing(database) { () throws(EngineError) in
            try refuse(column, hasRows: try hasRows(table))
            var entry = entry
            entry.sql = try definition(entry, with: column, text: text)
            try stored { () throws(StorageError) in
                try Catalog(database.transaction).update(entry)
            }
            database.forget()
            try checkRows(of: try reload(entry, database))
        }
    }

    private func reload(
        _ entry: Catalog.Entry, _ database: DatabaseFile
    ) throws(EngineError) -> TableSchema {
        let fresh: TableSchema?
        do throws(EngineError) {
            fresh = try database.table(entry.name, collations: collations)
            if let fresh { try requireMeaning(of: fresh) }
        } catch {
            throw error.about("error in table \(entry.name) after add column")
        }
        guard let fresh else { throw .noSuchTable(named: entry.name) }
        return fresh
    }

    private func hasRows(_ table: TableSchema) throws(EngineError) -> Bool {
        return try stored { () throws(StorageError) in
            try databases[table.database].transaction.rowidTree(table.tree).count() > 0
        }
    }

    /// What only CREATE TABLE may say, and, where there are rows, what they could not be given.
    private func refuse(_ column: ColumnDefinition, hasRows: Bool) throws(EngineError) {
        var value: DefaultValue?
        var (isNotNull, isGenerated, refersToRow) = (false, false, false)
        try requireNothingInVain(column)
        let kinds = column.constraints.compactMap(\.kind)
        for kind in kinds {
            if case .primaryKey = kind { throw .error("Cannot add a PRIMARY KEY column") }
        }
        for kind in kinds {
            switch kind {
            case .unique: throw .error("Cannot add a UNIQUE column")
            case .notNull: isNotNull = true
            case .collate(let name): _ = try collations.find(name.text)
            case .references: refersToRow = true
            case .default(let given): value = given.expression == .literal(.null) ? nil : given
            case .generated(_, let storage):
                isGenerated = true
                if storage == .stored, hasRows { throw .error("cannot add a STORED column") }
            default: break
            }
        }
        guard hasRows, !isGenerated else { return }
        if refersToRow, value != nil, flag("foreign_keys") {
            throw .error("Cannot add a REFERENCES column with non-NULL default value")
        }
        if isNotNull, value == nil {
            throw .error("Cannot add a NOT NULL column with default value NULL")
        }
        if let value, !value.isConstant {
            throw .error("Cannot add a column with non-constant default")
        }
    }

    /// The column comes behind the last one, before the constraints of the table.
    private func definition(
        _ entry: Catalog.Entry, with column: ColumnDefinition, text: [UInt8]?
    ) throws(EngineError) -> String {
        let sql = entry.sql ?? ""
        guard case .createTable(let create)? = try? Parser.statement(sql),
            case .columns(let definition) = create.content,
            let range = definition.columns.last?.range, !range.isNone,
            let columnEnd = Int(exactly: range.end), columnEnd <= sql.utf8.count
        else { throw .malformedSchema(entry.name) }
        let bytes = Array(sql.utf8)
        // Blanks and comments that follow the last column belong to it.
        let end = min(Lexer(bytes).token(at: columnEnd).start, bytes.count)
        let added = column.range
        var written = Array(column.sql.utf8)
        if let text, !added.isNone, added.start <= added.end, Int(added.end) <= text.count {
            written = Array(text[Int(added.start)..<Int(added.end)])
        }
        return String(
            decoding: bytes[..<end] + Array(", ".utf8) + written + bytes[end...], as: UTF8.self)
    }

    /// The rows that are there pass the constraints with what they read for the new column.
    private func checkRows(of table: TableSchema) throws(EngineError) {
        if let column = table.columns.last, column.isNotNull, column.generated != nil {
            let test = Expression.unary(.isNull, .column(ColumnReference(Name(column.name))))
            guard try count(of: table, where: test, atMost: 1) == 0 else {
                throw .error("NOT NULL constraint failed")
            }
        }
        guard !flag("ignore_check_constraints") else { return }
        for check in table.checks {
            let test = Expression.unary(.not, check.condition)
            guard try count(of: table, where: test, atMost: 1) == 0 else {
                throw .error("CHECK constraint failed")
            }
        }
    }
}

extension DefaultValue {
    /// Whether every row reads the same, whenever it does. A word that is no constant is a text.
    fileprivate var isConstant: Bool {
        if case .column = expression { !isParenthesised } else { Self.isConstant(expression) }
    }

    private static func isConstant(_ expression: Expression) -> Bool {
        switch expression {
        case .literal(.currentDate), .literal(.currentTime), .literal(.currentTimestamp): false
        case .literal: true
        case .unary(let node):
            (node.operation == .minus || node.operation == .plus) && isConstant(node.operand)
        case .cast(let node): isConstant(node.operand)
        default: false
        }
    }
}
