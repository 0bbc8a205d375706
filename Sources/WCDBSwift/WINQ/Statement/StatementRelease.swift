import WCDBSQL

/// A RELEASE.
///
/// ```swift
/// StatementRelease().release(savepoint: "sp")  // RELEASE sp
/// ```
public final class StatementRelease: Statement {
    private var name = Name.empty

    /// An empty statement.
    public init() {}

    /// The savepoint that is forgotten.
    ///
    /// ```swift
    /// StatementRelease().release(savepoint: "before import")  // RELEASE `before import`
    /// ```
    @discardableResult
    public func release(savepoint name: String) -> StatementRelease {
        self.name = Name(spelling: name)
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.transaction(.release(name))) }
}
