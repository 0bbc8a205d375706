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
    @discardableResult
    public func create(virtualTable table: String) -> StatementCreateVirtualTable {
        tree.name.name = Name(spelling: table, allowsSingleQuotes: true)
        return self
    }

    /// The schema of the table.
    @discardableResult
    public func of(
        schema schemaConvertible: any SchemaConvertible
    ) -> StatementCreateVirtualTable {
        tree.name.schema = schemaConvertible.schemaName
        return self
    }

    /// Does nothing if the table is there.
    @discardableResult
    public func ifNotExists() -> StatementCreateVirtualTable {
        tree.ifNotExists = true
        return self
    }

    /// Full-text search.
    @discardableResult
    public func using(module: FTSVersion) -> StatementCreateVirtualTable {
        using(module: module.description)
    }

    /// Any module.
    @discardableResult
    public func using(module: String) -> StatementCreateVirtualTable {
        tree.module = Name(spelling: module)
        return self
    }

    /// Appends arguments in the language of the module. They are written as they are.
    @discardableResult
    public func arguments(_ args: [any Describable]) -> StatementCreateVirtualTable {
        arguments += args.map(\.description)
        return self
    }

    /// Appends arguments in the language of the module. They are written as they are.
    @discardableResult
    public func arguments(_ args: any Describable...) -> StatementCreateVirtualTable {
        // One argument that is a list stands for its elements.
        if args.count == 1, let list = args.first as? [any Describable] { return arguments(list) }
        return arguments(args)
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax {
        var arguments = ModuleArguments(module: tree.module.text)
        for argument in self.arguments { arguments.append(argument) }
        var tree = tree
        tree.arguments = arguments.all
        return StatementSyntax(.createVirtualTable(tree))
    }
}
