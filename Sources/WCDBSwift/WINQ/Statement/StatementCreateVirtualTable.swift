import WCDBSQL

/// A CREATE VIRTUAL TABLE.
///
/// ```swift
/// StatementCreateVirtualTable().create(virtualTable: "t").using(module: .FTS5)
///     .arguments("a", "b UNINDEXED", "tokenize = porter")
/// // CREATE VIRTUAL TABLE t USING fts5(a, b UNINDEXED, tokenize = 'porter')
/// ```
public final class StatementCreateVirtualTable: Statement {
    private var tree = CreateVirtualTableStatement()
    private var arguments: [String] = []

    /// An empty statement.
    public init() {}

    /// The table.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS5)
    ///     .arguments("title", "text")
    /// // CREATE VIRTUAL TABLE found USING fts5(title, text)
    /// ```
    @discardableResult
    public func create(virtualTable table: String) -> StatementCreateVirtualTable {
        tree.name.name = Name(anySpelling: table)
        return self
    }

    /// The schema of the table.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").of(schema: "backup")
    ///     .using(module: .FTS5).arguments("text")
    /// // CREATE VIRTUAL TABLE backup.found USING fts5(text)
    /// ```
    @discardableResult
    public func of(
        schema schemaConvertible: any SchemaConvertible
    ) -> StatementCreateVirtualTable {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the table exists.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").ifNotExists()
    ///     .using(module: .FTS5).arguments("text")
    /// // CREATE VIRTUAL TABLE IF NOT EXISTS found USING fts5(text)
    /// ```
    @discardableResult
    public func ifNotExists() -> StatementCreateVirtualTable {
        tree.ifNotExists = true
        return self
    }

    /// Full-text search.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS4)
    ///     .arguments("text")
    /// // CREATE VIRTUAL TABLE found USING fts4(text)
    /// ```
    @discardableResult
    public func using(module: FTSVersion) -> StatementCreateVirtualTable {
        using(module: module.description)
    }

    /// Any module.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "map").using(module: "rtree")
    ///     .arguments("id", "left", "right")
    /// // CREATE VIRTUAL TABLE map USING rtree(id, left, right)
    /// ```
    @discardableResult
    public func using(module: String) -> StatementCreateVirtualTable {
        tree.module = Name(spelling: module)
        return self
    }

    /// Appends arguments in the language of the module: columns, and texts as they are.
    ///
    /// ```swift
    /// let columns = Note.Properties.all
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS5)
    ///     .arguments(columns)
    /// // CREATE VIRTUAL TABLE found USING fts5(id, title, text, author, stars, isDraft, created)
    /// ```
    @discardableResult
    public func arguments(_ args: [any Describable]) -> StatementCreateVirtualTable {
        // The description of a key is that of an enumeration, not of its column.
        arguments += args.map { argument in
            (argument as? any ColumnConvertible)?.asColumn().description ?? argument.description
        }
        return self
    }

    /// Appends arguments in the language of the module: columns, and texts as they are.
    ///
    /// ```swift
    /// StatementCreateVirtualTable().create(virtualTable: "found").using(module: .FTS5)
    ///     .arguments(Note.Properties.text, "tokenize = unicode61")
    /// // CREATE VIRTUAL TABLE found USING fts5(text, tokenize = 'unicode61')
    /// ```
    @discardableResult
    public func arguments(_ args: any Describable...) -> StatementCreateVirtualTable {
        // One argument that is a list stands for its elements.
        if args.count == 1, let list = args.first as? [any Describable] { return arguments(list) }
        return arguments(args)
    }

    /// The syntax tree of the statement.
    public var statementSyntax: StatementSyntax {
        var arguments = ModuleArguments(module: tree.module.text)
        for argument in self.arguments { arguments.append(argument) }
        var tree = tree
        tree.arguments = arguments.all
        return StatementSyntax(.createVirtualTable(tree))
    }
}
