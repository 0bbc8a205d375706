/// Updating rows of a table.
public protocol UpdateTableInterface: AnyObject {
    /// What the table is of.
    associatedtype Object: TableEncodable

    /// Sets columns to the values of an object, in all rows that are meant.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to the values of an object, in all rows that are meant.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
}

extension Table: UpdateTableInterface where Object: TableEncodable {
    /// Sets columns to the values of an object, in all rows that are meant.
    public func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: object, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// Sets columns to the values of an object, in all rows that are meant.
    public func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: object, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: row, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: row, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: row, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try database.update(
            table: name, on: propertyConvertibleList, with: row, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }
}
