import WCDBSQL
import WCDBStorage

/// An index whose expressions and condition are resolved for a source.
///
/// **Users.** One compilation; an object, because every path through the index knows it.
final class PlannedIndex {
    let schema: IndexSchema
    private let table: TableSchema
    /// Of an index with expressions, for each column its expression; nil for a plain one.
    private let expressions: [Scalar?]
    /// What rows that have a place in it fulfil.
    let condition: [Scalar]

    /// Nil if a part of it has no meaning for the source.
    init?(_ schema: IndexSchema, of source: Source, _ table: TableSchema, _ context: PlanContext) {
        self.schema = schema
        self.table = table
        var expressions: [Scalar?] = []
        // Most tables have plain columns in their indexes.
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
        guard let condition = schema.condition else {
            self.condition = []
            return
        }
        guard let scalar = context.resolve(condition, source) else { return nil }
        self.condition = scalar.conjuncts
    }

    /// The expression that a column of it is; nil for a plain one.
    func expression(_ position: Int) -> Scalar? {
        position < expressions.count ? expressions[position] : nil
    }

    /// The column of the table that a column of it is, -1 for the rowid; nil for an expression.
    func column(_ position: Int) -> Int? {
        guard let number = schema.numbers[position] else { return nil }
        return number == table.rowidColumn ? -1 : number
    }

    /// The affinity of such a column.
    func affinity(of column: Int) -> Affinity {
        column < 0 ? .integer : table.visibleColumns[column].affinity
    }
}
