/// A deletion that is put together call by call.
///
/// ```swift
/// let deletion = try database.prepareDelete(fromTable: "notes").where(Note.Properties.id == 7)
/// try deletion.execute()
/// deletion.changes  // 1
/// ```
///
/// It keeps the connection of its thread, and is used on that thread only.
public final class Delete {
    /// The statement.
    public final let statement: StatementDelete
    /// How many rows the last execution has deleted; nil before it.
    public private(set) var changes: Int?
    let handle: Handle
    private let run: RepeatedStatement

    init(_ handle: Handle, table: String) {
        self.handle = handle
        run = RepeatedStatement(handle)
        statement = StatementDelete().delete(from: table)
    }

    /// Sets which rows are meant.
    @discardableResult
    public func `where`(_ condition: any Condition) -> Delete {
        statement.where(condition)
        return self
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(by orderList: any OrderBy...) -> Delete { order(by: orderList) }

    /// Sets the order of the rows.
    @discardableResult
    public func order(by orderList: [any OrderBy]) -> Delete {
        statement.order(by: orderList)
        return self
    }

    /// Leaves out `begin` rows, then takes `end` rows.
    @discardableResult
    public func limit(from begin: any Limit, to end: any Limit) -> Delete {
        statement.limit(from: begin, to: end)
        return self
    }

    /// How many rows at most.
    @discardableResult
    public func limit(_ limit: any Limit) -> Delete {
        statement.limit(limit)
        return self
    }

    /// How many rows at most, and how many are left out first.
    @discardableResult
    public func limit(_ limit: any Limit, offset: any Offset) -> Delete {
        statement.limit(limit).offset(offset)
        return self
    }

    /// Deletes the rows.
    public func execute() throws {
        _ = try run.prepared(statement.statementTree).step()
        changes = handle.changes
    }
}
