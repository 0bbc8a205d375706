// The names that values and calls of the ORM had in the 1.x API.

/// ``ColumnEncodable``
public typealias ColumnEncodableBase = ColumnEncodable
/// ``ColumnDecodable``
public typealias ColumnDecodableBase = ColumnDecodable
/// ``MultiRowsValue``
public typealias FundamentalRowXColumn = MultiRowsValue
/// ``OneRowValue``
public typealias FundamentalRow = OneRowValue
/// ``OneColumnValue``
public typealias FundamentalColumn = OneColumnValue

extension MultiSelectChainCallInterface where Self: HandleRepresentable {
    /// `prepareMultiSelect(on:fromTables:)` and `where(_:)`
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
    public var tag: Tag? { database.tag }
    /// The path of the database.
    public var path: String { database.path }
}

extension Insert {
    /// The tag of the database.
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    public var path: String { handle.database.path }
}

extension Update {
    /// The tag of the database.
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    public var path: String { handle.database.path }
}

extension Delete {
    /// The tag of the database.
    public var tag: Tag? { handle.database.tag }
    /// The path of the database.
    public var path: String { handle.database.path }
}

extension Selectable {
    /// The tag of the database.
    public final var tag: Tag? { handle.database.tag }
    /// The path of the database.
    public final var path: String { handle.database.path }
}
