package import WCDBSQL
package import WCDBStorage

/// A table as statements see it. Made from the text in the catalog, never changed: a change of the
/// schema makes a new one.
package final class TableSchema: Sendable {
    package let database: Int
    package let tree: TreeID
    package let name: String
    package let columns: [ColumnSchema]
    /// The columns as statements see them, made once for all that name the table.
    let visibleColumns: [VisibleColumn]
    /// The rowid as statements see it, by whatever name.
    let visibleRowid: VisibleColumn
    /// Of each column, whether records hold its values: the rowid is the key, and virtual columns
    /// are computed.
    let isStored: [Bool]
    /// The column that is the rowid, if there is one.
    package let rowidColumn: Int?
    package let isAutoIncrement: Bool
    package let isWithoutRowid: Bool
    package let isStrict: Bool
    package let checks: [Check]
    package let rowidConflict: ConflictAction?
    /// What is said when a rowid is there already.
    let rowidMessage: String
    package let foreignKeys: [ForeignKeyConstraint]
    package let indexes: [IndexSchema]
    let hasExpressionIndex: Bool
    let hasUniqueIndex: Bool
    /// Some index has an expression or a condition, which mean something for a source only.
    let hasConditionalIndex: Bool
    let hasGenerated: Bool
    /// Some columns are computed when they are read: records hold NULL in their place.
    let hasVirtual: Bool
    /// The columns whose values are in an index; nil if some are used in another way.
    let indexedColumns: Set<Int>?
    package let triggers: [TriggerSchema]
    /// It belongs to the engine, and is none of those that programs may change all the same.
    let refusesChanges: Bool

    package struct Check: Sendable {
        package var name: String
        package var condition: Expression
    }

    package struct ForeignKeyConstraint: Sendable {
        package var columns: [String]
        package var reference: ForeignKey
    }

    init(
        _ parts: TableParts, database: Int, tree: TreeID, indexes: [IndexSchema],
        triggers: [TriggerSchema]
    ) {
        self.database = database
        self.tree = tree
        name = parts.name
        columns = parts.columns
        visibleColumns = parts.columns.map {
            VisibleColumn(
                name: $0.name, affinity: $0.affinity, collation: $0.collation,
                declaredType: $0.declaredType.isEmpty ? nil : $0.declaredType,
                origin: (parts.name, $0.name))
        }
        let rowidName = parts.rowidColumn.map { parts.columns[$0].name } ?? "rowid"
        visibleRowid = VisibleColumn(
            name: rowidName, affinity: .integer, collation: .binary, declaredType: "INTEGER",
            origin: (parts.name, rowidName))
        rowidMessage = "UNIQUE constraint failed: \(parts.name).\(rowidName)"
        rowidColumn = parts.rowidColumn
        isStored = parts.columns.indices.map {
            $0 != parts.rowidColumn && !parts.columns[$0].isVirtual
        }
        isAutoIncrement = parts.isAutoIncrement
        isWithoutRowid = parts.isWithoutRowid
        isStrict = parts.isStrict
        checks = parts.checks
        rowidConflict = parts.rowidConflict
        foreignKeys = parts.foreignKeys
        self.indexes = indexes
        hasVirtual = parts.columns.contains { $0.isVirtual }
        hasGenerated = parts.columns.contains { $0.generated != nil }
        hasExpressionIndex = indexes.contains { index in
            index.columns.contains {
                if case .expression = $0.content { return true }
                return false
            }
        }
        hasConditionalIndex = hasExpressionIndex || indexes.contains { $0.condition != nil }
        hasUniqueIndex = indexes.contains(where: \.isUnique)
        indexedColumns = TableSchema.indexedColumns(indexes, parts.columns)
        self.triggers = triggers
        let folded = FoldedName.fold(parts.name)
        refusesChanges =
            FoldedName.isReserved(folded) && folded != "sqlite_sequence"
            && folded != "sqlite_stat1"
    }

    private static func indexedColumns(
        _ indexes: [IndexSchema], _ columns: [ColumnSchema]
    ) -> Set<Int>? {
        var found: Set<Int> = []
        for index in indexes {
            guard index.condition == nil else { return nil }
            for column in index.columns {
                guard case .column(let number) = column.content, !columns[number].isVirtual else {
                    return nil
                }
                found.insert(number)
            }
        }
        return found
    }

    /// The column of this name, which is probably the one at `guess`.
    func column(named name: String, guess: Int) -> Int? {
        guard guess < columns.count, FoldedName.equal(columns[guess].name, name) else {
            return column(named: name)
        }
        return guess
    }

    /// The column of this name; -1 for the rowid; nil if there is none.
    package func column(named name: String) -> Int? {
        if let index = visibleColumns.index(named: name) { return index }
        return isRowid(name) ? -1 : nil
    }

    /// Whether a name that is no column's means the rowid.
    func isRowid(_ name: String) -> Bool { !isWithoutRowid && FoldedName.isRowid(name) }

    package var primaryKeyIndex: IndexSchema? { indexes.first { $0.origin == .primaryKey } }
    /// What stands for the rowid in a table without.
    var keyOfRows: IndexSchema? { isWithoutRowid ? primaryKeyIndex : nil }
}

/// An index of a table.
package final class IndexSchema: Sendable {
    package enum Origin: Sendable { case created, unique, primaryKey }

    package let tree: TreeID
    package let name: String
    package let columns: [IndexColumn]
    package let isUnique: Bool
    package let conflict: ConflictAction?
    package let condition: Expression?
    package let origin: Origin
    /// How keys are encoded; the rowid follows them.
    package let keys: [KeyColumn]
    /// The columns of the table that its columns are; nil for expressions.
    let numbers: [Int?]

    init(
        tree: TreeID, name: String, columns: [IndexColumn], isUnique: Bool,
        conflict: ConflictAction? = nil, condition: Expression? = nil, origin: Origin
    ) {
        self.tree = tree
        self.name = name
        self.columns = columns
        self.isUnique = isUnique
        self.conflict = conflict
        self.condition = condition
        self.origin = origin
        keys = columns.map(\.key)
        numbers = columns.map {
            if case .column(let number) = $0.content { number } else { nil }
        }
    }

    /// Where a column of the table is in the index.
    func position(of column: Int) -> Int? { numbers.firstIndex(of: column) }
}

package final class ViewSchema: Sendable {
    package let database: Int
    package let name: String
    package let columns: [String]
    package let select: SelectStatement
    /// What it was made by: results without a name are called as they were written.
    package let text: [UInt8]
    package let triggers: [TriggerSchema]

    init(
        database: Int, name: String, columns: [String], select: SelectStatement, text: [UInt8],
        triggers: [TriggerSchema]
    ) {
        self.database = database
        self.name = name
        self.columns = columns
        self.select = select
        self.text = text
        self.triggers = triggers
    }
}

package final class TriggerSchema: Sendable {
    /// The database whose tables its statements mean.
    package let database: Int
    package let name: String
    package let statement: CreateTriggerStatement

    init(database: Int, name: String, statement: CreateTriggerStatement) {
        self.database = database
        self.name = name
        self.statement = statement
    }
}

/// Names of SQL: letters A–Z in either case are the same, and everything else is compared byte by
/// byte, as `String` does not.
package enum FoldedName {
    /// What stands for a name where names are looked up.
    package static func key(_ name: String) -> SQLText { SQLText(fold(name)) }

    package static func fold(_ name: String) -> String {
        let isFolded = name.utf8.withContiguousStorageIfAvailable { letters in
            !letters.contains(where: ASCII.isUpper)
        }
        if isFolded == true { return name }
        return String(decoding: name.utf8.map(ASCII.lowercased), as: UTF8.self)
    }

    package static func equal(_ left: String, _ right: String) -> Bool {
        // Mostly names are written as they were declared, and short.
        if SQLText.areIdentical(left, right) { return true }
        guard left.utf8.count == right.utf8.count else { return false }
        let same = left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in equal(left, right) }
        }
        return (same ?? nil) ?? (key(left) == key(right))
    }

    /// Mostly names are written alike, or differ at once. Requires: they are equally long.
    private static func equal(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        for index in left.indices where left[index] != right[index] {
            guard ASCII.lowercased(left[index]) == ASCII.lowercased(right[index]) else {
                return false
            }
        }
        return true
    }

    /// A few letters of a name and its length: the same for names that are equal, and mostly
    /// another one for those that are not.
    struct Mark: Equatable, Sendable {
        private let bits: UInt64

        init(_ name: String) {
            bits =
                name.utf8.withContiguousStorageIfAvailable(Mark.bits)
                ?? Array(name.utf8).withUnsafeBufferPointer(Mark.bits)
        }

        private static func bits(_ letters: UnsafeBufferPointer<UInt8>) -> UInt64 {
            guard let first = letters.first, let last = letters.last else { return 0 }
            let middle = letters[letters.count / 2]
            return UInt64(letters.count) << 24 | UInt64(first | 0x20) << 16
                | UInt64(middle | 0x20) << 8 | UInt64(last | 0x20)
        }
    }

    /// Whether only the engine makes things of that name, which is folded.
    static func isReserved(_ folded: String) -> Bool {
        folded.utf8.first == UInt8(ascii: "s") && folded.utf8.starts(with: "sqlite_".utf8)
    }

    package static func isRowid(_ name: String) -> Bool {
        guard (3...7).contains(name.utf8.count) else { return false }
        return equal(name, "rowid") || equal(name, "oid") || equal(name, "_rowid_")
    }
}
