import WCDBSQL

/// A PRAGMA.
///
/// ```swift
/// StatementPragma().pragma(.userVersion).to(3)     // PRAGMA user_version = 3
/// StatementPragma().pragma(.tableInfo).with("t")   // PRAGMA table_info('t')
/// ```
public final class StatementPragma: Statement {
    private var tree = PragmaStatement()

    /// An empty statement.
    public init() {}

    /// The pragma. Removes an earlier value.
    ///
    /// ```swift
    /// StatementPragma().pragma(.integrityCheck)  // PRAGMA integrity_check
    /// ```
    @discardableResult
    public func pragma(_ pragma: Pragma) -> StatementPragma {
        tree.name.name = pragma.name
        tree.argument = nil
        return self
    }

    /// The schema that the pragma is about: `PRAGMA schema.name`.
    ///
    /// ```swift
    /// StatementPragma().pragma(.userVersion).schema("backup")  // PRAGMA backup.user_version
    /// ```
    @discardableResult
    public func schema(_ schemaConvertible: any SchemaConvertible) -> StatementPragma {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Sets a value: `name = value`.
    ///
    /// ```swift
    /// StatementPragma().pragma(.foreignKeys).to(true)  // PRAGMA foreign_keys = 1
    /// ```
    @discardableResult
    public func to(_ literalValueConvertible: any LiteralValueConvertible) -> StatementPragma {
        tree.argument = .assigned(.literal(literalValueConvertible.asLiteralValue().literal))
        return self
    }

    /// Passes a value: `name(value)`. A name may come with its quotes.
    ///
    /// ```swift
    /// StatementPragma().pragma(.indexList).with("notes")  // PRAGMA index_list('notes')
    /// ```
    @discardableResult
    public func with(_ literalValueConvertible: any LiteralValueConvertible) -> StatementPragma {
        var literal = literalValueConvertible.asLiteralValue().literal
        if case .text(let text) = literal {
            literal = .text(StatementPragma.unquoted(text.string))
        }
        tree.argument = .called(.literal(literal))
        return self
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax { StatementSyntax(.pragma(tree)) }

    private static func unquoted(_ text: String) -> String {
        let pairs: [(Character, Character)] = [("'", "'"), ("[", "]"), ("`", "`")]
        let isQuoted = pairs.contains { text.first == $0 && text.last == $1 }
        return isQuoted && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    }
}
