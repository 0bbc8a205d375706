import WCDBSQL

/// An ATTACH.
///
/// ```swift
/// StatementAttach().attach("/path/to/file").as("other")  // ATTACH '/path/to/file' AS other
/// ```
public final class StatementAttach: Statement {
    private var tree = AttachStatement(nil, as: .column(ColumnReference(.empty)))

    /// An empty statement.
    public init() {}

    /// The path of the file.
    ///
    /// ```swift
    /// StatementAttach().attach("/path/to/backup.db").as("backup")
    /// // ATTACH '/path/to/backup.db' AS backup
    /// StatementAttach().attach(BindParameter._1).as("backup")  // ATTACH ?1 AS backup
    /// ```
    @discardableResult
    public func attach(_ expressionConvertible: any ExpressionConvertible) -> StatementAttach {
        tree.file = expressionConvertible.tree
        return self
    }

    /// The schema under which the file is known.
    ///
    /// ```swift
    /// StatementAttach().attach("/path/to/old.db").as(Schema(with: "old"))
    /// // ATTACH '/path/to/old.db' AS old
    /// ```
    @discardableResult
    public func `as`(_ schemaConvertible: any SchemaConvertible) -> StatementAttach {
        tree.schema = .column(ColumnReference(schemaConvertible.asSchema().name))
        return self
    }

    /// The key of an encrypted file.
    ///
    /// ```swift
    /// StatementAttach().attach("/path/to/secret.db").as("secret").key("pass")
    /// // ATTACH '/path/to/secret.db' AS secret KEY 'pass'
    /// ```
    @discardableResult
    public func key(_ expressionConvertible: any ExpressionConvertible) -> StatementAttach {
        tree.key = expressionConvertible.tree
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.attach(tree)) }
}
