/// Deleting rows of a table.
///
/// ```swift
/// func forget<Notes: DeleteTableInterface>(_ id: Int, in notes: Notes) throws {
///     try notes.delete(
///         where: Note.Properties.id == id, orderBy: nil, limit: nil, offset: nil)
/// }
/// ```
public protocol DeleteTableInterface: AnyObject {
    /// Deletes the rows that match the condition.
    func delete(
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?) throws
}

extension Table: DeleteTableInterface {
    /// Deletes the rows that match the condition.
    ///
    /// ```swift
    /// try table.delete(where: Note.Properties.id == 7)
    /// try table.delete(orderBy: [Note.Properties.created], limit: 10)
    /// ```
    public func delete(
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws {
        try database.delete(
            fromTable: name, where: condition, orderBy: orderList, limit: limit, offset: offset)
    }
}
