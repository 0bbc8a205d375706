/// A query: one core, or several joined by set operators; then order and limit of the whole.
///
/// Its parts are shared by its copies until one is changed.
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

    struct Parts: Hashable, Sendable {
        var with: WithClause?
        var first: SelectCore
        var compounds: [Compound] = []
        var order: [OrderingTerm] = []
        var limit: LimitClause?
    }

    private(set) var parts: CopyOnWrite<Parts>

    package init(_ first: SelectCore = .select(SelectBody())) {
        parts = CopyOnWrite(Parts(first: first))
    }

    package var with: WithClause? {
        get { parts.value.with }
        _modify { yield &parts.value.with }
    }
    package var first: SelectCore {
        get { parts.value.first }
        _modify { yield &parts.value.first }
    }
    package var compounds: [Compound] {
        get { parts.value.compounds }
        _modify { yield &parts.value.compounds }
    }
    package var order: [OrderingTerm] {
        get { parts.value.order }
        _modify { yield &parts.value.order }
    }
    package var limit: LimitClause? {
        get { parts.value.limit }
        _modify { yield &parts.value.limit }
    }

    /// Whether its text begins with SELECT, and not with WITH or VALUES.
    package var beginsWithSelect: Bool {
        if case .select = first { return with == nil }
        return false
    }
}

/// The operators between the cores of a query; all bind equally, from the left.
package enum CompoundOperator: UInt8, Hashable, Sendable, CaseIterable {
    case union, unionAll, intersect, except
}

/// A part of a query that yields rows by itself.
package enum SelectCore: Hashable, Sendable {
    case select(SelectBody)
    /// `VALUES(…), (…)`
    case values([[Expression]])

    /// A core that only has results.
    package static func select(_ results: [Expression]) -> SelectCore {
        .select(SelectBody(results.map { ResultColumn($0) }))
    }
}
