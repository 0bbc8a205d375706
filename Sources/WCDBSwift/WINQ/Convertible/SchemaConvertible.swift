/// Anything that names a schema: a ``Schema``, or a string.
///
/// ```swift
/// StatementDropIndex().drop(index: "by_author").of(schema: "backup")
/// // DROP INDEX backup.by_author
/// StatementDropIndex().drop(index: "by_author").of(schema: Schema.temp)
/// // DROP INDEX temp.by_author
/// ```
public protocol SchemaConvertible {
    /// The schema.
    func asSchema() -> Schema
}

extension String: SchemaConvertible {
    /// The schema of this name.
    ///
    /// ```swift
    /// "backup".asSchema()  // backup
    /// ```
    public func asSchema() -> Schema { Schema(with: self) }
}
