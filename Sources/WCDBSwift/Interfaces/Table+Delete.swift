/// Deleting rows of a table.
public protocol DeleteTableInterface: AnyObject {
    /// Deletes the rows that are meant.
    func delete(
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?) throws
}

extension Table: DeleteTableInterface {
    /// Deletes the rows that are meant.
    public func delete(
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws {
        try database.delete(
            fromTable: name, where: condition, orderBy: orderList, limit: limit, offset: offset)
    }
}
