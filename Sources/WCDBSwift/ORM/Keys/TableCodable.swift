/// What has a table. Its types may be passed between threads.
public protocol TableCodableBase: SendableMetatype {}

/// What can be written into a table.
public protocol TableEncodableBase: Encodable, TableCodableBase {}

/// What can be written into a table, with the keys of its columns.
public protocol TableEncodable: TableEncodableBase {
    /// The keys of the columns.
    associatedtype CodingKeys: CodingTableKey
    /// The keys, as queries call them.
    typealias Properties = CodingKeys

    /// Whether the database gives out the primary key on the next insert.
    var isAutoIncrement: Bool { get }
    /// The key that was given out last.
    var lastInsertedRowID: Int64 { get set }
}

extension TableEncodable {
    /// Not, unless the type says otherwise.
    public var isAutoIncrement: Bool { false }

    /// Not remembered, unless the type says otherwise.
    public var lastInsertedRowID: Int64 {
        get { .min }
        set {}
    }
}

/// What can be read from a table.
public protocol TableDecodableBase: Decodable, TableCodableBase {}

/// What can be read from a table, with the keys of its columns.
public protocol TableDecodable: TableDecodableBase {
    /// The keys of the columns.
    associatedtype CodingKeys: CodingTableKey
    /// The keys, as queries call them.
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
