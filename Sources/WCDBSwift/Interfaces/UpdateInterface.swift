/// Updating rows.
///
/// ```swift
/// try database.update(
///     table: "notes", on: Note.Properties.text, with: note, where: Note.Properties.id == 7)
/// try database.update(table: "notes", on: Note.Properties.text, with: "empty")
/// ```
///
/// It is not an error if there is no row to update. An offset counts only with a limit.
public protocol UpdateInterface: AnyObject {
    /// Sets columns to the values of an object, in the rows that match the condition.
    func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to the values of an object, in the rows that match the condition.
    func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)?,
        orderBy orderList: [any OrderBy]?, limit: (any Limit)?,
        offset: (any Offset)?
    ) throws
}

extension UpdateInterface where Self: HandleRepresentable {
    /// Sets columns to the values of an object, in the rows that match the condition.
    ///
    /// ```swift
    /// var changed = note
    /// changed.text = "Buy bread"
    /// try database.update(
    ///     table: "notes", on: [Note.Properties.text, Note.Properties.stars], with: changed,
    ///     where: Note.Properties.id == 7)
    /// ```
    public func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: object, filter)
    }

    /// Sets columns to the values of an object, in the rows that match the condition.
    ///
    /// Only the listed columns are set. Without a condition they are set in every row.
    ///
    /// ```swift
    /// var best = note
    /// best.stars = 5
    /// try database.update(
    ///     table: "notes", on: Note.Properties.stars, with: best, where: Note.Properties.id == 7)
    /// ```
    public func update<Object: TableEncodable>(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with object: Object, where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: object, filter)
    }

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// let row: [(any ColumnEncodable)?] = [2, nil]
    /// try database.update(
    ///     table: "notes", on: Note.Properties.author, Note.Properties.text, with: row,
    ///     where: Note.Properties.id == 7)
    /// ```
    public func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: row, filter)
    }

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// try database.update(
    ///     table: "notes", on: Note.Properties.isDraft, with: false,
    ///     where: Note.Properties.isDraft, orderBy: [Note.Properties.created], limit: 1)
    /// ```
    public func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: row, filter)
    }

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// ```swift
    /// try database.update(
    ///     table: "notes", on: [Note.Properties.author, Note.Properties.stars], with: 2, 4,
    ///     where: Note.Properties.id == 7)
    /// ```
    public func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: (any ColumnEncodable)?..., where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: row, filter)
    }

    /// Sets columns to values, each to the one at its position, in the rows that match the
    /// condition.
    ///
    /// A column without a value in the row is set to NULL.
    ///
    /// ```swift
    /// let values: [(any ColumnEncodable)?] = [2, 4]
    /// try database.update(
    ///     table: "notes", on: [Note.Properties.author, Note.Properties.stars], with: values)
    /// ```
    public func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        let filter = RowFilter.of(
            condition: condition, order: orderList, limit: limit, offset: offset)
        try update(table, propertyConvertibleList, with: row, filter)
    }

    private func update<Object: TableEncodable>(
        _ table: String, _ properties: [any PropertyConvertible], with object: Object,
        _ filter: RowFilter
    ) throws {
        let loan = try borrowConnection(writeHint: true)
        defer { loan.end() }
        try RowUpdater.update(table, properties, with: object, filter, loan.connection)
    }

    private func update(
        _ table: String, _ properties: [any PropertyConvertible],
        with row: [(any ColumnEncodable)?], _ filter: RowFilter
    ) throws {
        let loan = try borrowConnection(writeHint: true)
        defer { loan.end() }
        try RowUpdater.update(table, properties, with: row, filter, loan.connection)
    }
}

extension Database: UpdateInterface {}
extension Handle: UpdateInterface {}
