/// `UPDATE t SET a = 1 WHERE …`.
///
/// Its parts are shared by its copies until one is changed.
package struct UpdateStatement: Hashable, Sendable {
    struct Parts: Hashable, Sendable {
        var with: WithClause?
        var conflict: ConflictAction?
        var table: TableReference
        var assignments: [Assignment] = []
        var from: JoinClause?
        var condition: Expression?
        var returning: [ResultColumn] = []
        var order: [OrderingTerm] = []
        var limit: LimitClause?
    }

    private var parts: CopyOnWrite<Parts>

    package init(_ table: TableReference = TableReference(QualifiedName())) {
        parts = CopyOnWrite(Parts(table: table))
    }

    package var with: WithClause? {
        get { parts.value.with }
        _modify { yield &parts.value.with }
    }
    package var conflict: ConflictAction? {
        get { parts.value.conflict }
        _modify { yield &parts.value.conflict }
    }
    package var table: TableReference {
        get { parts.value.table }
        _modify { yield &parts.value.table }
    }
    package var assignments: [Assignment] {
        get { parts.value.assignments }
        _modify { yield &parts.value.assignments }
    }
    package var from: JoinClause? {
        get { parts.value.from }
        _modify { yield &parts.value.from }
    }
    package var condition: Expression? {
        get { parts.value.condition }
        _modify { yield &parts.value.condition }
    }
    package var returning: [ResultColumn] {
        get { parts.value.returning }
        _modify { yield &parts.value.returning }
    }
    package var order: [OrderingTerm] {
        get { parts.value.order }
        _modify { yield &parts.value.order }
    }
    package var limit: LimitClause? {
        get { parts.value.limit }
        _modify { yield &parts.value.limit }
    }
}
