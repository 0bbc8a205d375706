/// Anything that has a table. Conforming types may be passed between threads.
///
/// ```swift
/// let models: [any TableCodableBase.Type] = [Note.self, Author.self]
/// ```
public protocol TableCodableBase: SendableMetatype {}

/// Anything that can be written into a table.
///
/// ```swift
/// let objects: [any TableEncodableBase] = [note, Author(id: 1, name: "Ada")]
/// ```
public protocol TableEncodableBase: Encodable, TableCodableBase {}

/// Anything that can be written into a table, with the keys of its columns.
///
/// ```swift
/// /// What is only ever written.
/// struct Visit: TableEncodable {
///     var page = ""
///     enum CodingKeys: String, CodingTableKey {
///         typealias Root = Visit
///         static let objectRelationalMapping = TableBinding(CodingKeys.self)
///         case page
///     }
/// }
/// ```
public protocol TableEncodable: TableEncodableBase {
    /// The keys of the columns.
    ///
    /// ```swift
    /// func columns<Model: TableEncodable>(of model: Model.Type) -> [String] {
    ///     Model.CodingKeys.all.map(\.name)
    /// }
    /// columns(of: Author.self)  // ["id", "name"]
    /// ```
    associatedtype CodingKeys: CodingTableKey
    /// The keys, as queries call them.
    ///
    /// ```swift
    /// Note.Properties.id > 7  // id > 7
    /// ```
    typealias Properties = CodingKeys

    /// Whether the database gives out the primary key on the next insert.
    var isAutoIncrement: Bool { get }
    /// The key that was given out last.
    var lastInsertedRowID: Int64 { get set }
}

extension TableEncodable {
    /// False, unless the type says otherwise.
    ///
    /// The key is one with `isAutoIncrement` in the binding.
    ///
    /// ```swift
    /// /// A line of a diary, numbered by the database.
    /// final class Entry: TableCodable {
    ///     var id: Int?
    ///     var isAutoIncrement = true
    ///     var lastInsertedRowID: Int64 = 0
    ///     enum CodingKeys: String, CodingTableKey {
    ///         typealias Root = Entry
    ///         static let objectRelationalMapping = TableBinding(CodingKeys.self) {
    ///             BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
    ///         }
    ///         case id
    ///     }
    /// }
    /// let entries = [Entry(), Entry()]
    /// try database.create(table: "entries", of: Entry.self)
    /// try database.insert(entries, intoTable: "entries")
    /// entries.map(\.lastInsertedRowID)  // [1, 2]
    /// ```
    public var isAutoIncrement: Bool { false }

    /// Not remembered, unless the type says otherwise.
    ///
    /// Only an object of a class can be told: the database has a copy of any other.
    ///
    /// ```swift
    /// note.lastInsertedRowID == .min  // true
    /// ```
    public var lastInsertedRowID: Int64 {
        get { .min }
        set {}
    }
}

/// Anything that can be read from a table.
///
/// ```swift
/// let models: [any TableDecodableBase.Type] = [Note.self, Book.self]
/// ```
public protocol TableDecodableBase: Decodable, TableCodableBase {}

/// Anything that can be read from a table, with the keys of its columns.
///
/// ```swift
/// func first<Model: TableDecodable>(_ model: Model.Type, in table: String) throws -> Model? {
///     try database.getObject(fromTable: table)
/// }
/// try first(Author.self, in: "authors")?.name  // Ada
/// ```
public protocol TableDecodable: TableDecodableBase {
    /// The keys of the columns.
    ///
    /// ```swift
    /// func columns<Model: TableDecodable>(of model: Model.Type) -> [String] {
    ///     Model.CodingKeys.all.map(\.name)
    /// }
    /// columns(of: Book.self)  // ["id", "title", "author"]
    /// ```
    associatedtype CodingKeys: CodingTableKey
    /// The keys, as queries call them.
    ///
    /// ```swift
    /// let milk: [Note] = try database.getObjects(
    ///     fromTable: "notes", where: Note.Properties.title.like("%milk%"))
    /// milk.map(\.id)  // [7]
    /// ```
    typealias Properties = CodingKeys

    /// Reads an object from a row; through `Decodable`, unless the type does it itself.
    init(row: StoredRow<CodingKeys>) throws
}

/// What has a table: it can be written into one and read from there.
///
/// ```swift
/// final class Note: TableCodable {
///     var id = 0
///     var text: String?
///     enum CodingKeys: String, CodingTableKey {
///         typealias Root = Note
///         static let objectRelationalMapping = TableBinding(CodingKeys.self) {
///             BindColumnConstraint(id, isPrimary: true)
///         }
///         case id, text
///     }
/// }
/// ```
///
/// Structures, classes that are not final and enumerations will do as well.
public typealias TableCodable = TableEncodable & TableDecodable
