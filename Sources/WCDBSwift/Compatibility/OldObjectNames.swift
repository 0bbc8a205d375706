// The names that values and calls of the ORM had in the 1.x API.

/// The same as ``ColumnEncodable``.
///
/// ```swift
/// let row: [(any ColumnEncodableBase)?] = ["Rye", 5]
/// ```
public typealias ColumnEncodableBase = ColumnEncodable
/// The same as ``ColumnDecodable``.
///
/// ```swift
/// let types: [any ColumnDecodableBase.Type] = [String.self, Int.self]
/// ```
public typealias ColumnDecodableBase = ColumnDecodable
/// The same as ``MultiRowsValue``.
///
/// ```swift
/// let rows: FundamentalRowXColumn = try database.getRows(fromTable: "notes")
/// rows.count  // 3
/// ```
public typealias FundamentalRowXColumn = MultiRowsValue
/// The same as ``OneRowValue``.
///
/// ```swift
/// let row: FundamentalRow = try database.getRow(on: Note.Properties.title, fromTable: "notes")
/// row[0].stringValue  // Milk
/// ```
public typealias FundamentalRow = OneRowValue
/// The same as ``OneColumnValue``.
///
/// ```swift
/// let ids: FundamentalColumn = try database.getColumn(on: Note.Properties.id, fromTable: "notes")
/// ids.count  // 3
/// ```
public typealias FundamentalColumn = OneColumnValue

extension MultiSelectChainCallInterface where Self: HandleRepresentable {
    /// The same as `prepareMultiSelect(on:fromTables:)` and `where(_:)`.
    ///
    /// ```swift
    /// let (author, book) = (Author.Properties.self, Book.Properties.self)
    /// let select = try database.prepareMultiSelect(
    ///     on: author.name.in(table: "authors"), book.title.in(table: "books"),
    ///     fromTables: ["authors", "books"],
    ///     where: author.id.in(table: "authors") == book.author.in(table: "books"))
    /// ```
    public func prepareMultiSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTables tables: [String],
        where condition: (any Condition)?
    ) throws -> MultiSelect {
        let select = try prepareMultiSelect(on: propertyConvertibleList, fromTables: tables)
        return condition.map { select.where($0) } ?? select
    }
}

extension Table {
    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// table.tag  // 7
    /// ```
    public var tag: Tag? { database.tag }
    /// The path of the database.
    ///
    /// ```swift
    /// table.path == database.path  // true
    /// ```
    public var path: String { database.path }
}

extension Insert {
    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let insert = try table.prepareInsert(of: Note.self)
    /// insert.tag  // 7
    /// ```
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    ///
    /// ```swift
    /// let insert = try table.prepareInsert(of: Note.self)
    /// insert.path == database.path  // true
    /// ```
    public var path: String { handle.database.path }
}

extension Update {
    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let update = try table.prepareUpdate(on: Note.Properties.text)
    /// update.tag  // 7
    /// ```
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.text)
    /// update.path == database.path  // true
    /// ```
    public var path: String { handle.database.path }
}

extension Delete {
    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let deletion = try table.prepareDelete()
    /// deletion.tag  // 7
    /// ```
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    ///
    /// ```swift
    /// let deletion = try table.prepareDelete()
    /// deletion.path == database.path  // true
    /// ```
    public var path: String { handle.database.path }
}

extension Selectable {
    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let select = try table.prepareSelect(of: Note.self)
    /// select.tag  // 7
    /// ```
    public final var tag: Tag? { handle.database.tag }
    /// The path of the database.
    ///
    /// ```swift
    /// let select = try table.prepareSelect(of: Note.self)
    /// select.path == database.path  // true
    /// ```
    public final var path: String { handle.database.path }
}
