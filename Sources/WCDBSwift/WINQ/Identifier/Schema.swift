import WCDBSQL

/// A schema: the database of a file, as statements call it.
///
/// ```swift
/// StatementDropTable().drop(table: "notes").of(schema: Schema.temp)  // DROP TABLE temp.notes
/// ```
public final class Schema: Identifier, SchemaConvertible, Sendable {
    package let name: Name

    /// The schema of this name.
    ///
    /// ```swift
    /// StatementDetach().detach(schema: Schema(with: "backup"))  // DETACH backup
    /// ```
    public init(with name: String) { self.name = Name(spelling: name) }

    /// The database itself.
    public static let main = Schema(with: "main")
    /// The schema of temporary tables.
    public static let temp = Schema(with: "temp")

    /// The name as SQL.
    public var description: String { name.sql }

    /// This schema.
    public func asSchema() -> Schema { self }
}

extension SchemaConvertible {
    /// The name of the schema; nil if it is empty, which says nothing.
    package var schemaName: Name? {
        let name = asSchema().name
        return name.isEmpty ? nil : name
    }
}
