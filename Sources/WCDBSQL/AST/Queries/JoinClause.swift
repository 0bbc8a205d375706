/// What stands behind FROM: tables from left to right, each joined to all before it. Without a
/// first table the tree is unfinished.
package struct JoinClause: Hashable, Sendable {
    /// A further table, how it is joined, and on what condition.
    package struct Join: Hashable, Sendable {
        package var operation: JoinOperator
        package var source: TableSource
        package var constraint: Constraint?

        package init(
            _ operation: JoinOperator, _ source: TableSource, _ constraint: Constraint? = nil
        ) {
            self.operation = operation
            self.source = source
            self.constraint = constraint
        }
    }

    package enum Constraint: Hashable, Sendable {
        case on(Expression)
        case using([ColumnReference])
    }

    package var first: TableSource?
    package var joins: [Join]
    /// A builder gave a condition before there was a second table. It is not shown.
    package var hasLooseConstraint = false

    package init(_ first: TableSource? = nil, _ joins: [Join] = []) {
        self.first = first
        self.joins = joins
    }

    /// A list of tables with commas between them.
    package init(list: [TableSource]) {
        self.first = list.first
        // Most lists have one table.
        self.joins = list.count > 1 ? list.dropFirst().map { Join(.comma, $0) } : []
    }
}

/// How a table is joined to those before it. The spelling is kept: `LEFT JOIN` is not
/// `LEFT OUTER JOIN`.
package struct JoinOperator: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case comma, plain, inner, cross, left, leftOuter, right, rightOuter, full, fullOuter
    }

    package var kind: Kind
    package var isNatural: Bool

    package init(_ kind: Kind, isNatural: Bool = false) {
        self.kind = kind
        self.isNatural = isNatural
    }

    package static let comma = JoinOperator(.comma)
    package static let plain = JoinOperator(.plain)
    package static let left = JoinOperator(.left)

    /// Whether rows of the left side survive without a partner.
    package var keepsLeft: Bool {
        switch kind {
        case .left, .leftOuter, .full, .fullOuter: true
        case .comma, .plain, .inner, .cross, .right, .rightOuter: false
        }
    }

    /// Whether rows of the right side survive without a partner.
    package var keepsRight: Bool {
        switch kind {
        case .right, .rightOuter, .full, .fullOuter: true
        case .comma, .plain, .inner, .cross, .left, .leftOuter: false
        }
    }
}
