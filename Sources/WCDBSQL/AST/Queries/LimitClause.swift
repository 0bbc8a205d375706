/// `LIMIT count`, `LIMIT count OFFSET offset`, or `LIMIT offset, count`.
package struct LimitClause: Hashable, Sendable {
    package var count: Expression
    package var offset: Expression?
    /// Written with a comma, the offset first. Means nothing without an offset.
    package var isCommaForm: Bool

    package init(_ count: Expression, offset: Expression? = nil, isCommaForm: Bool = false) {
        self.count = count
        self.offset = offset
        self.isCommaForm = isCommaForm
    }
}
