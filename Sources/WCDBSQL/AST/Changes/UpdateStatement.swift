/// `UPDATE t SET a = 1 WHERE …`.
package struct UpdateStatement: Hashable, Sendable {
    package var with: WithClause?
    package var conflict: ConflictAction?
    package var table: TableReference
    package var assignments: [Assignment] = []
    package var from: JoinClause?
    package var condition: Expression?
    package var returning: [ResultColumn] = []
    package var order: [OrderingTerm] = []
    package var limit: LimitClause?

    package init(_ table: TableReference = TableReference(QualifiedName())) {
        self.table = table
    }
}
