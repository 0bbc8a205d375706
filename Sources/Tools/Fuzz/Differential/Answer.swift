/// What a statement says under one plan, and what the tables hold then.
struct Answer {
    let outcome: StatementOutcome
    private let content: [[String]]
    /// The same without the rowids, which are those of the order in which rows were added.
    private let values: [[String]]

    /// Without tables nothing has changed.
    init(_ outcome: StatementOutcome, _ side: any ScriptSide, _ tables: ScriptTables?) {
        self.outcome = outcome
        content = tables?.content(of: side) ?? []
        values = tables?.content(of: side, withRowids: false) ?? []
    }

    /// Whether two answers of SQLite differ, so that it has no single one, and this may be another:
    /// it differs from them no more than they do from each other, and has not more rows than both
    /// and not fewer.
    func isBetween(_ one: Answer, _ other: Answer, _ comparison: OutcomeComparison) -> Bool {
        let isOneAnswer = comparison.difference(one.outcome, other.outcome) == nil
        if isOneAnswer, comparison.isQuery || one.content == other.content { return false }
        guard !one.outcome.failed, !other.outcome.failed else {
            return [one, other].contains { $0.outcome.code == outcome.code }
        }
        guard !outcome.failed else { return false }
        let isBetween = Answer.isBetween(outcome.rows.count, one.outcome.rows, other.outcome.rows)
        let equal = OutcomeComparison.equalRows(one.outcome)
        if !isBetween
            || equal == OutcomeComparison.equalRows(other.outcome)
                && equal != OutcomeComparison.equalRows(outcome)
        {
            return false
        }
        guard !comparison.isQuery else { return true }
        return values.indices.allSatisfy { table in
            let (left, right) = (one.values[table], other.values[table])
            return Answer.isBetween(values[table].count, left, right)
                && (left != right || left == values[table])
        }
    }

    private static func isBetween(
        _ count: Int, _ one: some Collection, _ other: some Collection
    ) -> Bool {
        let counts = [one.count, other.count].sorted()
        return (counts[0]...counts[1]).contains(count)
    }
}
