import WCDBSQL

/// A SAVEPOINT.
///
/// ```swift
/// StatementSavepoint().savepoint("sp")  // SAVEPOINT sp
/// ```
public final class StatementSavepoint: Statement {
    private var name = Name.empty

    /// An empty statement.
    public init() {}

    /// The name of the savepoint.
    ///
    /// ```swift
    /// StatementSavepoint().savepoint("before_import")  // SAVEPOINT before_import
    /// ```
    @discardableResult
    public func savepoint(_ name: String) -> StatementSavepoint {
        self.name = Name(spelling: name)
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.transaction(.savepoint(name))) }
}
