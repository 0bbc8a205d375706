/// What names a schema: a ``Schema``, or a string.
public protocol SchemaConvertible {
    /// The schema.
    func asSchema() -> Schema
}

extension String: SchemaConvertible {
    /// The schema of this name.
    public func asSchema() -> Schema { Schema(with: self) }
}
