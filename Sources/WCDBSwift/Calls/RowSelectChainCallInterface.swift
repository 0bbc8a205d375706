/// Queries for values that are put together call by call.
///
/// ```swift
/// let select = try database.prepareRowSelect(
///     on: Note.Properties.author, fromTable: "notes", isDistinct: true)
/// let authors = try select.allValues()
/// ```
public protocol RowSelectChainCallInterface: AnyObject {
    /// Prepares a query for rows of several tables.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTables tables: [String], isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows of several tables.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTables tables: [String], isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTable table: String, isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTable table: String, isDistinct: Bool
    ) throws -> RowSelect
}

extension RowSelectChainCallInterface where Self: HandleRepresentable {
    /// Prepares a query for rows of several tables.
    ///
    /// ```swift
    /// let (author, book) = (Author.Properties.self, Book.Properties.self)
    /// let rows = try database.prepareRowSelect(
    ///     on: author.name.in(table: "authors"), book.title.in(table: "books"),
    ///     fromTables: ["authors", "books"]
    /// ).where(author.id.in(table: "authors") == book.author.in(table: "books")).allRows()
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTables tables: [String], isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, tables, isDistinct)
    }

    /// Prepares a query for rows of several tables.
    ///
    /// An empty list stands for all columns of all tables.
    ///
    /// ```swift
    /// let pairs = try database.prepareRowSelect(
    ///     on: [Column.all()], fromTables: ["authors", "books"], isDistinct: true)
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTables tables: [String], isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, tables, isDistinct)
    }

    /// Prepares a query for rows. Without columns all of them are read.
    ///
    /// ```swift
    /// let counts = try database.prepareRowSelect(
    ///     on: Note.Properties.author, Note.Properties.any.count(), fromTable: "notes"
    /// ).group(by: Note.Properties.author).having(Note.Properties.any.count() > 10).allRows()
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible...,
        fromTable table: String, isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, [table], isDistinct)
    }

    /// Prepares a query for rows.
    ///
    /// ```swift
    /// let columns: [any ResultColumnConvertible] = [Note.Properties.author]
    /// let authors = try database.prepareRowSelect(
    ///     on: columns, fromTable: "notes", isDistinct: true
    /// ).allValues()
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible],
        fromTable table: String, isDistinct: Bool = false
    ) throws -> RowSelect {
        try select(resultColumnConvertibleList, [table], isDistinct)
    }

    private func select(
        _ results: [any ResultColumnConvertible], _ tables: [String], _ isDistinct: Bool
    ) throws -> RowSelect {
        RowSelect(
            try getHandle(writeHint: false), on: results.isEmpty ? [Column.all()] : results,
            tables: tables, isDistinct: isDistinct)
    }
}

extension Database: RowSelectChainCallInterface {}
extension Handle: RowSelectChainCallInterface {}

/// Queries for values of a table that are put together call by call.
///
/// ```swift
/// let total = try table.prepareRowSelect(on: Note.Properties.stars.sum())
///     .where(Note.Properties.isDraft).nextValue()
/// ```
public protocol TableRowSelectChainCallInterface: AnyObject {
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible..., isDistinct: Bool
    ) throws -> RowSelect
    /// Prepares a query for rows.
    func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible], isDistinct: Bool
    ) throws -> RowSelect
}

extension Table: TableRowSelectChainCallInterface {
    /// Prepares a query for rows. Without columns all of them are read.
    ///
    /// ```swift
    /// let select = try table.prepareRowSelect(on: Note.Properties.author, isDistinct: true)
    /// let authors = try select.allValues().map(\.intValue)
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: any ResultColumnConvertible..., isDistinct: Bool = false
    ) throws -> RowSelect {
        try database.prepareRowSelect(
            on: resultColumnConvertibleList, fromTable: name, isDistinct: isDistinct)
    }

    /// Prepares a query for rows.
    ///
    /// ```swift
    /// let select = try table.prepareRowSelect(on: [Note.Properties.id, Note.Properties.text])
    /// while let row = try select.nextRow() { print(row[0].intValue, row[1].stringValue) }
    /// ```
    public func prepareRowSelect(
        on resultColumnConvertibleList: [any ResultColumnConvertible], isDistinct: Bool = false
    ) throws -> RowSelect {
        try database.prepareRowSelect(
            on: resultColumnConvertibleList, fromTable: name, isDistinct: isDistinct)
    }
}
