/// Inserting objects.
///
/// ```swift
/// try database.insert(note, intoTable: "notes")
/// try database.insertOrReplace(notes, intoTable: "notes")
/// try database.insertOrIgnore(note, on: [Note.Properties.id], intoTable: "notes")
/// ```
///
/// Several objects are inserted in one transaction: all of them or none. Columns that are not
/// listed get their default.
public protocol InsertInterface: AnyObject {
    /// Inserts objects.
    func insert<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts objects.
    func insert<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts objects; rows that they conflict with are removed.
    func insertOrReplace<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts objects; rows that they conflict with are removed.
    func insertOrReplace<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts those objects that conflict with no row.
    func insertOrIgnore<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts those objects that conflict with no row.
    func insertOrIgnore<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
}

extension InsertInterface where Self: HandleRepresentable {
    /// Inserts objects.
    ///
    /// An object whose `isAutoIncrement` is true gets its key from the database, and is told it in
    /// `lastInsertedRowID` if it is of a class.
    public func insert<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, nil)
    }

    /// Inserts objects.
    public func insert<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, nil)
    }

    /// Inserts objects; rows that they conflict with are removed.
    public func insertOrReplace<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Replace)
    }

    /// Inserts objects; rows that they conflict with are removed.
    public func insertOrReplace<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Replace)
    }

    /// Inserts those objects that conflict with no row.
    public func insertOrIgnore<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Ignore)
    }

    /// Inserts those objects that conflict with no row.
    public func insertOrIgnore<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Ignore)
    }

    private func insert<Object: TableEncodable>(
        _ objects: [Object], _ properties: [any PropertyConvertible]?, _ table: String,
        _ action: ConflictAction?
    ) throws {
        guard !objects.isEmpty else { return }
        try withHandle(writeHint: true) { handle in
            try ObjectInserter<Object>(
                connection: handle.connection, properties: properties, table: table,
                action: action
            ).insert(objects)
        }
    }
}

extension Database: InsertInterface {}
extension Handle: InsertInterface {}
