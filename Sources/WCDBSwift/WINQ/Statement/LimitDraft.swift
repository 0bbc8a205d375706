import WCDBSQL

/// What was said about LIMIT and OFFSET. An offset without a limit says nothing.
struct LimitDraft {
    private(set) var clause: LimitClause?

    /// `LIMIT skipped, count`
    mutating func set(from skipped: ExpressionTree, count: ExpressionTree) {
        clause = LimitClause(count, offset: skipped, isCommaForm: true)
    }

    /// `LIMIT count`. Removes an earlier offset.
    mutating func set(count: ExpressionTree) { clause = LimitClause(count) }

    /// `… OFFSET skipped`. Behind the form with a comma, its first number becomes the count.
    mutating func set(offset: ExpressionTree) {
        guard let clause else { return }
        let first = clause.isCommaForm ? clause.offset : nil
        self.clause = LimitClause(first ?? clause.count, offset: offset)
    }
}
