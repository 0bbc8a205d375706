/// Insertions into a table that are prepared once and run for many objects.
///
/// ```swift
/// let insert = try table.prepareInsert(of: Note.self)
/// for page in [notes, items] { try insert.execute(with: page) }
/// ```
public protocol TableInsertChainCallInterface: AnyObject {
    /// Prepares an insertion.
    func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert
    /// Prepares an insertion; rows that objects conflict with are removed.
    func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert
    /// Prepares an insertion of the objects that do not conflict with a row.
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
    /// Prepares an insertion of the objects that do not conflict with a row.
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
    /// Prepares an insertion of the objects that do not conflict with a row.
    func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert
}

extension Table: TableInsertChainCallInterface {
    /// Prepares an insertion.
    ///
    /// ```swift
    /// let insert = try table.prepareInsert(of: Note.self)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsert<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsert(of: cls, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrReplace(of: Note.self)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrReplace<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsertOrReplace(of: cls, intoTable: name)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrIgnore(of: Note.self)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrIgnore<Root: TableEncodable>(
        of cls: Root.Type
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(of: cls, intoTable: name)
    }

    /// Prepares an insertion.
    ///
    /// ```swift
    /// let insert = try table.prepareInsert(on: Note.Properties.id, Note.Properties.text)
    /// insert.statement  // INSERT INTO notes(id, text) VALUES(?1, ?2)
    /// ```
    public func prepareInsert(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsert(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrReplace(on: Note.Properties.id, Note.Properties.text)
    /// insert.statement  // INSERT OR REPLACE INTO notes(id, text) VALUES(?1, ?2)
    /// ```
    public func prepareInsertOrReplace(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsertOrReplace(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrIgnore(on: Note.Properties.id, Note.Properties.text)
    /// insert.statement  // INSERT OR IGNORE INTO notes(id, text) VALUES(?1, ?2)
    /// ```
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion.
    ///
    /// ```swift
    /// let insert = try table.prepareInsert(on: Note.Properties.all)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsert(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsert(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion; rows that objects conflict with are removed.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrReplace(on: Note.Properties.all)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrReplace(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsertOrReplace(on: propertyConvertibleList, intoTable: name)
    }

    /// Prepares an insertion of the objects that do not conflict with a row.
    ///
    /// ```swift
    /// let insert = try table.prepareInsertOrIgnore(on: Note.Properties.all)
    /// try insert.execute(with: notes)
    /// ```
    public func prepareInsertOrIgnore(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Insert {
        try database.prepareInsertOrIgnore(on: propertyConvertibleList, intoTable: name)
    }
}
