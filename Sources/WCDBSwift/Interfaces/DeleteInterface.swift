/// Deleting rows.
///
/// ```swift
/// try database.delete(fromTable: "notes", where: Note.Properties.id < 100)
/// ```
///
/// It is not an error if there is no row to delete. An offset counts only with a limit.
public protocol DeleteInterface: AnyObject {
    /// Deletes the rows that match the condition.
    func delete(
        fromTable table: String, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?, offset: (any Offset)?) throws
}

extension DeleteInterface where Self: HandleRepresentable {
    /// Deletes the rows that match the condition.
    ///
    /// Without a condition all rows are deleted. An order and a limit choose some of those that
    /// meet it.
    ///
    /// ```swift
    /// try database.delete(fromTable: "notes", where: Note.Properties.isDraft)
    /// // The ten oldest.
    /// try database.delete(fromTable: "notes", orderBy: [Note.Properties.created], limit: 10)
    /// ```
    public func delete(
        fromTable table: String, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        let loan = try borrowConnection(writeHint: true)
        defer { loan.end() }
        let statement = try loan.connection.lend(
            .delete, .all, of: ShelfKeys.self, table: table, filter
        ) {
            StatementDelete().delete(from: table).statementTree
        }
        defer { statement.rest() }
        _ = try statement.compiled.step()
    }
}

extension Database: DeleteInterface {}
extension Handle: DeleteInterface {}
