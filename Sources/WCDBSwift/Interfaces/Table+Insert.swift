/// Inserting objects into a table.
///
/// ```swift
/// func keep<Rows: InsertTableInterface>(_ object: Rows.Object, in rows: Rows) throws {
///     try rows.insertOrReplace([object], on: nil)
/// }
/// ```
public protocol InsertTableInterface: AnyObject {
    /// The type of the table's objects.
    associatedtype Object: TableEncodable

    /// Inserts objects.
    func insert(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts objects.
    func insert(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts objects; rows that they conflict with are removed.
    func insertOrReplace(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts objects; rows that they conflict with are removed.
    func insertOrReplace(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts the objects that do not conflict with a row.
    func insertOrIgnore(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts the objects that do not conflict with a row.
    func insertOrIgnore(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
}

extension Table: InsertTableInterface where Object: TableEncodable {
    /// Inserts objects.
    ///
    /// ```swift
    /// // All of them or none.
    /// try table.insert(notes)
    /// ```
    public func insert(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insert(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects.
    ///
    /// ```swift
    /// try table.insert(note, on: [Note.Properties.id, Note.Properties.text])
    /// ```
    public func insert(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insert(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects; rows that they conflict with are removed.
    ///
    /// ```swift
    /// try table.insertOrReplace(notes)
    /// ```
    public func insertOrReplace(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrReplace(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects; rows that they conflict with are removed.
    ///
    /// ```swift
    /// try table.insertOrReplace(note)
    /// ```
    public func insertOrReplace(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrReplace(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts the objects that do not conflict with a row.
    ///
    /// ```swift
    /// try table.insertOrIgnore(notes)
    /// ```
    public func insertOrIgnore(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrIgnore(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts the objects that do not conflict with a row.
    ///
    /// ```swift
    /// try table.insertOrIgnore(note)
    /// ```
    public func insertOrIgnore(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrIgnore(objects, on: propertyConvertibleList, intoTable: name)
    }
}
