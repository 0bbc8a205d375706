import WCDBSQL

/// A VACUUM.
///
/// ```swift
/// StatementVacuum().vacuum()  // VACUUM
/// ```
public final class StatementVacuum: Statement {
    private var isChosen = false
    private var schema: Name?

    /// An empty statement.
    public init() {}

    /// Gives unused space back: of the main database, or of that schema.
    ///
    /// ```swift
    /// StatementVacuum().vacuum(schema: "backup")  // VACUUM backup
    /// ```
    @discardableResult
    public func vacuum(schema schemaConvertible: (any SchemaConvertible)? = nil) -> StatementVacuum
    {
        isChosen = true
        schema = schemaConvertible?.schemaName
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        isChosen
            ? StatementSyntax(.upkeep(.vacuum(schema: schema, into: nil)))
            : .unfinished("VACUUM was not asked for")
    }
}
