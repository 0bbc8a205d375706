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
    ///
    /// ```swift
    /// let deletion = try database.prepareDelete(fromTable: "notes").where(Note.Properties.id == 7)
    /// deletion.statement  // DELETE FROM notes WHERE id == 7
    /// ```
    public final let statement: StatementDelete
    /// How many rows the last execution has deleted; nil before it.
    ///
    /// ```swift
    /// let deletion = try table.prepareDelete().where(Note.Properties.isDraft)
    /// try deletion.execute()
    /// if deletion.changes == 0 { print("no drafts") }
    /// ```
    public var changes: Int?
    let handle: Handle
    private let run: RepeatedStatement

    init(_ handle: Handle, table: String) {
        self.handle = handle
        run = RepeatedStatement(handle)
        statement = StatementDelete().delete(from: table)
    }

    /// Deletes only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// let deletion = try table.prepareDelete()
    ///     .where(Note.Properties.isDraft && Note.Properties.stars < 2)
    /// ```
    @discardableResult
    public func `where`(_ condition: any Condition) -> Delete {
        statement.where(condition)
        return self
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// // The notes with the fewest stars; of those, the oldest.
    /// try table.prepareDelete().order(by: Note.Properties.stars, Note.Properties.created)
    ///     .limit(10).execute()
    /// ```
    @discardableResult
    public func order(by orderList: any OrderBy...) -> Delete { order(by: orderList) }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let order = [Note.Properties.created.order(.descending)]
    /// try table.prepareDelete().order(by: order).limit(1).execute()
    /// ```
    @discardableResult
    public func order(by orderList: [any OrderBy]) -> Delete {
        statement.order(by: orderList)
        return self
    }

    /// Skips `begin` rows, then takes `end` rows.
    ///
    /// ```swift
    /// // All but the newest hundred, at most a thousand at once.
    /// try table.prepareDelete().order(by: Note.Properties.created.order(.descending))
    ///     .limit(from: 100, to: 1000).execute()
    /// ```
    @discardableResult
    public func limit(from begin: any Limit, to end: any Limit) -> Delete {
        statement.limit(from: begin, to: end)
        return self
    }

    /// How many rows at most.
    ///
    /// ```swift
    /// try table.prepareDelete().where(Note.Properties.isDraft).limit(100).execute()
    /// ```
    @discardableResult
    public func limit(_ limit: any Limit) -> Delete {
        statement.limit(limit)
        return self
    }

    /// How many rows at most, and how many are skipped first.
    ///
    /// ```swift
    /// // All but the newest hundred, at most a thousand at once.
    /// try table.prepareDelete().order(by: Note.Properties.created.order(.descending))
    ///     .limit(1000, offset: 100).execute()
    /// ```
    @discardableResult
    public func limit(_ limit: any Limit, offset: any Offset) -> Delete {
        statement.limit(limit).offset(offset)
        return self
    }

    /// Deletes the rows.
    ///
    /// Again and again, if need be: the statement is compiled once.
    ///
    /// ```swift
    /// let deletion = try table.prepareDelete().where(Note.Properties.isDraft).limit(1000)
    /// repeat {
    ///     try deletion.execute()
    /// } while deletion.changes == 1000
    /// ```
    public func execute() throws {
        _ = try run.prepared(statement.statementTree).step()
        changes = handle.changes
    }
}
