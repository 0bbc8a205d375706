import WCDBSQL

/// Which rows a statement is about: the tail that the calls for rows and objects share.
struct RowFilter {
    var condition: (any Condition)?
    var order: [any OrderBy]?
    var limit: (any Limit)?
    /// Counts only with a limit.
    var offset: (any Offset)?
    /// One row at most, whatever `limit` says.
    var isSingle = false
}

/// A statement that takes such a tail.
protocol FilterableStatement: AnyObject {
    @discardableResult func `where`(_ condition: any ExpressionConvertible) -> Self
    @discardableResult func order(by terms: [any OrderingTermConvertible]) -> Self
    @discardableResult func limit(_ count: any ExpressionConvertible) -> Self
    @discardableResult func offset(_ count: any ExpressionConvertible) -> Self
}

extension FilterableStatement {
    /// Adds the tail.
    func filter(_ filter: RowFilter) -> Self {
        if let condition = filter.condition { self.where(condition) }
        if let order = filter.order { self.order(by: order) }
        if let limit = filter.isSingle ? 1 : filter.limit {
            self.limit(limit)
            if let offset = filter.offset { self.offset(offset) }
        }
        return self
    }
}

extension StatementSelect: FilterableStatement {}
extension StatementUpdate: FilterableStatement {}
extension StatementDelete: FilterableStatement {}
