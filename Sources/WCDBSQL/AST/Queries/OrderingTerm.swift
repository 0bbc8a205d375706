/// A term of ORDER BY, or a column of an index or a key. A collation is part of the expression.
package struct OrderingTerm: Hashable, Sendable {
    package enum Direction: UInt8, Hashable, Sendable, CaseIterable { case ascending, descending }

    package enum Nulls: UInt8, Hashable, Sendable, CaseIterable { case first, last }

    package var expression: Expression
    package var direction: Direction?
    package var nulls: Nulls?

    package init(
        _ expression: Expression, _ direction: Direction? = nil, nulls: Nulls? = nil
    ) {
        self.expression = expression
        self.direction = direction
        self.nulls = nulls
    }
}
