import WCDBSQL

/// A DETACH. The main database cannot be detached: a statement that tries says nothing.
///
/// ```swift
/// StatementDetach().detach(schema: "other")  // DETACH other
/// ```
public final class StatementDetach: Statement {
    private var schema: Name?

    /// An empty statement.
    public init() {}

    /// The schema that is let go.
    ///
    /// ```swift
    /// StatementDetach().detach(schema: "backup")  // DETACH backup
    /// ```
    @discardableResult
    public func detach(schema schemaConvertible: any SchemaConvertible) -> StatementDetach {
        schema = schemaConvertible.schemaName
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        guard let schema, schema.text.lowercased() != "main" else {
            return .unfinished("DETACH has no schema that can be detached")
        }
        return StatementSyntax(.detach(DetachStatement(.column(ColumnReference(schema)))))
    }
}
