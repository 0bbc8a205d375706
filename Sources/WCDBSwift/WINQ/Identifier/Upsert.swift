import WCDBSQL

/// What an INSERT does with a row that is there already.
///
/// ```swift
/// let name = Column(named: "name")
/// Upsert().onConflict().indexed(by: Column(named: "id")).doUpdate().set(name).to("x")
/// // ON CONFLICT(id) DO UPDATE SET name = 'x'
/// ```
public final class Upsert: Identifier {
    private enum Action { case nothing, update }

    private var target: [OrderingTree] = []
    private var targetCondition: ExpressionTree?
    private var action: Action?
    private var assignments = AssignmentsDraft()
    private var condition: ExpressionTree?

    /// Says nothing yet.
    public init() {}

    /// Changes nothing, and reads well.
    @discardableResult
    public func onConflict() -> Upsert { self }

    /// The columns whose index or key is meant.
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: any IndexedColumnConvertible...
    ) -> Upsert {
        indexed(by: indexedColumnConvertibleList)
    }

    /// The columns whose index or key is meant.
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: [any IndexedColumnConvertible]
    ) -> Upsert {
        if !indexedColumnConvertibleList.isEmpty {
            target = indexedColumnConvertibleList.map { $0.asIndex().tree }
        }
        return self
    }

    /// Before the first `set`: which partial index is meant. Behind it: which rows are updated.
    @discardableResult
    public func `where`(_ expressionConvertible: any ExpressionConvertible) -> Upsert {
        if assignments.isEmpty {
            targetCondition = expressionConvertible.tree
        } else {
            condition = expressionConvertible.tree
        }
        return self
    }

    /// Leaves the row as it is. Takes earlier assignments away.
    @discardableResult
    public func doNothing() -> Upsert { choose(.nothing) }

    /// Updates the row. Takes earlier assignments away.
    @discardableResult
    public func doUpdate() -> Upsert { choose(.update) }

    /// The columns of the next assignment.
    @discardableResult
    public func set(_ columnConvertibleList: any ColumnConvertible...) -> Upsert {
        set(columnConvertibleList)
    }

    /// The columns of the next assignment.
    @discardableResult
    public func set(_ columnConvertibleList: [any ColumnConvertible]) -> Upsert {
        assignments.set(columnConvertibleList)
        return self
    }

    /// The value of the assignment.
    @discardableResult
    public func to(_ expressionConvertible: any ExpressionConvertible) -> Upsert {
        assignments.to(expressionConvertible.tree)
        return self
    }

    /// The clause as SQL.
    public var description: String { tree.sql }

    package var tree: UpsertTree { UpsertTree(target, where: targetCondition, actionOfTree) }

    private var actionOfTree: UpsertTree.Action? {
        switch action {
        case .nothing: return .nothing
        case .update: return assignments.tree.map { .update($0, where: condition) }
        case nil: return nil
        }
    }

    private func choose(_ action: Action) -> Upsert {
        self.action = action
        assignments = AssignmentsDraft()
        return self
    }
}
