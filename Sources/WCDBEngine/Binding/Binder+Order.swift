import WCDBSQL
import WCDBStorage

/// ORDER BY and LIMIT.
extension Binder {
    func bindOrder(
        _ statement: SelectStatement, _ select: BoundSelect, _ cores: [BoundCore],
        _ scopes: [Scope]
    ) throws(EngineError) {
        // What orders the rows of a query is not computed over those of another one.
        for scope in scopes { scope.keepsAggregates = true }
        defer { for scope in scopes { scope.keepsAggregates = false } }
        for (index, term) in statement.order.enumerated() {
            if let order = try bind(term, number: index + 1, cores, scopes) {
                select.order.append(order)
            }
        }
    }

    /// A term; nil if it decides nothing.
    private func bind(
        _ term: OrderingTerm, number: Int, _ cores: [BoundCore], _ scopes: [Scope]
    ) throws(EngineError) -> BoundSelect.OrderTerm? {
        var (expression, collation) = try splitCollation(term.expression)
        var order = BoundSelect.OrderTerm(
            scalar: .constant(.null), isDescending: term.direction == .descending,
            nullsFirst: term.nulls.map { $0 == .first })
        order.result = try resultIndex(of: expression, number: number, cores, scopes)
        if let result = order.result {
            order.scalar = cores[0].results[result]
        } else if cores.count > 1 {
            let term = Binder.ordinal(number)
            throw .error("\(term) ORDER BY term does not match any column in the result set")
        } else {
            guard let scalar = try bindOrder(by: expression, cores[0], scopes[0]) else {
                return nil
            }
            order.scalar = scalar
            order.result = cores[0].results.firstIndex { $0.isSame(as: scalar) }
        }
        if collation == nil, cores.count > 1, let result = order.result {
            collation = cores.collation(of: result)
        }
        if let collation { order.scalar = .collate(order.scalar, collation) }
        return order
    }

    /// What a simple query is ordered by besides its results; nil if that decides nothing.
    private func bindOrder(
        by expression: Expression, _ core: BoundCore, _ scope: Scope
    ) throws(EngineError) -> Scalar? {
        scope.aggregates = core.aggregates
        scope.windows = core.windows
        let scalar = try bind(expression, scope)
        if case .row(let parts) = scalar, parts.count > 1 { throw .rowValueMisused }
        core.windows = scope.windows ?? []
        scope.windows = nil
        let found = scope.aggregates ?? []
        guard found.count > core.aggregates.count else { return scalar }
        // One row at most needs no order.
        if core.joins.isEmpty, !core.isAggregate, core.windows.isEmpty { return nil }
        guard core.isAggregate else {
            throw .misuse(of: .aggregate, "misuse of aggregate: \(found[0].function.name)()")
        }
        core.aggregates = found
        return scalar
    }

    /// A term without the COLLATE around it. Of several the outermost counts.
    func splitCollation(
        _ term: Expression
    ) throws(EngineError) -> (term: Expression, collation: Collation?) {
        var term = term
        var collation: Collation?
        while case .collate(let node) = term {
            let found = try collations.find(node.collation.text)
            if collation == nil { collation = found }
            term = node.operand
        }
        return (term, collation)
    }

    /// Which result column a term of ORDER BY names: by its number, by a name of its own, the first
    /// of several, or in a compound by what it is.
    private func resultIndex(
        of expression: Expression, number: Int, _ cores: [BoundCore], _ scopes: [Scope]
    ) throws(EngineError) -> Int? {
        if let value = expression.ordinal {
            guard value >= 1, value <= cores[0].results.count else {
                throw Binder.outOfRange(number, "ORDER BY", count: cores[0].results.count)
            }
            return value - 1
        }
        for (core, scope) in zip(cores, scopes) {
            if case .column(let column) = expression, column.table == nil {
                let name = column.name.text
                let index = core.names.indices.first {
                    core.named.contains($0) && FoldedName.equal(core.names[$0], name)
                }
                if let index { return index }
            }
            guard cores.count > 1, let scalar = try? bind(expression, scope) else { continue }
            if let index = core.results.firstIndex(where: { $0.isSame(as: scalar) }) {
                return index
            }
        }
        return nil
    }

    static func outOfRange(
        _ term: Int, _ clause: String, count: Int
    ) -> EngineError {
        .misuse(
            of: .other,
            "\(ordinal(term)) \(clause) term out of range - "
                + "should be between 1 and \(count)")
    }

    static func ordinal(_ number: Int) -> String {
        let suffix =
            switch number % 100 {
            case 11, 12, 13: "th"
            default:
                switch number % 10 {
                case 1: "st"
                case 2: "nd"
                case 3: "rd"
                default: "th"
                }
            }
        return "\(number)\(suffix)"
    }

    func bindLimit(
        _ statement: SelectStatement, _ select: BoundSelect, _ parent: Scope?
    ) throws(EngineError) {
        guard let limit = statement.limit else { return }
        let scope = Scope(parent: parent)
        select.limit = try bind(limit.count, scope)
        if let offset = limit.offset { select.offset = try bind(offset, scope) }
        select.outerColumns += scope.outerColumns
    }
}
