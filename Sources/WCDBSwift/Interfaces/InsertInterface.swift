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
    /// Inserts the objects that do not conflict with a row.
    func insertOrIgnore<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
    /// Inserts the objects that do not conflict with a row.
    func insertOrIgnore<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]?,
        intoTable table: String) throws
}

extension InsertInterface where Self: HandleRepresentable {
    /// Inserts objects.
    ///
    /// An object whose `isAutoIncrement` is true gets its key from the database, and is told it in
    /// `lastInsertedRowID` if it is of a class.
    ///
    /// ```swift
    /// try database.insert(notes, intoTable: "notes")
    /// ```
    public func insert<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, nil)
    }

    /// Inserts objects.
    ///
    /// An object that conflicts with a row is an error of the code `Constraint`, and nothing is
    /// inserted.
    ///
    /// ```swift
    /// try database.insert(
    ///     Note(id: 1, text: "Buy milk"), Note(id: 2, text: "Buy bread"), intoTable: "notes")
    /// ```
    public func insert<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, nil)
    }

    /// Inserts objects; rows that they conflict with are removed.
    ///
    /// ```swift
    /// // As it came from the server: known notes are replaced, new ones added.
    /// try database.insertOrReplace(notes, intoTable: "notes")
    /// ```
    public func insertOrReplace<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Replace)
    }

    /// Inserts objects; rows that they conflict with are removed.
    ///
    /// Columns not listed in `on` get their default, even if a row was there.
    ///
    /// ```swift
    /// try database.insertOrReplace(
    ///     note, on: [Note.Properties.id, Note.Properties.text], intoTable: "notes")
    /// ```
    public func insertOrReplace<Object: TableEncodable>(
        _ objects: Object..., on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Replace)
    }

    /// Inserts the objects that do not conflict with a row.
    ///
    /// ```swift
    /// // Known notes stay as they are.
    /// try database.insertOrIgnore(notes, intoTable: "notes")
    /// ```
    public func insertOrIgnore<Object: TableEncodable>(
        _ objects: [Object], on propertyConvertibleList: [any PropertyConvertible]? = nil,
        intoTable table: String
    ) throws {
        try insert(objects, propertyConvertibleList, table, .Ignore)
    }

    /// Inserts the objects that do not conflict with a row.
    ///
    /// ```swift
    /// try database.insertOrIgnore(note, intoTable: "notes")
    /// ```
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
        let loan = try borrowConnection(writeHint: true)
        defer { loan.end() }
        try ObjectInserter<Object>(
            connection: loan.connection, properties: properties, table: table, action: action
        ).insert(objects)
    }
}

extension Database: InsertInterface {}
extension Handle: InsertInterface {}
