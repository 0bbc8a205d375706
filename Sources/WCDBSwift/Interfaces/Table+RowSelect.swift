/// Reading values of a table: rows, columns, single values.
///
/// ```swift
/// func count<Rows: RowSelectTableInterface>(_ rows: Rows) throws -> Int {
///     try rows.getValue(
///         on: Column.all().count(), where: nil, orderBy: nil, limit: nil, offset: nil
///     ).intValue
/// }
/// ```
public protocol RowSelectTableInterface: AnyObject {
    /// The rows that match the condition, in the given order.
    func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The rows that match the condition, in the given order. Without columns all of them are
    /// read.
    func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The first row that matches the condition, in the given order; empty if no row does.
    func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// The first row that matches the condition, in the given order; empty if no row does.
    func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// One column of the rows that match the condition, in the given order.
    func getColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// The distinct values of one column, among the rows that match the condition.
    func getDistinctColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// One column of the first row that matches the condition, in the given order; NULL if no row
    /// does.
    func getValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
    /// The first of the distinct values of one column; NULL if there is none.
    func getDistinctValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
}

extension Table: RowSelectTableInterface {
    /// The rows that match the condition, in the given order.
    ///
    /// ```swift
    /// let rows = try table.getRows(
    ///     on: [Note.Properties.id, Note.Properties.text], orderBy: [Note.Properties.id],
    ///     limit: 20)
    /// for row in rows { print(row[0].intValue, row[1].stringValue) }
    /// ```
    public func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        try database.getRows(
            on: resultColumnConvertibleList, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The rows that match the condition, in the given order. Without columns all of them are
    /// read.
    ///
    /// ```swift
    /// let rows = try table.getRows(
    ///     on: Note.Properties.text, Note.Properties.stars, where: Note.Properties.stars > 3)
    /// let text = rows[row: 0, column: 0].stringValue
    /// ```
    public func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        try database.getRows(
            on: all(resultColumnConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The first row that matches the condition, in the given order; empty if no row does.
    ///
    /// ```swift
    /// let row = try table.getRow(where: Note.Properties.id == 7)
    /// let isThere = !row.isEmpty
    /// ```
    public func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        try database.getRow(
            on: all(resultColumnConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    /// The first row that matches the condition, in the given order; empty if no row does.
    ///
    /// ```swift
    /// let row = try table.getRow(on: [Note.Properties.id.min(), Note.Properties.id.max()])
    /// let range = row[0].intValue...row[1].intValue
    /// ```
    public func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        try database.getRow(
            on: resultColumnConvertibleList, fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    /// One column of the rows that match the condition, in the given order.
    ///
    /// ```swift
    /// let ids = try table.getColumn(on: Note.Properties.id, where: Note.Properties.isDraft)
    ///     .map(\.intValue)
    /// ```
    public func getColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        try database.getColumn(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The distinct values of one column, among the rows that match the condition.
    ///
    /// ```swift
    /// let authors = try table.getDistinctColumn(on: Note.Properties.author).map(\.intValue)
    /// ```
    public func getDistinctColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        try database.getDistinctColumn(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// One column of the first row that matches the condition, in the given order; NULL if no row
    /// does.
    ///
    /// ```swift
    /// let count = try table.getValue(on: Note.Properties.any.count()).intValue
    /// ```
    public func getValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> Value {
        try database.getValue(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The first of the distinct values of one column; NULL if there is none.
    ///
    /// ```swift
    /// let best = try table.getDistinctValue(
    ///     on: Note.Properties.author, where: Note.Properties.stars == 5)
    /// ```
    public func getDistinctValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> Value {
        try database.getDistinctValue(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    private func all(
        _ results: [any ResultColumnConvertible]
    ) -> [any ResultColumnConvertible] { results.isEmpty ? [Column.all()] : results }
}
