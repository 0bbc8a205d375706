package import WCDBSQL

/// An INSERT.
///
/// ```swift
/// StatementInsert().insert(intoTable: "t").columns(Column(named: "a")).values(1).values(2)
/// // INSERT INTO t(a) VALUES(1), (2)
/// ```
public final class StatementInsert: Statement {
    private enum Source { case rows, select(SelectStatement), defaults }

    private var tree = InsertStatement()
    private var isRecursive = false
    private var source: Source?
    private var rows: [[ExpressionTree]] = []

    /// An empty statement.
    public init() {}

    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: CommonTableExpression...
    ) -> StatementInsert {
        with(recursive: recursive, expList)
    }

    /// Queries under names, before the statement.
    @discardableResult
    public func with(
        recursive: Bool = false, _ expList: [CommonTableExpression]
    ) -> StatementInsert {
        isRecursive = isRecursive || recursive
        return change { $0.with = WithClause(isRecursive: isRecursive, list: expList) ?? $0.with }
    }

    /// The table.
    @discardableResult
    public func insert(intoTable table: String) -> StatementInsert {
        change { $0.table.name = Name(spelling: table, allowsSingleQuotes: true) }
    }

    /// The schema of the table.
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementInsert {
        change { $0.table.schema = schemaConvertible.schemaName }
    }

    /// Another name for the table.
    @discardableResult
    public func `as`(_ alias: String) -> StatementInsert {
        change { $0.alias = alias.isEmpty ? nil : Name(spelling: alias) }
    }

    /// What happens when a row violates a constraint; nil leaves it as it is.
    @discardableResult
    public func onConflict(_ conflict: ConflictAction? = nil) -> StatementInsert {
        change { $0.conflict = conflict?.tree ?? $0.conflict }
    }

    /// The columns that get values.
    @discardableResult
    public func columns(_ columnConvertibleList: any ColumnConvertible...) -> StatementInsert {
        columns(columnConvertibleList)
    }

    /// The columns that get values.
    @discardableResult
    public func columns(_ columnConvertibleList: [any ColumnConvertible]) -> StatementInsert {
        guard !columnConvertibleList.isEmpty else { return self }
        return change { $0.columns = columnConvertibleList.map(\.columnTree) }
    }

    /// One more row of values.
    @discardableResult
    public func values(
        _ expressionConvertibleList: any ExpressionConvertible...
    ) -> StatementInsert {
        values(expressionConvertibleList)
    }

    /// One more row of values.
    @discardableResult
    public func values(
        _ expressionConvertibleList: [any ExpressionConvertible]
    ) -> StatementInsert {
        guard !expressionConvertibleList.isEmpty else { return self }
        rows.append(expressionConvertibleList.map(\.tree))
        source = .rows
        return self
    }

    /// The rows of a query.
    @discardableResult
    public func values(_ select: StatementSelect) -> StatementInsert {
        source = .select(select.selectTree)
        return self
    }

    /// One row of defaults.
    public func defaultValues() -> StatementInsert {
        source = .defaults
        return self
    }

    /// What happens with a row that is there already.
    public func upsert(_ upsert: Upsert) -> StatementInsert {
        let clause = upsert.tree
        return change { $0.upserts = clause.action == nil ? [] : [clause] }
    }

    /// What the statement returns for each row: `RETURNING …`.
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: any ResultColumnConvertible...
    ) -> StatementInsert {
        returning(resultColumnConvertibleList)
    }

    /// What the statement returns for each row: `RETURNING …`.
    @discardableResult
    public func returning(
        _ resultColumnConvertibleList: [any ResultColumnConvertible]
    ) -> StatementInsert {
        guard !resultColumnConvertibleList.isEmpty else { return self }
        return change {
            $0.returning = resultColumnConvertibleList.map { $0.asResultColumn().tree }
        }
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax { StatementSyntax(.insert(insertTree)) }

    package var insertTree: InsertStatement {
        var tree = tree
        switch source {
        case .rows: tree.source = .select(SelectStatement(.values(rows)))
        case .select(let select): tree.source = select.isFinished ? .select(select) : nil
        case .defaults: tree.source = .defaultValues
        case nil: tree.source = nil
        }
        return tree
    }

    private func change(_ change: (inout InsertStatement) -> Void) -> StatementInsert {
        change(&tree)
        return self
    }
}
