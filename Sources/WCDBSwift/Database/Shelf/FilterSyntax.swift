import WCDBSQL

/// What a ``RowFilter`` says, as trees, which are made once for each call.
struct FilterSyntax {
    let condition: ExpressionTree?
    let order: [OrderingTree]
    let limit: ExpressionTree?
    /// Counts only with a limit.
    let offset: ExpressionTree?

    /// All rows.
    static let none = FilterSyntax(RowFilter())

    init(_ filter: RowFilter) {
        condition = filter.condition?.tree
        order = filter.order?.map { $0.asOrder().tree } ?? []
        limit = filter.isSingle ? .integer(1) : filter.limit?.tree
        offset = limit == nil ? nil : filter.offset?.tree
    }

    /// Whether order and limit are those of another filter, constants included.
    func hasTail(of other: FilterSyntax) -> Bool {
        order == other.order && limit == other.limit && offset == other.offset
    }

    /// Whether order and limit have no parameters, as far as can be seen.
    var hasPlainTail: Bool {
        order.allSatisfy { LiftedCondition.isPlain($0.expression) }
            && limit.map(LiftedCondition.isPlain) ?? true
            && offset.map(LiftedCondition.isPlain) ?? true
    }
}

extension StatementTree {
    /// The statement with another condition; the same if it has none at all.
    func with(condition: ExpressionTree?) -> StatementTree {
        switch self {
        case .select(var select):
            guard case .select(var body) = select.first else { return self }
            body.condition = condition
            select.first = .select(body)
            return .select(select)
        case .update(var update):
            update.condition = condition
            return .update(update)
        case .delete(var delete):
            delete.condition = condition
            return .delete(delete)
        default: return self
        }
    }
}
