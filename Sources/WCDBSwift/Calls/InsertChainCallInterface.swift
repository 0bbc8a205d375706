/// Insertions that are prepared once and run for many objects.
///
/// ```swift
/// let insert = try database.prepareInsert(of: Note.self, intoTable: "notes")
/// try insert.execute(with: notes)
/// ```
public protocol InsertChainCallInterface: AnyObject {
    /// Prepares an insertion.
    func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion.
    func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion.
    func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]?, intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert
    /// Prepares an insertion of objects that conflict with no row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert
}

extension InsertChainCallInterface where Self: HandleRepresentable {
    /// Prepares an insertion.
    public func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, .Replace)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, .Ignore)
    }

    /// Prepares an insertion.
    public func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Replace)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Ignore)
    }

    /// Prepares an insertion.
    public func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]?, intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    public func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Replace)
    }

    /// Prepares an insertion of objects that conflict with no row.
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Ignore)
    }

    private func insertion(
        _ properties: [any PropertyConvertible]?, _ table: String, _ action: ConflictAction?
    ) throws -> Insert {
        Insert(try getHandle(writeHint: true), on: properties, table: table, action: action)
    }
}

extension Database: InsertChainCallInterface {}
extension Handle: InsertChainCallInterface {}
