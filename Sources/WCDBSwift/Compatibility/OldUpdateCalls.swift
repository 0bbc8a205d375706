// Updates with rows as the 1.x tutorials declare them: of what has a column type, be it encodable
// or not. Each is disfavoured, so that a list of values is never ambiguous.

extension UpdateInterface where Self: HandleRepresentable {
    /// The same as `update(table:on:with:where:orderBy:limit:offset:)`.
    ///
    /// ```swift
    /// let row: [any ColumnCodableBase] = ["Buy bread", 5.0]
    /// try database.update(
    ///     table: "notes", on: [Note.Properties.text, Note.Properties.stars], with: row,
    ///     where: Note.Properties.id == 7)
    /// ```
    @_disfavoredOverload
    public func update(
        table: String, on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnCodableBase)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try update(
            table: table, on: propertyConvertibleList, with: encodable(row), where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The same as `update(table:on:with:where:orderBy:limit:offset:)`.
    ///
    /// ```swift
    /// let row: [any ColumnCodableBase] = ["Buy bread"]
    /// try database.update(
    ///     table: "notes", on: Note.Properties.text, with: row, where: Note.Properties.id == 7)
    /// ```
    @_disfavoredOverload
    public func update(
        table: String, on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnCodableBase)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try update(
            table: table, on: propertyConvertibleList, with: encodable(row), where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }
}

extension Table where Object: TableEncodable {
    /// The same as `update(on:with:where:orderBy:limit:offset:)`.
    ///
    /// ```swift
    /// let row: [any ColumnCodableBase] = ["Buy bread", 5.0]
    /// try table.update(
    ///     on: [Note.Properties.text, Note.Properties.stars], with: row,
    ///     where: Note.Properties.id == 7)
    /// ```
    @_disfavoredOverload
    public func update(
        on propertyConvertibleList: [any PropertyConvertible],
        with row: [(any ColumnCodableBase)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try update(
            on: propertyConvertibleList, with: encodable(row), where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The same as `update(on:with:where:orderBy:limit:offset:)`.
    ///
    /// ```swift
    /// let row: [any ColumnCodableBase] = ["Buy bread"]
    /// try table.update(on: Note.Properties.text, with: row, where: Note.Properties.id == 7)
    /// ```
    @_disfavoredOverload
    public func update(
        on propertyConvertibleList: any PropertyConvertible...,
        with row: [(any ColumnCodableBase)?], where condition: (any Condition)? = nil,
        orderBy orderList: [any OrderBy]? = nil, limit: (any Limit)? = nil,
        offset: (any Offset)? = nil
    ) throws {
        try update(
            on: propertyConvertibleList, with: encodable(row), where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }
}

extension Update {
    /// The same as `execute(with:)`.
    ///
    /// ```swift
    /// let row: [any ColumnCodableBase] = ["Buy bread"]
    /// try table.prepareUpdate(on: Note.Properties.text).where(Note.Properties.id == 7)
    ///     .execute(with: row)
    /// ```
    @_disfavoredOverload
    public func execute(with row: [(any ColumnCodableBase)?]) throws {
        try execute(with: encodable(row))
    }
}

/// The values of a row that can be stored, which all of them should.
private func encodable(
    _ row: [(any ColumnCodableBase)?]
) throws(WCDBError) -> [(any ColumnEncodable)?] {
    var values: [(any ColumnEncodable)?] = []
    for value in row {
        guard let value else {
            values.append(nil)
            continue
        }
        guard let stored = value as? any ColumnEncodable else {
            throw WCDBError(
                .Misuse, "\(type(of: value)) cannot be stored: it is not ColumnEncodable")
        }
        values.append(stored)
    }
    return values
}
