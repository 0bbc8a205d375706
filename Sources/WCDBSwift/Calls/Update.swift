/// An update that is put together call by call.
///
/// ```swift
/// let update = try database.prepareUpdate(table: "notes", on: Note.Properties.text)
///     .where(Note.Properties.id == 7)
/// try update.execute(with: ["new text"])
/// update.changes  // 1
/// ```
///
/// It keeps the connection of its thread, and is used on that thread only.
public final class Update {
    /// The statement.
    ///
    /// ```swift
    /// let update = try database.prepareUpdate(table: "notes", on: Note.Properties.text)
    ///     .where(Note.Properties.id == 7)
    /// update.statement  // UPDATE notes SET text = ?1 WHERE id == 7
    /// ```
    public final let statement: StatementUpdate
    /// How many rows the last execution has changed; nil before it.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.text)
    ///     .where(Note.Properties.id == 7)
    /// try update.execute(with: ["new text"])
    /// if update.changes == 0 { try table.insert(note) }
    /// ```
    public var changes: Int?
    let handle: Handle
    private let properties: [any PropertyConvertible]
    private let table: String
    private let run: RepeatedStatement

    init(_ handle: Handle, on properties: [any PropertyConvertible], table: String) {
        self.handle = handle
        self.properties = properties
        self.table = table
        statement = RowUpdater.statement(properties, table: table)
        run = RepeatedStatement(handle)
    }

    /// Updates only the rows that match the condition. Replaces an earlier condition.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.isDraft)
    ///     .where(Note.Properties.stars >= 4)
    /// ```
    @discardableResult
    public func `where`(_ condition: any Condition) -> Update {
        statement.where(condition)
        return self
    }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// // The oldest draft becomes a note.
    /// try table.prepareUpdate(on: Note.Properties.isDraft).where(Note.Properties.isDraft)
    ///     .order(by: Note.Properties.created).limit(1).execute(with: [false])
    /// ```
    @discardableResult
    public func order(by orderList: any OrderBy...) -> Update { order(by: orderList) }

    /// Sets the order of the rows.
    ///
    /// ```swift
    /// let order = [Note.Properties.stars.order(.descending)]
    /// try table.prepareUpdate(on: Note.Properties.isDraft).order(by: order).limit(10)
    ///     .execute(with: [false])
    /// ```
    @discardableResult
    public func order(by orderList: [any OrderBy]) -> Update {
        statement.order(by: orderList)
        return self
    }

    /// Skips `begin` rows, then takes `end` rows.
    ///
    /// ```swift
    /// try table.prepareUpdate(on: Note.Properties.isDraft).order(by: Note.Properties.created)
    ///     .limit(from: 10, to: 5).execute(with: [false])
    /// ```
    @discardableResult
    public func limit(from begin: any Limit, to end: any Limit) -> Update {
        statement.limit(from: begin, to: end)
        return self
    }

    /// How many rows at most.
    ///
    /// ```swift
    /// try table.prepareUpdate(on: Note.Properties.isDraft).limit(10).execute(with: [false])
    /// ```
    @discardableResult
    public func limit(_ limit: any Limit) -> Update {
        statement.limit(limit)
        return self
    }

    /// How many rows at most, and how many are skipped first.
    ///
    /// ```swift
    /// try table.prepareUpdate(on: Note.Properties.isDraft).order(by: Note.Properties.created)
    ///     .limit(5, offset: 10).execute(with: [false])
    /// ```
    @discardableResult
    public func limit(_ limit: any Limit, offset: any Offset) -> Update {
        statement.limit(limit).offset(offset)
        return self
    }

    /// Sets the columns to the values of an object.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.text, Note.Properties.stars)
    ///     .where(Note.Properties.id == 7)
    /// try update.execute(with: note)
    /// ```
    public func execute<Object: TableEncodable>(with object: Object) throws {
        let compiled = try run.prepared(statement.statementTree)
        let layout = ColumnLayout(properties, of: Object.CodingKeys.self)
        try RowWriter(compiled, layout, table: table).run(object)
        changes = handle.changes
    }

    /// Sets the columns to values.
    ///
    /// In the order of the columns; what is missing, or nil, is NULL.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.text, Note.Properties.author)
    ///     .where(Note.Properties.id == 7)
    /// try update.execute(with: ["new text", nil])
    /// ```
    public func execute(with row: [(any ColumnEncodable)?]) throws {
        let compiled = try run.prepared(statement.statementTree)
        try compiled.bind(row: row, to: properties.count)
        _ = try compiled.step()
        changes = handle.changes
    }
}
