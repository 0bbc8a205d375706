/// Insertions into a table that are prepared once and run for many objects.
public protocol TableInsertChainCallInterface: AnyObject {
    /// Prepares an insertion.
    func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert
    /// Prepares an insertion.
    func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert
    /// Prepares an insertion.
    func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert
}

extension Table: TableInsertChainCallInterface {
    /// Prepares an insertion.
    public func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsert(of: cls, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsertOrReplace(of: cls, intoTable: name)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(of: cls, intoTable: name)
    }

    /// Prepares an insertion.
    public func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsert(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsertOrReplace(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion.
    public func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsert(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsertOrReplace(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(on: propertyConvertibleList, intoTable: name)
    }
}
