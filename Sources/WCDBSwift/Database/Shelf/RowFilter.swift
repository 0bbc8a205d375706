import WCDBSQL

/// Which rows a statement is about: the tail that the calls for rows and objects share.
struct RowFilter {
    var condition: (any Condition)?
    var order: [any OrderBy]?
    var limit: (any Limit)?
    /// Counts only with a limit.
    var offset: (any Offset)?
}

extension StatementUpdate {
    /// Adds the tail.
    func filter(_ filter: RowFilter) -> StatementUpdate {
        if let condition = filter.condition { self.where(condition) }
        if let order = filter.order { self.order(by: order) }
        if let limit = filter.limit {
            self.limit(limit)
            if let offset = filter.offset { self.offset(offset) }
        }
        return self
    }
}

extension StatementDelete {
    /// Adds the tail.
    func filter(_ filter: RowFilter) -> StatementDelete {
        if let condition = filter.condition { self.where(condition) }
        if let order = filter.order { self.order(by: order) }
        if let limit = filter.limit {
            self.limit(limit)
            if let offset = filter.offset { self.offset(offset) }
        }
        return self
    }
}

extension StatementSelect {
    /// Adds the tail.
    func filter(_ filter: RowFilter) -> StatementSelect {
        if let condition = filter.condition { self.where(condition) }
        if let order = filter.order { self.order(by: order) }
        if let limit = filter.limit {
            self.limit(limit)
            if let offset = filter.offset { self.offset(offset) }
        }
        return self
    }
}
