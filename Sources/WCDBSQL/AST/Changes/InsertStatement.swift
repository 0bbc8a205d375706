/// `INSERT INTO t(a, b) VALUES(1, 2) …`. Unfinished without a source.
///
/// Its parts are shared by its copies until one is changed.
package struct InsertStatement: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A query; rows of VALUES are one too.
        case select(SelectStatement)
        case defaultValues
    }

    struct Parts: Hashable, Sendable {
        var with: WithClause?
        var conflict: ConflictAction?
        var table: QualifiedName
        var alias: Name?
        var columns: [ColumnReference]
        var source: Source?
        var upserts: [Upsert] = []
        var returning: [ResultColumn] = []
    }

    private var parts: CopyOnWrite<Parts>

    package init(
        into table: QualifiedName = QualifiedName(), _ columns: [ColumnReference] = [],
        _ source: Source? = nil
    ) {
        parts = CopyOnWrite(Parts(table: table, columns: columns, source: source))
    }

    package var with: WithClause? {
        get { parts.value.with }
        _modify { yield &parts.value.with }
    }
    /// `OR …`; `REPLACE INTO` is `INSERT OR REPLACE INTO`.
    package var conflict: ConflictAction? {
        get { parts.value.conflict }
        _modify { yield &parts.value.conflict }
    }
    package var table: QualifiedName {
        get { parts.value.table }
        _modify { yield &parts.value.table }
    }
    package var alias: Name? {
        get { parts.value.alias }
        _modify { yield &parts.value.alias }
    }
    package var columns: [ColumnReference] {
        get { parts.value.columns }
        _modify { yield &parts.value.columns }
    }
    package var source: Source? {
        get { parts.value.source }
        _modify { yield &parts.value.source }
    }
    package var upserts: [Upsert] {
        get { parts.value.upserts }
        _modify { yield &parts.value.upserts }
    }
    package var returning: [ResultColumn] {
        get { parts.value.returning }
        _modify { yield &parts.value.returning }
    }
}

/// `ON CONFLICT(a) WHERE b DO …`. Unfinished without an action.
package struct Upsert: Hashable, Sendable {
    package enum Action: Hashable, Sendable {
        case nothing
        case update([Assignment], where: Expression?)
    }

    package var target: [OrderingTerm]
    /// Which partial index is meant; shown only with a target.
    package var targetCondition: Expression?
    package var action: Action?

    package init(
        _ target: [OrderingTerm] = [], where condition: Expression? = nil, _ action: Action? = nil
    ) {
        self.target = target
        self.targetCondition = condition
        self.action = action
    }
}
