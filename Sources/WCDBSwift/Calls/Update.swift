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
    public final let statement: StatementUpdate
    /// How many rows the last execution has changed; nil before it.
    public private(set) var changes: Int?
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

    /// Sets which rows are meant.
    @discardableResult
    public func `where`(_ condition: any Condition) -> Update {
        statement.where(condition)
        return self
    }

    /// Sets the order of the rows.
    @discardableResult
    public func order(by orderList: any OrderBy...) -> Update { order(by: orderList) }

    /// Sets the order of the rows.
    @discardableResult
    public func order(by orderList: [any OrderBy]) -> Update {
        statement.order(by: orderList)
        return self
    }

    /// Leaves out `begin` rows, then takes `end` rows.
    @discardableResult
    public func limit(from begin: any Limit, to end: any Limit) -> Update {
        statement.limit(from: begin, to: end)
        return self
    }

    /// How many rows at most.
    @discardableResult
    public func limit(_ limit: any Limit) -> Update {
        statement.limit(limit)
        return self
    }

    /// How many rows at most, and how many are left out first.
    @discardableResult
    public func limit(_ limit: any Limit, offset: any Offset) -> Update {
        statement.limit(limit).offset(offset)
        return self
    }

    /// Sets the columns to the values of an object.
    public func execute<Object: TableEncodable>(with object: Object) throws {
        let compiled = try run.prepared(statement.statementTree)
        let layout = RowLayout(properties, of: Object.CodingKeys.self)
        try RowWriter(compiled, layout, table: table).run(object)
        changes = handle.changes
    }

    /// Sets the columns to values.
    public func execute(with row: [(any ColumnEncodable)?]) throws {
        let compiled = try run.prepared(statement.statementTree)
        compiled.bind(row: row, to: properties.count)
        _ = try compiled.step()
        changes = handle.changes
    }
}
