/// A table of a database and the type of its objects, which its calls need not name.
///
/// It does not touch the database, and the table need not exist yet.
///
/// ```swift
/// let notes = database.getTable(named: "notes", of: Note.self)
/// try notes.insert(note)
/// let drafts = try notes.getObjects(where: Note.Properties.isDraft)
/// ```
///
/// Any thread may use it. Each call takes the connection of its thread.
public final class Table<Object: Any>: Sendable {
    /// The type of the table's objects.
    ///
    /// ```swift
    /// let notes = database.getTable(named: "notes", of: Note.self)
    /// let type: Note.Type = Table<Note>.Object.self
    /// ```
    public typealias Object = Object

    /// The name of the table.
    ///
    /// ```swift
    /// database.getTable(named: "notes", of: Note.self).name  // notes
    /// ```
    public let name: String
    /// The database that has the table.
    let database: Database

    /// The type of the objects.
    ///
    /// ```swift
    /// let notes = database.getTable(named: "notes", of: Note.self)
    /// let properties = notes.rootType.CodingKeys.all
    /// ```
    public var rootType: Object.Type { Object.self }

    init(named name: String, database: Database) {
        self.name = name
        self.database = database
    }
}
