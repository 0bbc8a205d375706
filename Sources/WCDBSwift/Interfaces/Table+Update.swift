/// Updating rows of a table.
///
/// ```swift
/// func publish<Notes: UpdateTableInterface>(in notes: Notes) throws {
///     try notes.update(
///         on: Note.Properties.isDraft, with: false, where: nil, orderBy: nil, limit: nil,
///         offset: nil)
/// }
/// ```
public protocol UpdateTableInterface: AnyObject {
    /// The type of the table's objects.
    associatedtype Object: TableEncodable

    /// Sets columns to the values of an object, in the rows that match the condition.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to the values of an object, in the rows that match the condition.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
}

extension Table: UpdateTableInterface where Object: TableEncodable {
    /// Sets columns to the values of an object, in the rows that match the condition.
    ///
    /// ```swift
    /// try table.update(
    ///     on: [Note.Properties.text, Note.Properties.stars], with: note,
    ///     where: Note.Properties.id == 7)
    /// ```
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

    /// Sets columns to the values of an object, in the rows that match the condition.
    ///
    /// ```swift
    /// try table.update(on: Note.Properties.text, with: note, where: Note.Properties.id == 7)
    /// ```
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

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// let row: [(any ColumnEncodable)?] = [2, nil]
    /// try table.update(
    ///     on: Note.Properties.author, Note.Properties.text, with: row,
    ///     where: Note.Properties.id == 7)
    /// ```
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

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// try table.update(on: Note.Properties.isDraft, with: false)
    /// ```
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

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// try table.update(
    ///     on: [Note.Properties.author, Note.Properties.stars], with: 2, 4,
    ///     where: Note.Properties.id == 7)
    /// ```
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

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// let values: [(any ColumnEncodable)?] = [2, 4]
    /// try table.update(on: [Note.Properties.author, Note.Properties.stars], with: values)
    /// ```
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
