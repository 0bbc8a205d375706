/// Reading values of a table: rows, columns, single values.
public protocol RowSelectTableInterface: AnyObject {
    /// The rows that are meant.
    func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The rows that are meant. Without columns all of them are read.
    func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> MultiRowsValue
    /// The first row that is meant; empty if there is none.
    func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// The first row that is meant; empty if there is none.
    func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> OneRowValue
    /// One column of the rows that are meant.
    func getColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// The different values of one column of the rows that are meant.
    func getDistinctColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> OneColumnValue
    /// One column of the first row that is meant; NULL if there is none.
    func getValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
    /// The first of the different values of one column; NULL if there is none.
    func getDistinctValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> Value
}

extension Table: RowSelectTableInterface {
    /// The rows that are meant.
    public func getRows(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        try database.getRows(
            on: resultColumnConvertibleList, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The rows that are meant. Without columns all of them are read.
    public func getRows(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> MultiRowsValue {
        try database.getRows(
            on: all(resultColumnConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The first row that is meant; empty if there is none.
    public func getRow(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        try database.getRow(
            on: all(resultColumnConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    /// The first row that is meant; empty if there is none.
    public func getRow(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> OneRowValue {
        try database.getRow(
            on: resultColumnConvertibleList, fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    /// One column of the rows that are meant.
    public func getColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        try database.getColumn(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The different values of one column of the rows that are meant.
    public func getDistinctColumn(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> OneColumnValue {
        try database.getDistinctColumn(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// One column of the first row that is meant; NULL if there is none.
    public func getValue(
        on result: any ResultColumnConvertible,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> Value {
        try database.getValue(
            on: result, fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The first of the different values of one column; NULL if there is none.
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
