import WCDBSQL
import WCDBStorage

/// Takes simple queries of FROM, and views, apart: their tables and conditions become those of the
/// query around them, so that its conditions find their indexes, and nothing is put aside.
///
/// **Users.** One compilation, before loops are planned.
///
/// **Always true.** The rows are the same: whatever is not known to keep them so is left alone.
/// Done twice, it does no more than once.
struct Flattening {
    private let core: BoundCore
    private var order: [BoundSelect.OrderTerm]
    private let functions: FunctionRegistry
    /// How many parts of expressions may still be put in the place of columns.
    private var room = 200

    /// Rewrites a core and the terms of ORDER BY over it.
    static func run(
        _ core: BoundCore, order: inout [BoundSelect.OrderTerm], functions: FunctionRegistry
    ) {
        guard core.joins.contains(where: { $0.source.query != nil }), core.windows.isEmpty,
            !core.joins.contains(where: { $0.kind.keepsRight })
        else { return }
        var flattening = Flattening(core: core, order: order, functions: functions)
        var index = 0
        // What was taken apart may have queries of FROM itself.
        while index < core.joins.count { if !flattening.flatten(index) { index += 1 } }
        order = flattening.order
    }

    private init(
        core: BoundCore, order: [BoundSelect.OrderTerm], functions: FunctionRegistry
    ) {
        self.core = core
        self.order = order
        self.functions = functions
    }

    private mutating func flatten(_ index: Int) -> Bool {
        let join = core.joins[index]
        let isOuter = join.kind.keepsLeft
        guard let select = join.source.query, let inner = select.cores.first,
            select.isSimple(functions), !inner.joins.isEmpty,
            core.joins.count - 1 + inner.joins.count <= 64,
            // Outer joins of its own have all its tables to their left, and no others.
            index == 0 || !inner.joins.contains(where: { $0.kind.keepsLeft })
        else { return false }
        if isOuter {
            // Where no row was found every column must be NULL still.
            guard inner.joins.count == 1, inner.results.allSatisfy(\.isPlainColumn) else {
                return false
            }
        }
        guard replaceAll(join.source, by: inner.results) else { return false }
        var joins = inner.joins
        joins[0].kind = join.kind
        if isOuter {
            joins[0].condition += core.joins[index].condition + inner.condition
        } else {
            core.condition += inner.condition
            joins[0].condition += core.joins[index].condition
            // The order of the tables was asked for.
            if join.kind.kind == .cross {
                for index in joins.indices { joins[index].kind = join.kind }
            }
        }
        core.joins.replaceSubrange(index...index, with: joins)
        for join in joins { core.recountColumns(of: join.source, order: order) }
        return true
    }

    /// Replaces the columns of a source in everything; false, and nothing done, if that cannot be.
    private mutating func replaceAll(_ source: Source, by results: [Scalar]) -> Bool {
        let isArgument = core.joins.contains { join in
            guard case .function(_, let arguments) = join.source.content else { return false }
            return arguments.contains { $0.uses(source) }
        }
        guard !isArgument else { return false }
        var change = ColumnReplacement(source: source, values: results, room: room)
        guard let newResults = change.apply(core.results),
            let condition = change.apply(core.condition),
            let groups = change.apply(core.groups),
            let having = change.apply([core.having].compactMap(\.self)),
            let terms = change.apply(order.map(\.scalar))
        else { return false }
        var joins = core.joins
        for index in joins.indices {
            guard let condition = change.apply(joins[index].condition) else { return false }
            joins[index].condition = condition
        }
        var aggregates: [(arguments: [Scalar], filter: Scalar?)] = []
        for aggregate in core.aggregates {
            guard let arguments = change.apply(aggregate.arguments),
                let filter = change.apply([aggregate.filter].compactMap(\.self))
            else { return false }
            aggregates.append((arguments, filter.first))
        }
        room = change.room
        core.results = newResults
        core.condition = condition
        core.groups = groups
        core.having = having.first
        core.joins = joins
        for (index, scalar) in terms.enumerated() { order[index].scalar = scalar }
        for (aggregate, new) in zip(core.aggregates, aggregates) {
            aggregate.arguments = new.arguments
            aggregate.filter = new.filter
        }
        return true
    }
}

extension Source {
    /// The query whose rows the source has, if nobody else reads them.
    var query: BoundSelect? {
        guard case .select(let select) = content, !isNumbered else { return nil }
        guard let shared else { return select }
        return shared.isMaterialized || shared.mentionCount > 1 ? nil : select
    }
}

extension BoundSelect {
    /// Nothing but tables, conditions and results.
    fileprivate func isSimple(_ functions: FunctionRegistry) -> Bool {
        cores.count == 1 && takesAllRows && cores[0].isSimple(functions)
    }

    /// Whether the rows of its cores are its rows, as they come.
    var takesAllRows: Bool {
        order.isEmpty && limit == nil && offset == nil && recursion == nil && !usesOuterAggregates
    }
}

extension BoundCore {
    /// Nothing but tables, conditions and results, which may be computed elsewhere.
    func isSimple(_ functions: FunctionRegistry) -> Bool {
        isRowByRow && !joins.contains { $0.kind.keepsRight }
            && results.allSatisfy { $0.isSteady(functions) }
    }

    /// Whether each row of its tables that it keeps is a row of it.
    var isRowByRow: Bool { rows == nil && !isDistinct && !isAggregate && windows.isEmpty }

    /// Notes anew which columns are used: those of results that nobody asked for are not, and an
    /// index without them serves.
    func recountColumns(of source: Source, order: [BoundSelect.OrderTerm]) {
        // Generated columns may be computed from any of the others.
        guard source.generated.isEmpty else { return }
        source.usedColumns = ColumnSet()
        let note: (Scalar) -> Void = { scalar in
            scalar.visit { part in
                guard case .column(let own, let column) = part, own === source else { return }
                source.usedColumns.insert(column)
            }
        }
        forEachScalar(note)
        for term in order { note(term.scalar) }
    }

    private func forEachScalar(_ body: (Scalar) -> Void) {
        for scalar in results + condition + groups { body(scalar) }
        for join in joins {
            for scalar in join.condition { body(scalar) }
            if case .function(_, let arguments) = join.source.content {
                for argument in arguments { body(argument) }
            }
        }
        if let having { body(having) }
        for aggregate in aggregates {
            for scalar in aggregate.arguments { body(scalar) }
            if let filter = aggregate.filter { body(filter) }
        }
    }
}

extension Scalar {
    fileprivate var isPlainColumn: Bool {
        if case .column = self { return true }
        return false
    }
}
