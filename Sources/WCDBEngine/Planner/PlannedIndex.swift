import WCDBSQL
import WCDBStorage

/// The expressions and the condition of an index, resolved for a source. Few indexes have any.
///
/// **Users.** One compilation; an object, so that handing it on copies nothing.
final class PlannedIndex {
    /// Of an index with expressions, for each column its expression; nil for a plain one.
    private let expressions: [Scalar?]
    /// Those whose values may be taken from it.
    let keyExpressions: [KeyExpression]
    /// What rows that have a place in it fulfil.
    let condition: [Scalar]

    /// Nil if a part of it has no meaning for the source.
    init?(_ schema: IndexSchema, of source: Source, _ table: TableSchema, _ context: PlanContext) {
        var expressions: [Scalar?] = []
        if table.hasExpressionIndex {
            for column in schema.columns {
                guard case .expression(let expression) = column.content else {
                    expressions.append(nil)
                    continue
                }
                guard let scalar = context.resolve(expression, source) else { return nil }
                expressions.append(scalar)
            }
        }
        self.expressions = expressions
        keyExpressions = expressions.enumerated().compactMap { position, scalar in
            scalar.flatMap { KeyExpression($0, at: position, context.functions) }
        }
        guard let condition = schema.condition else {
            self.condition = []
            return
        }
        guard let scalar = context.resolve(condition, source) else { return nil }
        self.condition = scalar.conjuncts
    }

    /// Whether it may spare a query what it has not: the test of a condition, or an expression.
    var spares: Bool { !condition.isEmpty || !keyExpressions.isEmpty }

    /// The expression that a column of it is; nil for a plain one.
    func expression(_ position: Int) -> Scalar? {
        position < expressions.count ? expressions[position] : nil
    }
}

/// What is asked of an index, by its number.
extension AccessPlanner {
    /// The column of the table that a column of it is, -1 for the rowid; nil for an expression.
    func column(_ number: Int, _ position: Int) -> Int? {
        guard let column = indexes[number].numbers[position] else { return nil }
        return column == rowidColumn ? -1 : column
    }

    /// The expression that a column of it is; nil for a plain one.
    func expression(_ number: Int, _ position: Int) -> Scalar? {
        planned.isEmpty ? nil : planned[number].expression(position)
    }

    /// What rows that have a place in it fulfil.
    func condition(_ number: Int) -> [Scalar] {
        planned.isEmpty ? [] : planned[number].condition
    }

    /// Whether a use can be served by a column of it: same collation, and values that the
    /// comparison leaves as they are stored.
    func serves(_ number: Int, _ position: Int, _ use: TermUse) -> Bool {
        let column = column(number, position)
        guard use.column == column else { return false }
        if column == nil {
            guard let expression = expression(number, position), let subject = use.subject,
                subject.isSame(as: expression)
            else { return false }
        }
        // The end of a pattern's prefix looks for blobs behind it, so it needs them there.
        if use.isPatternEnd, indexes[number].keys[position].isDescending { return false }
        let compared = use.comparison.affinity
        if compared != .none, compared != .blob {
            let affinity = column.map(source.affinity) ?? .none
            guard compared == affinity || compared.isNumeric && affinity.isNumeric else {
                return false
            }
        }
        let collation = indexes[number].columns[position].collation
        return use.comparison.collation.isSame(as: collation)
    }
}
