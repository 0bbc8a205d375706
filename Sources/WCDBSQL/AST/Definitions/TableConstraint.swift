/// A constraint of a table. Unfinished without a kind.
package struct TableConstraint: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case primaryKey(
            [OrderingTerm], isAutoIncrement: Bool = false, conflict: ConflictAction? = nil)
        case unique([OrderingTerm], conflict: ConflictAction? = nil)
        case check(Expression, conflict: ConflictAction? = nil, range: SourceRange = .none)
        case foreignKey([ColumnReference], ForeignKey)
    }

    package var name: Name?
    package var kind: Kind?

    package init(_ kind: Kind? = nil, name: Name? = nil) {
        self.kind = kind
        self.name = name
    }
}
