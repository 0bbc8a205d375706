/// A query: one core, or several joined by set operators; then order and limit of the whole.
package struct SelectStatement: Hashable, Sendable {
    /// A further core and what joins it to those before it.
    package struct Compound: Hashable, Sendable {
        package var operation: CompoundOperator
        package var core: SelectCore

        package init(_ operation: CompoundOperator, _ core: SelectCore) {
            self.operation = operation
            self.core = core
        }
    }

    package var with: WithClause?
    package var first: SelectCore
    package var compounds: [Compound] = []
    package var order: [OrderingTerm] = []
    package var limit: LimitClause?

    package init(_ first: SelectCore = .select(SelectBody())) {
        self.first = first
    }
}

/// The operators between the cores of a query; all bind equally, from the left.
package enum CompoundOperator: UInt8, Hashable, Sendable, CaseIterable {
    case union, unionAll, intersect, except
}

/// A part of a query that yields rows by itself.
package enum SelectCore: Hashable, Sendable {
    indirect case select(SelectBody)
    /// `VALUES(…), (…)`
    case values([[Expression]])

    /// A core that only has results.
    package static func select(_ results: [Expression]) -> SelectCore {
        .select(SelectBody(results.map { ResultColumn($0) }))
    }
}

/// `SELECT … FROM … WHERE … GROUP BY … HAVING … WINDOW …`. Unfinished as long as it has no
/// results.
package struct SelectBody: Hashable, Sendable {
    package var isDistinct = false
    package var results: [ResultColumn]
    package var from: JoinClause?
    package var condition: Expression?
    package var groups: [Expression] = []
    package var having: Expression?
    package var windows: [NamedWindow] = []

    package init(_ results: [ResultColumn] = [], from: JoinClause? = nil) {
        self.results = results
        self.from = from
    }
}

/// `name AS (…)` in the WINDOW clause.
package struct NamedWindow: Hashable, Sendable {
    package var name: Name
    package var definition: WindowDefinition

    package init(_ name: Name, _ definition: WindowDefinition) {
        self.name = name
        self.definition = definition
    }
}
