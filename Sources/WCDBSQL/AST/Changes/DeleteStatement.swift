/// `DELETE FROM t WHERE …`.
package struct DeleteStatement: Hashable, Sendable {
    package var with: WithClause?
    package var table: TableReference
    package var condition: Expression?
    package var returning: [ResultColumn] = []
    package var order: [OrderingTerm] = []
    package var limit: LimitClause?

    package init(from table: TableReference = TableReference(QualifiedName())) {
        self.table = table
    }
}
