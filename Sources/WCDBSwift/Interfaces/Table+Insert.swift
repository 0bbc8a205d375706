/// Inserting objects into a table.
public protocol InsertTableInterface: AnyObject {
    /// What the table is of.
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
    /// Inserts those objects that conflict with no row.
    func insertOrIgnore(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
    /// Inserts those objects that conflict with no row.
    func insertOrIgnore(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?
    ) throws
}

extension Table: InsertTableInterface where Object: TableEncodable {
    /// Inserts objects.
    public func insert(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insert(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects.
    public func insert(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insert(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects; rows that they conflict with are removed.
    public func insertOrReplace(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrReplace(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts objects; rows that they conflict with are removed.
    public func insertOrReplace(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrReplace(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts those objects that conflict with no row.
    public func insertOrIgnore(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrIgnore(objects, on: propertyConvertibleList, intoTable: name)
    }

    /// Inserts those objects that conflict with no row.
    public func insertOrIgnore(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try database.insertOrIgnore(objects, on: propertyConvertibleList, intoTable: name)
    }
}
