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
    ///
    /// ```swift
    /// Upsert().onConflict().doNothing()  // ON CONFLICT DO NOTHING
    /// ```
    @discardableResult
    public func onConflict() -> Upsert { self }

    /// The columns of the key, or of the unique index, whose conflicts are handled.
    ///
    /// ```swift
    /// Upsert().onConflict().indexed(by: Note.Properties.author, Note.Properties.title).doNothing()
    /// // ON CONFLICT(author, title) DO NOTHING
    /// ```
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: any IndexedColumnConvertible...
    ) -> Upsert {
        indexed(by: indexedColumnConvertibleList)
    }

    /// The columns of the key, or of the unique index, whose conflicts are handled.
    ///
    /// ```swift
    /// let key = ["author", "title"].map { Column(named: $0) }
    /// Upsert().onConflict().indexed(by: key).doNothing()  // ON CONFLICT(author, title) DO NOTHING
    /// ```
    @discardableResult
    public func indexed(
        by indexedColumnConvertibleList: [any IndexedColumnConvertible]
    ) -> Upsert {
        if !indexedColumnConvertibleList.isEmpty {
            target = indexedColumnConvertibleList.map { $0.asIndex().tree }
        }
        return self
    }

    /// Before the first `set`: the condition of the partial index whose conflicts are handled.
    /// Behind it: which rows are updated.
    ///
    /// ```swift
    /// let stars = Note.Properties.stars
    /// let new = stars.in(table: "excluded")
    /// Upsert().onConflict().indexed(by: Note.Properties.id).doUpdate().set(stars).to(new)
    ///     .where(new > stars)
    /// // ON CONFLICT(id) DO UPDATE SET stars = excluded.stars WHERE excluded.stars > stars
    /// ```
    @discardableResult
    public func `where`(_ expressionConvertible: any ExpressionConvertible) -> Upsert {
        if assignments.isEmpty {
            targetCondition = expressionConvertible.tree
        } else {
            condition = expressionConvertible.tree
        }
        return self
    }

    /// Leaves the row as it is. Removes earlier assignments.
    ///
    /// ```swift
    /// Upsert().onConflict().indexed(by: Note.Properties.id).doNothing()
    /// // ON CONFLICT(id) DO NOTHING
    /// ```
    @discardableResult
    public func doNothing() -> Upsert { choose(.nothing) }

    /// Updates the row. Removes earlier assignments.
    ///
    /// ```swift
    /// Upsert().onConflict().indexed(by: Note.Properties.id).doUpdate().set(Note.Properties.stars)
    ///     .to(Note.Properties.stars.in(table: "excluded"))
    /// // ON CONFLICT(id) DO UPDATE SET stars = excluded.stars
    /// ```
    @discardableResult
    public func doUpdate() -> Upsert { choose(.update) }

    /// The columns of the next assignment.
    ///
    /// ```swift
    /// let (title, stars) = (Note.Properties.title, Note.Properties.stars)
    /// Upsert().onConflict().doUpdate().set(title).to("?").set(stars).to(0)
    /// // ON CONFLICT DO UPDATE SET title = '?', stars = 0
    /// ```
    @discardableResult
    public func set(_ columnConvertibleList: any ColumnConvertible...) -> Upsert {
        set(columnConvertibleList)
    }

    /// The columns of the next assignment.
    ///
    /// ```swift
    /// let columns = ["title", "stars"].map { Column(named: $0) }
    /// let saved = StatementSelect().select(columns).from("saved")
    /// Upsert().onConflict().doUpdate().set(columns).to(saved)
    /// // ON CONFLICT DO UPDATE SET (title, stars) = (SELECT title, stars FROM saved)
    /// ```
    @discardableResult
    public func set(_ columnConvertibleList: [any ColumnConvertible]) -> Upsert {
        assignments.set(columnConvertibleList)
        return self
    }

    /// The value of the assignment.
    ///
    /// ```swift
    /// let count = Column(named: "count")
    /// Upsert().onConflict().doUpdate().set(count).to(count + 1)
    /// // ON CONFLICT DO UPDATE SET count = count + 1
    /// ```
    @discardableResult
    public func to(_ expressionConvertible: any ExpressionConvertible) -> Upsert {
        assignments.to(expressionConvertible.tree)
        return self
    }

    /// The clause as SQL.
    public var description: String { tree.sql }

    package var tree: UpsertTree {
        // A condition of no target is not said.
        UpsertTree(target, where: target.isEmpty ? nil : targetCondition, actionOfTree)
    }

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
