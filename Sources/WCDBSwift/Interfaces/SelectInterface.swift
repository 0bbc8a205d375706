/// Reading objects.
///
/// ```swift
/// let notes: [Note] = try database.getObjects(
///     fromTable: "notes", where: Note.Properties.id > 7, orderBy: [Note.Properties.created])
/// let note: Note? = try database.getObject(fromTable: "notes", where: Note.Properties.id == 7)
/// ```
///
/// Without properties all of them are read. Those that are not read must be optional.
public protocol SelectInterface: AnyObject {
    /// The objects of the rows that match the condition, in the given order.
    func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The objects of the rows that match the condition, in the given order.
    func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    func getObject<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    func getObject<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
}

extension SelectInterface where Self: HandleRepresentable {
    /// The objects of the rows that match the condition, in the given order.
    ///
    /// An empty list is an error; what is not listed must be optional in the object.
    ///
    /// ```swift
    /// let notes: [Note] = try database.getObjects(
    ///     on: [Note.Properties.id, Note.Properties.text], fromTable: "notes",
    ///     where: Note.Properties.text.like("%milk%"))
    /// ```
    public func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        return try all(propertyConvertibleList, table, filter)
    }

    /// The objects of the rows that match the condition, in the given order. Without properties
    /// all of them are read.
    ///
    /// ```swift
    /// let recent: [Note] = try database.getObjects(
    ///     fromTable: "notes", orderBy: [Note.Properties.created.order(.descending)],
    ///     limit: 20, offset: 40)
    /// ```
    public func getObjects<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        let properties = propertyConvertibleList.isEmpty ? nil : propertyConvertibleList
        return try all(properties, table, filter)
    }

    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    ///
    /// ```swift
    /// let note: Note? = try database.getObject(
    ///     on: Note.Properties.all, fromTable: "notes", where: Note.Properties.id == 7)
    /// ```
    public func getObject<Object: TableDecodable>(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        return try first(propertyConvertibleList, table, filter)
    }

    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does. Without properties all of them are read.
    ///
    /// ```swift
    /// let oldest: Note? = try database.getObject(
    ///     fromTable: "notes", orderBy: [Note.Properties.created])
    /// ```
    public func getObject<Object: TableDecodable>(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        let filter = RowFilter.of(
            condition: condition, order: orderList, offset: offset, isSingle: true)
        let properties = propertyConvertibleList.isEmpty ? nil : propertyConvertibleList
        return try first(properties, table, filter)
    }

    private func all<Object: TableDecodable>(
        _ properties: [any PropertyConvertible]?, _ table: String, _ filter: RowFilter
    ) throws -> [Object] {
        let loan = try borrowConnection(writeHint: false)
        defer { loan.end() }
        let keys = Object.CodingKeys.self
        let statement = try select(properties, of: keys, table, filter, loan.connection)
        defer { statement.rest() }
        return try ObjectReader(statement, ColumnLayout.of(properties, keys)).all()
    }

    private func first<Object: TableDecodable>(
        _ properties: [any PropertyConvertible]?, _ table: String, _ filter: RowFilter
    ) throws -> Object? {
        let loan = try borrowConnection(writeHint: false)
        defer { loan.end() }
        let keys = Object.CodingKeys.self
        let statement = try select(properties, of: keys, table, filter, loan.connection)
        defer { statement.rest() }
        return try ObjectReader(statement, ColumnLayout.of(properties, keys)).next()
    }

    /// The statement that reads the properties, or all.
    private func select(
        _ properties: [any PropertyConvertible]?, of keys: any CodingTableKey.Type,
        _ table: String, _ filter: RowFilter, _ connection: PooledConnection
    ) throws -> ShelvedStatement {
        if let properties, properties.isEmpty {
            throw connection.core.misuse("Property list must not be empty.")
        }
        return try connection.lend(
            .select, properties.map { .properties($0) } ?? .all, of: keys, table: table,
            filter
        ) {
            StatementSelect().select(properties ?? keys.all).from(table).statementTree
        }
    }
}

extension Database: SelectInterface {}
extension Handle: SelectInterface {}
