// Insertions with the label that the 1.x API has.

extension InsertInterface where Self: HandleRepresentable {
    /// `insert(_:on:intoTable:)`
    public func insert<Object: TableEncodable>(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// `insert(_:on:intoTable:)`
    public func insert<Object: TableEncodable>(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// `insertOrReplace(_:on:intoTable:)`
    public func insertOrReplace<Object: TableEncodable>(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList, intoTable: table)
    }

    /// `insertOrReplace(_:on:intoTable:)`
    public func insertOrReplace<Object: TableEncodable>(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList, intoTable: table)
    }
}

extension Table where Object: TableEncodable {
    /// `insert(_:on:)`
    public func insert(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insert(objects, on: propertyConvertibleList)
    }

    /// `insert(_:on:)`
    public func insert(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insert(objects, on: propertyConvertibleList)
    }

    /// `insertOrReplace(_:on:)`
    public func insertOrReplace(
        objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList)
    }

    /// `insertOrReplace(_:on:)`
    public func insertOrReplace(
        objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil
    ) throws {
        try insertOrReplace(objects, on: propertyConvertibleList)
    }
}
