/// Reading objects of a table.
///
/// ```swift
/// func first<Notes: SelectTableInterface>(of notes: Notes) throws -> Notes.Object? {
///     try notes.getObject(where: nil, orderBy: [Note.Properties.id], offset: nil)
/// }
/// ```
public protocol SelectTableInterface: AnyObject {
    /// The type of the table's objects.
    associatedtype Object: TableDecodable

    /// The objects of the rows that match the condition, in the given order.
    func getObjects(
        on propertyConvertibleList: [any PropertyConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The objects of the rows that match the condition, in the given order.
    func getObjects(
        on propertyConvertibleList: any PropertyConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        limit: (any Limit)?, offset: (any Offset)?
    ) throws -> [Object]
    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    func getObject(
        on propertyConvertibleList: [any PropertyConvertible],
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    func getObject(
        on propertyConvertibleList: any PropertyConvertible...,
        where condition: (any Condition)?, orderBy orderList: [any OrderBy]?,
        offset: (any Offset)?
    ) throws -> Object?
}

extension Table: SelectTableInterface where Object: TableDecodable {
    /// The objects of the rows that match the condition, in the given order. An empty list of
    /// properties stands for all of them.
    ///
    /// ```swift
    /// let notes = try table.getObjects(
    ///     on: [Note.Properties.id, Note.Properties.text], where: Note.Properties.isDraft)
    /// ```
    public func getObjects(
        on propertyConvertibleList: [any PropertyConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        try database.getObjects(
            on: all(propertyConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The objects of the rows that match the condition, in the given order. Without properties
    /// all of them are read.
    ///
    /// ```swift
    /// let notes = try table.getObjects(
    ///     where: Note.Properties.stars > 3, orderBy: [Note.Properties.created.order(.descending)],
    ///     limit: 20)
    /// ```
    public func getObjects(
        on propertyConvertibleList: any PropertyConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        limit: (any Limit)? = nil, offset: (any Offset)? = nil
    ) throws -> [Object] {
        try database.getObjects(
            on: all(propertyConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, limit: limit, offset: offset)
    }

    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    ///
    /// ```swift
    /// let note = try table.getObject(on: Note.Properties.all, where: Note.Properties.id == 7)
    /// ```
    public func getObject(
        on propertyConvertibleList: [any PropertyConvertible],
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        try database.getObject(
            on: all(propertyConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    /// The object of the first row that matches the condition, in the given order; nil if no row
    /// does.
    ///
    /// ```swift
    /// if let note = try table.getObject(where: Note.Properties.id == 7) {
    ///     print(note.text ?? "")
    /// }
    /// ```
    public func getObject(
        on propertyConvertibleList: any PropertyConvertible...,
        where condition: (any Condition)? = nil, orderBy orderList: [any OrderBy]? = nil,
        offset: (any Offset)? = nil
    ) throws -> Object? {
        try database.getObject(
            on: all(propertyConvertibleList), fromTable: name, where: condition,
            orderBy: orderList, offset: offset)
    }

    private func all(_ properties: [any PropertyConvertible]) -> [any PropertyConvertible] {
        properties.isEmpty ? Object.CodingKeys.all : properties
    }
}
