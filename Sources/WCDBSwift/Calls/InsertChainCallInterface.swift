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
    /// Prepares an insertion of the objects that do not conflict with a row.
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
    /// Prepares an insertion of the objects that do not conflict with a row.
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
    /// Prepares an insertion of the objects that do not conflict with a row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert
}

extension InsertChainCallInterface where Self: HandleRepresentable {
    /// Prepares an insertion.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(of: Note.self, intoTable: "notes")
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrReplace(of: Note.self, intoTable: "notes")
    /// insert.statement.description.hasPrefix("INSERT OR REPLACE")  // true
    /// ```
    public func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, .Replace)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrIgnore(of: Note.self, intoTable: "notes")
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type, intoTable table: String
    ) throws -> Insert {
        try insertion(Root.CodingKeys.all, table, .Ignore)
    }

    /// Prepares an insertion.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(
    ///     on: Note.Properties.id, Note.Properties.text, intoTable: "notes")
    /// insert.statement  // INSERT INTO notes(id, text) VALUES(?1, ?2)
    /// ```
    public func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrReplace(
    ///     on: Note.Properties.id, Note.Properties.text, intoTable: "notes")
    /// try insert.execute(with: note)
    /// ```
    public func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Replace)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrIgnore(
    ///     on: Note.Properties.id, Note.Properties.text, intoTable: "notes")
    /// insert.statement  // INSERT OR IGNORE INTO notes(id, text) VALUES(?1, ?2)
    /// ```
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible..., intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Ignore)
    }

    /// Prepares an insertion.
    ///
    /// Without properties all of those of the objects are written.
    ///
    /// ```swift
    /// let insert = try database.prepareInsert(on: nil, intoTable: "notes")
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]?, intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, nil)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrReplace(
    ///     on: Note.Properties.all, intoTable: "notes")
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible], intoTable table: String
    ) throws -> Insert {
        try insertion(propertyConvertibleList, table, .Replace)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try database.prepareInsertOrIgnore(
    ///     on: [Note.Properties.id, Note.Properties.text], intoTable: "notes")
    /// try insert.execute(with: notes)
    /// ```
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
