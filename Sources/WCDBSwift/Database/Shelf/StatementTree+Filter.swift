import WCDBSQL

extension StatementTree {
    /// The statement about the rows of a filter. Of one that has no rows to choose from, itself.
    func with(_ filter: RowFilter) -> StatementTree {
        switch with(condition: filter.condition.expression) {
        case .select(var select):
            (select.order, select.limit) = (filter.tail.order, filter.tail.limit)
            return .select(select)
        case .update(var update):
            (update.order, update.limit) = (filter.tail.order, filter.tail.limit)
            return .update(update)
        case .delete(var delete):
            (delete.order, delete.limit) = (filter.tail.order, filter.tail.limit)
            return .delete(delete)
        case let other: return other
        }
    }

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
