/// `CREATE INDEX i ON t(a, b DESC) WHERE …`.
package struct CreateIndexStatement: Hashable, Sendable {
    package var isUnique = false
    package var ifNotExists = false
    package var name: QualifiedName
    package var table: Name
    package var columns: [OrderingTerm]
    package var condition: Expression?

    package init(
        _ name: QualifiedName = QualifiedName(), on table: Name = .empty,
        _ columns: [OrderingTerm] = []
    ) {
        self.name = name
        self.table = table
        self.columns = columns
    }
}
