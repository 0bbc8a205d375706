package import WCDBSQL
package import WCDBStorage

/// One column of a table.
package struct ColumnSchema: Sendable {
    package var name: String
    /// As it was declared; empty without a type.
    package var declaredType: String
    package var affinity: Affinity
    package var collation: Collation = .binary
    package var notNull: ConflictAction?
    package var isNotNull = false
    package var defaultValue: DefaultValue?
    /// The place in the primary key, from 1; 0 if it is not part of it.
    package var primaryKeyPosition = 0
    package var generated: Expression?
    package var isStored = false
    /// Computed where it is read.
    package var isVirtual: Bool { generated != nil && !isStored }
    /// Of a STRICT table: what its values must be.
    package var strictType: StrictType?
}

/// One column of an index: a column of the table, its rowid, or an expression.
package struct IndexColumn: Sendable {
    package enum Content: Sendable {
        case column(Int)
        case expression(Expression)
    }
    package var content: Content
    package var key: KeyColumn
    package var collation: Collation { key.collation }
}
