import WCDBSQL

/// An ANALYZE.
///
/// ```swift
/// StatementAnalyze().schema("main").table("t")  // ANALYZE main.t
/// ```
public final class StatementAnalyze: Statement {
    private enum Subject { case all, schema, name(Name) }

    private var subject: Subject?
    private var schema: Name?

    /// An empty statement.
    public init() {}

    /// Looks at everything.
    ///
    /// ```swift
    /// StatementAnalyze().analyze()  // ANALYZE
    /// ```
    @discardableResult
    public func analyze() -> StatementAnalyze {
        subject = .all
        schema = nil
        return self
    }

    /// Looks at a schema, or at a table or an index of it.
    ///
    /// ```swift
    /// StatementAnalyze().schema("backup")  // ANALYZE backup
    /// ```
    @discardableResult
    public func schema(_ schemaConvertible: any SchemaConvertible) -> StatementAnalyze {
        schema = schemaConvertible.schemaName
        if case .name = subject { return self }
        subject = .schema
        return self
    }

    /// Looks at a table.
    ///
    /// ```swift
    /// StatementAnalyze().table("notes")  // ANALYZE notes
    /// ```
    @discardableResult
    public func table(_ name: String) -> StatementAnalyze { set(name) }

    /// Looks at an index.
    ///
    /// ```swift
    /// StatementAnalyze().index("by_author")  // ANALYZE by_author
    /// ```
    @discardableResult
    public func index(_ name: String) -> StatementAnalyze { set(name) }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        switch (subject, schema) {
        case (nil, _): .unfinished("ANALYZE has nothing to look at")
        case (.name(let name), let schema) where !name.isEmpty:
            analyze(QualifiedName(name, schema: schema))
        case (.schema, let schema?): analyze(QualifiedName(schema))
        // An empty name is not all there is.
        case (.name, _), (.schema, nil): .unfinished("ANALYZE has no name of what to look at")
        case (.all, _): analyze(nil)
        }
    }

    private func analyze(_ name: QualifiedName?) -> StatementSyntax {
        StatementSyntax(.upkeep(.analyze(name)))
    }

    private func set(_ name: String) -> StatementAnalyze {
        subject = .name(Name(anySpelling: name))
        return self
    }
}
