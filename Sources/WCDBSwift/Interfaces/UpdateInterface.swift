/// Updating rows.
///
/// ```swift
/// try database.update(
///     table: "notes", on: Note.Properties.text, with: note, where: Note.Properties.id == 7)
/// try database.update(table: "notes", on: Note.Properties.text, with: "empty")
/// ```
///
/// No row to update is no error. An offset counts only with a limit.
public protocol UpdateInterface: AnyObject {
    /// Sets columns to the values of an object, in all rows that are meant.
    func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to the values of an object, in all rows that are meant.
    func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, in all rows that are meant.
    func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
}

extension UpdateInterface where Self: HandleRepresentable {
    /// Sets columns to the values of an object, in all rows that are meant.
    public func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: object)
    }

    /// Sets columns to the values of an object, in all rows that are meant.
    public func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: object)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: row)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: row)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: row)
    }

    /// Sets columns to values, in all rows that are meant.
    public func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try updater(table, propertyConvertibleList, filter).run(with: row)
    }

    private func updater(
        _ table: String, _ properties: [any PropertyConvertible], _ filter: RowFilter
    ) throws -> RowUpdater {
        RowUpdater(
            handle: try getHandle(writeHint: true), properties: properties, table: table,
            filter: filter)
    }
}

extension Database: UpdateInterface {}
extension Handle: UpdateInterface {}
