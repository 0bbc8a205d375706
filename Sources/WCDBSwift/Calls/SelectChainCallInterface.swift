/// Queries for objects that are put together call by call.
///
/// ```swift
/// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
///     .where(Note.Properties.id > 7)
/// let notes: [Note] = try select.allObjects()
/// ```
public protocol SelectChainCallInterface: AnyObject {
    /// Prepares a query for objects with all properties.
    func prepareSelect<Root: TableDecodable>(
        of cls: Root.Type, fromTable table: String, isDistinct: Bool
    ) throws -> Select
    /// Prepares a query for objects with these properties.
    func prepareSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        isDistinct: Bool
    ) throws -> Select
    /// Prepares a query for objects with these properties.
    func prepareSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        isDistinct: Bool
    ) throws -> Select
}

extension SelectChainCallInterface where Self: HandleRepresentable {
    /// Prepares a query for objects with all properties.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(of: Note.self, fromTable: "notes")
    ///     .order(by: Note.Properties.stars.order(.descending)).limit(10)
    /// let best: [Note] = try select.allObjects()
    /// ```
    public func prepareSelect<Root: TableDecodable>(
        of cls: Root.Type, fromTable table: String, isDistinct: Bool = false
    ) throws -> Select {
        try prepareSelect(
            on: Root.CodingKeys.all, fromTable: table, isDistinct: isDistinct)
    }

    /// Prepares a query for objects with these properties.
    ///
    /// What is not listed must be optional in the object.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(
    ///     on: Note.Properties.id, Note.Properties.text, fromTable: "notes")
    /// let notes: [Note] = try select.allObjects()
    /// ```
    public func prepareSelect(
        on propertyConvertibleList: any PropertyConvertible..., fromTable table: String,
        isDistinct: Bool = false
    ) throws -> Select {
        try prepareSelect(
            on: propertyConvertibleList, fromTable: table, isDistinct: isDistinct)
    }

    /// Prepares a query for objects with these properties.
    ///
    /// An empty list is an error.
    ///
    /// ```swift
    /// let select = try database.prepareSelect(
    ///     on: Note.Properties.all, fromTable: "notes", isDistinct: true)
    /// ```
    public func prepareSelect(
        on propertyConvertibleList: [any PropertyConvertible], fromTable table: String,
        isDistinct: Bool = false
    ) throws -> Select {
        let handle = try getHandle(writeHint: false)
        guard !propertyConvertibleList.isEmpty else {
            throw handle.database.core.misuse("Property list must not be empty.")
        }
        return Select(
            handle, on: propertyConvertibleList, table: table, isDistinct: isDistinct)
    }
}

extension Database: SelectChainCallInterface {}
extension Handle: SelectChainCallInterface {}

/// Queries for objects of a table that are put together call by call.
///
/// ```swift
/// let select = try table.prepareSelect(of: Note.self).where(Note.Properties.isDraft)
/// let drafts: [Note] = try select.allObjects()
/// ```
public protocol TableSelectChainCallInterface: AnyObject {
    /// Prepares a query for objects with all properties.
    func prepareSelect<Root: TableDecodable>(
        of cls: Root.Type, isDistinct: Bool
    ) throws -> Select
    /// Prepares a query for objects with these properties.
    func prepareSelect(
        on propertyConvertibleList: any PropertyConvertible..., isDistinct: Bool
    ) throws -> Select
    /// Prepares a query for objects with these properties.
    func prepareSelect(
        on propertyConvertibleList: [any PropertyConvertible], isDistinct: Bool
    ) throws -> Select
}

extension Table: TableSelectChainCallInterface {
    /// Prepares a query for objects with all properties.
    ///
    /// ```swift
    /// let select = try table.prepareSelect(of: Note.self).order(by: Note.Properties.created)
    /// while let note: Note = try select.nextObject() { print(note.text ?? "") }
    /// ```
    public func prepareSelect<Root: TableDecodable>(
        of cls: Root.Type, isDistinct: Bool = false
    ) throws -> Select {
        try database.prepareSelect(of: cls, fromTable: name, isDistinct: isDistinct)
    }

    /// Prepares a query for objects with these properties.
    ///
    /// ```swift
    /// let select = try table.prepareSelect(on: Note.Properties.id, Note.Properties.text)
    /// let first: Note? = try select.nextObject()
    /// ```
    public func prepareSelect(
        on propertyConvertibleList: any PropertyConvertible..., isDistinct: Bool = false
    ) throws -> Select {
        try database.prepareSelect(
            on: propertyConvertibleList, fromTable: name, isDistinct: isDistinct)
    }

    /// Prepares a query for objects with these properties.
    ///
    /// ```swift
    /// let select = try table.prepareSelect(on: Note.Properties.all).limit(10)
    /// let notes: [Note] = try select.allObjects()
    /// ```
    public func prepareSelect(
        on propertyConvertibleList: [any PropertyConvertible], isDistinct: Bool = false
    ) throws -> Select {
        try database.prepareSelect(
            on: propertyConvertibleList, fromTable: name, isDistinct: isDistinct)
    }
}
