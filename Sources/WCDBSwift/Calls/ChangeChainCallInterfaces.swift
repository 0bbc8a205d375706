/// Updates that are put together call by call.
///
/// ```swift
/// let update = try database.prepareUpdate(table: "notes", on: Note.Properties.isDraft)
///     .where(Note.Properties.id == 7)
/// try update.execute(with: [false])
/// ```
public protocol UpdateChainCallInterface: AnyObject {
    /// Prepares an update of these columns.
    func prepareUpdate(
        table: String, on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update
    /// Prepares an update of these columns.
    func prepareUpdate(
        table: String, on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update
}

extension UpdateChainCallInterface where Self: HandleRepresentable {
    /// Prepares an update of these columns.
    ///
    /// ```swift
    /// let update = try database.prepareUpdate(
    ///     table: "notes", on: Note.Properties.text, Note.Properties.stars
    /// ).where(Note.Properties.id == 7)
    /// try update.execute(with: note)
    /// ```
    public func prepareUpdate(
        table: String, on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update {
        try prepareUpdate(table: table, on: propertyConvertibleList)
    }

    /// Prepares an update of these columns.
    ///
    /// ```swift
    /// // Every column.
    /// let update = try database.prepareUpdate(table: "notes", on: Note.Properties.all)
    /// try update.where(Note.Properties.id == 7).execute(with: note)
    /// ```
    public func prepareUpdate(
        table: String, on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update {
        Update(try getHandle(writeHint: true), on: propertyConvertibleList, table: table)
    }
}

/// Deletions that are put together call by call.
///
/// ```swift
/// let deletion = try database.prepareDelete(fromTable: "notes")
///     .order(by: Note.Properties.created).limit(100)
/// try deletion.execute()
/// ```
public protocol DeleteChainCallInterface: AnyObject {
    /// Prepares a deletion.
    func prepareDelete(fromTable table: String) throws -> Delete
}

extension DeleteChainCallInterface where Self: HandleRepresentable {
    /// Prepares a deletion.
    ///
    /// ```swift
    /// let deletion = try database.prepareDelete(fromTable: "notes").where(Note.Properties.isDraft)
    /// try deletion.execute()
    /// print("\(deletion.changes ?? 0) drafts are gone")
    /// ```
    public func prepareDelete(fromTable table: String) throws -> Delete {
        Delete(try getHandle(writeHint: true), table: table)
    }
}

extension Database: UpdateChainCallInterface, DeleteChainCallInterface {}
extension Handle: UpdateChainCallInterface, DeleteChainCallInterface {}

/// Updates of a table that are put together call by call.
///
/// ```swift
/// let update = try table.prepareUpdate(on: Note.Properties.isDraft)
/// try update.where(Note.Properties.id == 7).execute(with: [false])
/// ```
public protocol TableUpdateChainCallInterface: AnyObject {
    /// Prepares an update of these columns.
    func prepareUpdate(on propertyConvertibleList: any PropertyConvertible...) throws -> Update
    /// Prepares an update of these columns.
    func prepareUpdate(on propertyConvertibleList: [any PropertyConvertible]) throws -> Update
}

extension Table: TableUpdateChainCallInterface {
    /// Prepares an update of these columns.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: Note.Properties.text, Note.Properties.stars)
    ///     .where(Note.Properties.id == 7)
    /// try update.execute(with: note)
    /// ```
    public func prepareUpdate(
        on propertyConvertibleList: any PropertyConvertible...
    ) throws -> Update {
        try database.prepareUpdate(table: name, on: propertyConvertibleList)
    }

    /// Prepares an update of these columns.
    ///
    /// ```swift
    /// let update = try table.prepareUpdate(on: [Note.Properties.text])
    ///     .where(Note.Properties.text.isNull())
    /// try update.execute(with: ["(empty)"])
    /// ```
    public func prepareUpdate(
        on propertyConvertibleList: [any PropertyConvertible]
    ) throws -> Update {
        try database.prepareUpdate(table: name, on: propertyConvertibleList)
    }
}

/// Deletions from a table that are put together call by call.
///
/// ```swift
/// let deletion = try table.prepareDelete().where(Note.Properties.isDraft)
/// try deletion.execute()
/// ```
public protocol TableDeleteChainCallInterface: AnyObject {
    /// Prepares a deletion.
    func prepareDelete() throws -> Delete
}

extension Table: TableDeleteChainCallInterface {
    /// Prepares a deletion.
    ///
    /// ```swift
    /// let deletion = try table.prepareDelete().order(by: Note.Properties.created).limit(100)
    /// try deletion.execute()
    /// print(deletion.changes ?? 0)
    /// ```
    public func prepareDelete() throws -> Delete { try database.prepareDelete(fromTable: name) }
}
