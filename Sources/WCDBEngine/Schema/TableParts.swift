import WCDBSQL
import WCDBStorage

/// What CREATE TABLE says, checked and sorted out: the way from a definition to a `TableSchema`.
struct TableParts {
    var name: String
    var columns: [ColumnSchema] = []
    var rowidColumn: Int?
    var rowidConflict: ConflictAction?
    var isAutoIncrement = false
    var isWithoutRowid = false
    var isStrict = false
    var checks: [TableSchema.Check] = []
    var foreignKeys: [TableSchema.ForeignKeyConstraint] = []
    /// The indexes that the constraints need, in the order of their names.
    var automaticIndexes: [AutomaticIndex] = []
    private var primaryKey: [IndexColumn]?
    /// Of an INTEGER PRIMARY KEY without rowids, which gets its index when all others have theirs:
    /// what it wants in a conflict.
    private var lateConflict: ConflictAction??
    /// The columns that a table or a result may have.
    static let columnLimit = 2000
    /// The definition as it was written: CHECK constraints are quoted from it.
    private let text: String

    struct AutomaticIndex {
        var columns: [IndexColumn]
        var conflict: ConflictAction?
        var origin: IndexSchema.Origin
    }

    init(
        _ definition: TableDefinition, name: String, text: String, collations: CollationRegistry
    ) throws(EngineError) {
        self.name = name
        self.text = text
        isWithoutRowid = definition.isWithoutRowid
        isStrict = definition.isStrict
        guard definition.columns.count <= TableParts.columnLimit else {
            throw .error("too many columns on \(name)")
        }
        for column in definition.columns { try add(column, collations) }
        for column in definition.columns.indices {
            for constraint in definition.columns[column].constraints {
                try add(constraint, to: column, collations)
            }
        }
        for constraint in definition.constraints { try add(constraint, collations) }
        if isStrict { try requireStrictTypes() }
        if isWithoutRowid {
            guard let primaryKey else { throw .error("PRIMARY KEY missing on table \(name)") }
            if let lateConflict { try addPrimaryKey(primaryKey, lateConflict) }
        }
        if isWithoutRowid || isStrict {
            for index in columns.indices
            where columns[index].primaryKeyPosition > 0 && index != rowidColumn {
                columns[index].isNotNull = true
            }
        }
    }

    /// A type in quotes is the text in them.
    private static func unquoted(_ type: String) -> String {
        let bytes = Array(type.utf8)
        guard bytes.count >= 2, let first = bytes.first, let last = bytes.last else { return type }
        let closing = first == UInt8(ascii: "[") ? UInt8(ascii: "]") : first
        let isQuote = Array("\"'`[".utf8).contains(first)
        let inside = bytes.dropFirst().dropLast()
        guard isQuote, last == closing, !inside.contains(closing) else { return type }
        return String(decoding: inside, as: UTF8.self)
    }

    private mutating func requireStrictTypes() throws(EngineError) {
        for index in columns.indices {
            let column = columns[index]
            guard !column.declaredType.isEmpty else {
                throw .error("missing datatype for \(name).\(column.name)")
            }
            guard let type = StrictType(column.declaredType) else {
                throw .error(
                    "unknown datatype for \(name).\(column.name): \"\(column.declaredType)\"")
            }
            columns[index].strictType = type
            if type == .any { columns[index].affinity = .blob }
        }
    }

    /// The usual types have one spelling, however they were written.
    private static func spelled(_ type: String) -> String {
        guard type.utf8.count <= 7 else { return type }
        let upper = type.uppercased()
        return usualTypes.contains(upper) ? upper : type
    }

    private static let usualTypes: Set<String> = ["ANY", "BLOB", "INT", "INTEGER", "REAL", "TEXT"]

    private mutating func add(
        _ definition: ColumnDefinition, _ collations: CollationRegistry
    ) throws(EngineError) {
        let name = definition.name.name.text
        if columns.contains(where: { FoldedName.equal($0.name, name) }) {
            throw .error("duplicate column name: \(name)")
        }
        let type = TableParts.unquoted(definition.type?.text ?? "")
        // An empty name between quotes is a type, and none of those that say something.
        let isUnnamed = type.isEmpty && definition.type?.text.isEmpty == false
        var column = ColumnSchema(
            name: name, declaredType: TableParts.spelled(type),
            affinity: isUnnamed ? .numeric : Affinity(declared: type))
        for constraint in definition.constraints {
            switch constraint.kind {
            case .notNull(let conflict):
                column.isNotNull = true
                column.notNull = conflict
            case .default(var value):
                guard column.generated == nil else {
                    throw .error("cannot use DEFAULT on a generated column")
                }
                // A word that is no constant is a text.
                if case .column(let word) = value.expression, !value.isParenthesised {
                    value.expression = .text(word.name.text)
                }
                column.defaultValue = value
            case .collate(let name): column.collation = try collations.find(name.text)
            case .generated(let expression, let storage):
                guard column.defaultValue == nil else {
                    throw .error("error in generated column \"\(name)\"")
                }
                column.generated = expression
                column.isStored = storage == .stored
            default: break
            }
        }
        columns.append(column)
    }

    private mutating func add(
        _ constraint: ColumnConstraint, to column: Int, _ collations: CollationRegistry
    ) throws(EngineError) {
        switch constraint.kind {
        case .primaryKey(let direction, let conflict, let isAutoIncrement):
            let key = indexColumn(column, direction)
            try setPrimaryKey(
                [key], isDescending: direction == .descending, conflict, isAutoIncrement)
        case .unique(let conflict): try addUnique([indexColumn(column, nil)], conflict)
        case .check(let condition, let range):
            addCheck(condition, range, name: constraint.name)
        case .references(let key):
            guard key.columns.count <= 1 else {
                throw .error(
                    "foreign key on \(columns[column].name) should reference only one column "
                        + "of table \(key.table.text)")
            }
            foreignKeys.append(.init(columns: [columns[column].name], reference: key))
        default: break
        }
    }

    private mutating func add(
        _ constraint: TableConstraint, _ collations: CollationRegistry
    ) throws(EngineError) {
        switch constraint.kind {
        case .primaryKey(let terms, let isAutoIncrement, let conflict):
            // DESC keeps a column from being the rowid only where it is part of the column.
            try setPrimaryKey(
                try terms.map { (term) throws(EngineError) in try indexColumn(term, collations) },
                isDescending: false, conflict, isAutoIncrement)
        case .unique(let terms, let conflict):
            try addUnique(
                try terms.map { (term) throws(EngineError) in try indexColumn(term, collations) },
                conflict)
        case .check(let condition, _, let range):
            addCheck(condition, range, name: constraint.name)
        case .foreignKey(let columns, let key):
            for column in columns {
                let name = column.name.text
                guard self.columns.contains(where: { FoldedName.equal($0.name, name) }) else {
                    throw .error("unknown column \"\(name)\" in foreign key definition")
                }
            }
            guard key.columns.isEmpty || key.columns.count == columns.count else {
                throw .error(
                    "number of columns in foreign key does not match the number of columns in "
                        + "the referenced table")
            }
            foreignKeys.append(.init(columns: columns.map(\.name.text), reference: key))
        case nil: break
        }
    }

    private mutating func addCheck(_ condition: Expression, _ range: SourceRange, name: Name?) {
        var written = "CHECK"
        if !range.isNone, let end = Int(exactly: range.end), end <= text.utf8.count {
            written = String(decoding: Array(text.utf8)[Int(range.start)..<end], as: UTF8.self)
            // One that begins with a quoted word goes by that word.
            let first = Lexer(Array(written.utf8)).token(at: 0)
            if first.kind == .quotedWord || first.kind == .string, first.start == 0 {
                let word = String(decoding: Array(written.utf8)[..<first.end], as: UTF8.self)
                written = Name(anySpelling: word).text
            }
        }
        checks.append(.init(name: name?.text ?? written, condition: condition))
    }

    private func indexColumn(
        _ column: Int, _ direction: OrderingTerm.Direction?
    ) -> IndexColumn {
        IndexColumn(
            content: .column(column),
            key: KeyColumn(
                collation: columns[column].collation, isDescending: direction == .descending))
    }

    private func indexColumn(
        _ term: OrderingTerm, _ collations: CollationRegistry
    ) throws(EngineError) -> IndexColumn {
        var expression = term.expression
        var collation: Collation?
        if case .collate(let node) = expression {
            collation = try collations.find(node.collation.text)
            expression = node.operand
        }
        guard case .column(let reference) = expression.keyTerm else {
            throw .error("expressions prohibited in PRIMARY KEY and UNIQUE constraints")
        }
        let name = reference.name.text
        guard let index = columns.firstIndex(where: { FoldedName.equal($0.name, name) }) else {
            throw .error("no such column: \(name)")
        }
        return IndexColumn(
            content: .column(index),
            key: KeyColumn(
                collation: collation ?? columns[index].collation,
                isDescending: term.direction == .descending))
    }

    private mutating func setPrimaryKey(
        _ keys: [IndexColumn], isDescending: Bool, _ conflict: ConflictAction?,
        _ isAutoIncrement: Bool
    ) throws(EngineError) {
        guard primaryKey == nil else {
            throw .error("table \"\(name)\" has more than one primary key")
        }
        var keys = keys
        // A column that comes again tells no more rows apart.
        if isWithoutRowid {
            keys = keys.enumerated().filter { !$1.isRepeated(in: keys[..<$0]) }.map(\.element)
        }
        primaryKey = keys
        for (position, key) in keys.enumerated() {
            guard case .column(let column) = key.content else { continue }
            guard columns[column].generated == nil else {
                throw .error("generated columns cannot be part of the PRIMARY KEY")
            }
            if columns[column].primaryKeyPosition == 0 {
                columns[column].primaryKeyPosition = position + 1
            }
        }
        if keys.count == 1, case .column(let column) = keys[0].content, !isWithoutRowid,
            FoldedName.equal(columns[column].declaredType, "integer"), !isDescending
        {
            rowidColumn = column
            rowidConflict = conflict
            self.isAutoIncrement = isAutoIncrement
            return
        }
        guard !isAutoIncrement else {
            throw .error(
                isWithoutRowid
                    ? "AUTOINCREMENT not allowed on WITHOUT ROWID tables"
                    : "AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY")
        }
        let type = keys.first.flatMap { key in
            if case .column(let column) = key.content { columns[column].declaredType } else { nil }
        }
        if isWithoutRowid, keys.count == 1, !isDescending,
            FoldedName.equal(type ?? "", "integer")
        {
            lateConflict = conflict
            return
        }
        try addPrimaryKey(keys, conflict)
    }

    private mutating func addPrimaryKey(
        _ keys: [IndexColumn], _ conflict: ConflictAction?
    ) throws(EngineError) {
        // A UNIQUE over the same columns, written before, is the primary key's index too.
        if let same = automaticIndexes.firstIndex(where: { isSame($0.columns, keys) }) {
            automaticIndexes[same].origin = .primaryKey
            try unite(same, conflict)
        } else {
            automaticIndexes.append(
                .init(columns: keys, conflict: conflict, origin: .primaryKey))
        }
    }

    private mutating func addUnique(
        _ keys: [IndexColumn], _ conflict: ConflictAction?
    ) throws(EngineError) {
        if let same = automaticIndexes.firstIndex(where: { isSame($0.columns, keys) }) {
            try unite(same, conflict)
            return
        }
        automaticIndexes.append(.init(columns: keys, conflict: conflict, origin: .unique))
    }

    /// Two constraints over the same columns are one, and want the same in a conflict.
    private mutating func unite(
        _ index: Int, _ conflict: ConflictAction?
    ) throws(EngineError) {
        guard let conflict else { return }
        guard automaticIndexes[index].conflict ?? conflict == conflict else {
            throw .error("conflicting ON CONFLICT clauses specified")
        }
        automaticIndexes[index].conflict = conflict
    }

    private func isSame(_ left: [IndexColumn], _ right: [IndexColumn]) -> Bool {
        guard left.count == right.count else { return false }
        return zip(left, right).allSatisfy { left, right in
            guard case .column(let one) = left.content, case .column(let other) = right.content
            else { return false }
            return one == other && left.collation.name == right.collation.name
        }
    }
}

extension IndexColumn {
    fileprivate func isRepeated(in others: some Sequence<IndexColumn>) -> Bool {
        others.contains { other in
            guard case .column(let own) = content, case .column(let column) = other.content else {
                return false
            }
            return own == column && collation.name == other.collation.name
        }
    }
}

extension Affinity {
    /// The affinity of a column that was declared with this type.
    init(declared type: String) {
        var type = type
        self = type.withUTF8 { Affinity(declaredType: ByteView(UnsafeRawBufferPointer($0))) }
    }
}
