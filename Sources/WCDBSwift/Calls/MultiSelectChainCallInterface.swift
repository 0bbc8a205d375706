/// Queries over several tables whose rows are read as one object for each of them.
///
/// ```swift
/// let select = try database.prepareMultiSelect(
///     on: Author.Properties.name.in(table: "authors"),
///     Book.Properties.title.in(table: "books"),
///     fromTables: ["authors", "books"]
/// ).where(
///     Author.Properties.id.in(table: "authors") == Book.Properties.author.in(table: "books"))
/// let rows = try select.allMultiObjects()
/// ```
public protocol MultiSelectChainCallInterface: AnyObject {
    /// Prepares a query for these properties, each with the name of its table.
    func prepareMultiSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTables tables: [String]
    ) throws -> MultiSelect
    /// Prepares a query for these properties, each with the name of its table.
    func prepareMultiSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTables tables: [String]
    ) throws -> MultiSelect
}

extension MultiSelectChainCallInterface where Self: HandleRepresentable {
    /// Prepares a query for these properties, each with the name of its table.
    ///
    /// ```swift
    /// let select = try database.prepareMultiSelect(
    ///     on: Author.Properties.name.in(table: "authors"),
    ///     Book.Properties.title.in(table: "books"),
    ///     fromTables: ["authors", "books"]
    /// ).where(
    ///     Author.Properties.id.in(table: "authors") == Book.Properties.author.in(table: "books"))
    /// ```
    public func prepareMultiSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTables tables: [String]
    ) throws -> MultiSelect {
        try prepareMultiSelect(on: propertyConvertibleList, fromTables: tables)
    }

    /// Prepares a query for these properties, each with the name of its table.
    ///
    /// An empty list is an error.
    ///
    /// ```swift
    /// let select = try database.prepareMultiSelect(
    ///     on: Author.Properties.all.map { $0.in(table: "authors") }
    ///         + Book.Properties.all.map { $0.in(table: "books") },
    ///     fromTables: ["authors", "books"])
    /// ```
    public func prepareMultiSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTables tables: [String]
    ) throws -> MultiSelect {
        let handle = try getHandle(writeHint: false)
        guard !propertyConvertibleList.isEmpty else {
            throw handle.database.core.misuse("Property list must not be empty.")
        }
        return MultiSelect(handle, on: propertyConvertibleList, tables: tables)
    }
}

extension Database: MultiSelectChainCallInterface {}
extension Handle: MultiSelectChainCallInterface {}
