import WCDBSQL

/// One core of a query under construction.
struct SelectCoreDraft {
    var body = SelectBody()
    /// Shown only with a GROUP BY.
    var having: ExpressionTree?
    /// Paired with `windowDefinitions` by position; shown only if all pairs are complete.
    var windowNames: [Name] = []
    var windowDefinitions: [WindowDefinition] = []
    /// The rows of VALUES, which stand in the place of all others.
    var rows: [[ExpressionTree]] = []
    var isValues = false

    var isFinished: Bool { isValues ? !rows.isEmpty : !body.results.isEmpty }

    var tree: SelectCore {
        guard !isValues else { return .values(rows) }
        // Most queries have none of these, and share the body that was built.
        guard having != nil || !windowNames.isEmpty || !windowDefinitions.isEmpty else {
            return .select(body)
        }
        var body = body
        body.having = body.groups.isEmpty ? nil : having
        if windowNames.count == windowDefinitions.count {
            body.windows = zip(windowNames, windowDefinitions).map { NamedWindow($0, $1) }
        } else {
            body.hasUnfinishedWindows = true
        }
        return .select(body)
    }
}
