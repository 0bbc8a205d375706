/// `LIMIT count`, `LIMIT count OFFSET offset`, or `LIMIT offset, count`.
package final class LimitClause: Hashable, Sendable {
    package let count: Expression
    package let offset: Expression?
    /// Written with a comma, the offset first. Means nothing without an offset.
    package let isCommaForm: Bool

    package init(_ count: Expression, offset: Expression? = nil, isCommaForm: Bool = false) {
        self.count = count
        self.offset = offset
        self.isCommaForm = isCommaForm
    }

    package static func == (left: LimitClause, right: LimitClause) -> Bool {
        left === right
            || left.count == right.count && left.offset == right.offset
                && left.isCommaForm == right.isCommaForm
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(offset)
        hasher.combine(isCommaForm)
    }
}
