/// A constraint of one column. Unfinished without a kind.
package struct ColumnConstraint: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case primaryKey(
            OrderingTerm.Direction? = nil, conflict: ConflictAction? = nil,
            isAutoIncrement: Bool = false)
        case notNull(conflict: ConflictAction? = nil)
        /// A bare NULL: it may be said, and says nothing.
        case null(conflict: ConflictAction? = nil)
        case unique(conflict: ConflictAction? = nil)
        case check(Expression, range: SourceRange = .none)
        case `default`(DefaultValue)
        case collate(Name)
        case references(ForeignKey)
        case generated(Expression, storage: GeneratedStorage? = nil)
        /// A word of full-text tables.
        case unindexed
    }

    package enum GeneratedStorage: UInt8, Hashable, Sendable { case virtual, stored }

    package var name: Name?
    package var kind: Kind?

    package init(_ kind: Kind? = nil, name: Name? = nil) {
        self.kind = kind
        self.name = name
    }
}

/// What stands behind DEFAULT: a constant or a word, or an expression in parentheses. A word
/// that is no constant (`DEFAULT abc`) is a column here and means a string.
package struct DefaultValue: Hashable, Sendable {
    package var expression: Expression
    package var isParenthesised: Bool
    /// The value in the text, without the parentheses.
    package var range: SourceRange

    package init(
        _ expression: Expression, isParenthesised: Bool = false, range: SourceRange = .none
    ) {
        self.expression = expression
        self.isParenthesised = isParenthesised
        self.range = range
    }
}
