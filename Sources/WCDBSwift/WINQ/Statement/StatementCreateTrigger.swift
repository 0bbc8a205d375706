import WCDBSQL

/// A CREATE TRIGGER. The rows of the event are `Column(named: "a").in(table: "NEW")` and `"OLD"`.
///
/// ```swift
/// StatementCreateTrigger().create(trigger: "tr").after().insert().on(table: "t")
///     .execute(StatementDelete().delete(from: "u"))
/// // CREATE TRIGGER tr AFTER INSERT ON t BEGIN DELETE FROM u; END
/// ```
public final class StatementCreateTrigger: Statement {
    private enum Event { case delete, insert, update }

    private var tree = CreateTriggerStatement()
    private var event: Event?
    private var columns: [ColumnReference] = []

    /// An empty statement.
    public init() {}

    /// The trigger.
    @discardableResult
    public func create(trigger: String, isTemp: Bool = false) -> StatementCreateTrigger {
        change {
            $0.name.name = Name(spelling: trigger, allowsSingleQuotes: true)
            $0.isTemporary = $0.isTemporary || isTemp
        }
    }

    /// The schema of the trigger. Temporary triggers have theirs.
    @discardableResult
    public func of(schema schemaConvertible: any SchemaConvertible) -> StatementCreateTrigger {
        change { $0.name.schema = schemaConvertible.schemaName }
    }

    /// Does nothing if the trigger is there.
    @discardableResult
    public func ifNotExists() -> StatementCreateTrigger { change { $0.ifNotExists = true } }

    /// Runs before the row is changed.
    @discardableResult
    public func before() -> StatementCreateTrigger { change { $0.timing = .before } }

    /// Runs after the row was changed.
    @discardableResult
    public func after() -> StatementCreateTrigger { change { $0.timing = .after } }

    /// Runs in the place of a change of a view.
    @discardableResult
    public func insteadOf() -> StatementCreateTrigger { change { $0.timing = .insteadOf } }

    /// Runs for deleted rows.
    @discardableResult
    public func delete() -> StatementCreateTrigger { set(.delete) }

    /// Runs for inserted rows.
    @discardableResult
    public func insert() -> StatementCreateTrigger { set(.insert) }

    /// Runs for updated rows.
    @discardableResult
    public func update() -> StatementCreateTrigger { set(.update) }

    /// Which columns must be updated.
    @discardableResult
    public func of(columns columnConvertibleList: any ColumnConvertible...)
        -> StatementCreateTrigger
    {
        of(columns: columnConvertibleList)
    }

    /// Which columns must be updated.
    @discardableResult
    public func of(columns columnConvertibleList: [any ColumnConvertible])
        -> StatementCreateTrigger
    {
        if !columnConvertibleList.isEmpty { columns = columnConvertibleList.map(\.columnTree) }
        return self
    }

    /// The table or the view.
    @discardableResult
    public func on(table: String) -> StatementCreateTrigger {
        change { $0.table = QualifiedName(Name(spelling: table, allowsSingleQuotes: true)) }
    }

    /// Runs for each row, as it always does.
    @discardableResult
    public func forEachRow() -> StatementCreateTrigger { change { $0.isForEachRow = true } }

    /// On which condition the trigger runs.
    @discardableResult
    public func when(
        _ expressionConvertible: any ExpressionConvertible
    ) -> StatementCreateTrigger {
        change { $0.condition = expressionConvertible.tree }
    }

    /// What the statement says.
    public var statementSyntax: StatementSyntax {
        var tree = tree
        // Temporary triggers have a schema of their own, whatever was said.
        if tree.isTemporary { tree.name.schema = nil }
        switch event {
        case .delete: tree.event = .delete
        case .insert: tree.event = .insert
        case .update: tree.event = .update(of: columns)
        case nil: tree.event = nil
        }
        return StatementSyntax(.createTrigger(tree))
    }

    private func set(_ event: Event) -> StatementCreateTrigger {
        self.event = event
        return self
    }

    private func change(
        _ change: (inout CreateTriggerStatement) -> Void
    ) -> StatementCreateTrigger {
        change(&tree)
        return self
    }
}

// The body. The schema of a statement's table is dropped: the trigger's own is meant.
extension StatementCreateTrigger {
    /// Appends to the body.
    @discardableResult
    public func execute(_ insert: StatementInsert) -> StatementCreateTrigger {
        var step = insert.insertTree
        step.table.schema = nil
        return change { $0.steps.append(.insert(step)) }
    }

    /// Appends to the body.
    @discardableResult
    public func execute(_ update: StatementUpdate) -> StatementCreateTrigger {
        var step = update.updateTree
        step.table.name.schema = nil
        return change { $0.steps.append(.update(step)) }
    }

    /// Appends to the body.
    @discardableResult
    public func execute(_ delete: StatementDelete) -> StatementCreateTrigger {
        var step = delete.deleteTree
        step.table.name.schema = nil
        return change { $0.steps.append(.delete(step)) }
    }

    /// Appends to the body.
    @discardableResult
    public func execute(_ select: StatementSelect) -> StatementCreateTrigger {
        change { $0.steps.append(.select(select.selectTree)) }
    }
}
