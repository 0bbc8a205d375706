import WCDBSQL

/// A REINDEX.
///
/// ```swift
/// StatementReindex().reindex(table: "t").of(schema: "main")  // REINDEX main.t
/// ```
public final class StatementReindex: Statement {
    private var name: Name?
    private var isCollation = false
    private var schema: Name?

    /// An empty statement.
    public init() {}

    /// All indexes that use the collation. It has no schema.
    ///
    /// ```swift
    /// StatementReindex().reindex(collation: "NOCASE")  // REINDEX NOCASE
    /// ```
    @discardableResult
    public func reindex(collation: String) -> StatementReindex {
        set(collation, isCollation: true)
    }

    /// All indexes of the table.
    ///
    /// ```swift
    /// StatementReindex().reindex(table: "notes")  // REINDEX notes
    /// ```
    @discardableResult
    public func reindex(table: String) -> StatementReindex { set(table, isCollation: false) }

    /// The index.
    ///
    /// ```swift
    /// StatementReindex().reindex(index: "by_title")  // REINDEX by_title
    /// ```
    @discardableResult
    public func reindex(index: String) -> StatementReindex { set(index, isCollation: false) }

    /// The schema of the table or the index.
    ///
    /// ```swift
    /// StatementReindex().reindex(index: "by_title").of(schema: "backup")
    /// // REINDEX backup.by_title
    /// ```
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementReindex {
        schema = schemaConvertible.schemaName
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        guard let name, !name.isEmpty else {
            return .unfinished("REINDEX has no name of what to rebuild")
        }
        let subject = QualifiedName(name, schema: isCollation ? nil : schema)
        return StatementSyntax(.upkeep(.reindex(subject)))
    }

    private func set(_ name: String, isCollation: Bool) -> StatementReindex {
        self.name = isCollation ? Name(spelling: name) : Name(anySpelling: name)
        self.isCollation = isCollation
        return self
    }
}
