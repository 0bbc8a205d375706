/// `INSERT INTO t(a, b) VALUES(1, 2) …`. Unfinished without a source.
package struct InsertStatement: Hashable, Sendable {
    package enum Source: Hashable, Sendable {
        /// A query; rows of VALUES are one too.
        case select(SelectStatement)
        case defaultValues
    }

    package var with: WithClause?
    /// `OR …`; `REPLACE INTO` is `INSERT OR REPLACE INTO`.
    package var conflict: ConflictAction?
    package var table: QualifiedName
    package var alias: Name?
    package var columns: [ColumnReference] = []
    package var source: Source?
    package var upserts: [Upsert] = []
    package var returning: [ResultColumn] = []

    package init(
        into table: QualifiedName = QualifiedName(), _ columns: [ColumnReference] = [],
        _ source: Source? = nil
    ) {
        self.table = table
        self.columns = columns
        self.source = source
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
