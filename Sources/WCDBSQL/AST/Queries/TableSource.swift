/// Where rows come from: a table, a table function, a query, or a join in parentheses.
package enum TableSource: Hashable, Sendable {
    case table(TableReference)
    indirect case function(TableFunction)
    indirect case select(Subquery, alias: Name?)
    indirect case join(JoinGroup)

    package static func table(_ name: Name, alias: Name? = nil) -> TableSource {
        .table(TableReference(QualifiedName(name), alias: alias))
    }
}

/// `(a JOIN b …) AS x`: a join in parentheses, with its extent, since groups nest.
package struct JoinGroup: Hashable, Sendable {
    package let clause: JoinClause
    package let alias: Name?
    package let extent: TreeExtent

    package init(_ clause: JoinClause, alias: Name? = nil) {
        let extent = clause.extent.enclosed(weight: TreeExtent.callWeight)
        self.clause =
            extent.isTooLarge ? JoinClause(.select(Subquery(.tooLarge), alias: nil)) : clause
        self.alias = alias
        self.extent = extent.isTooLarge ? .exceeded : extent
    }
}

/// `f(a, b) AS x` in the place of a table.
package struct TableFunction: Hashable, Sendable {
    package var name: QualifiedName
    package var arguments: [Expression]
    package var alias: Name?

    package init(_ name: QualifiedName, _ arguments: [Expression] = [], alias: Name? = nil) {
        self.name = name
        self.arguments = arguments
        self.alias = alias
    }
}
