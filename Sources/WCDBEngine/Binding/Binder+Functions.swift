import WCDBSQL
import WCDBStorage

/// Calls of functions, and which query an aggregate belongs to.
extension Binder {
    func bind(_ call: FunctionCall, _ scope: Scope) throws(EngineError) -> Scalar {
        let name = call.name.text
        if case .over(let filter, let window)? = call.window {
            return try bind(call, over: window, filter: filter, scope)
        }
        let isStar = call.isStar
        let arguments = isStar ? [] : call.arguments
        if !isStar, let choice = try bindChoice(call, scope) { return choice }
        let id = try functions.find(name, argumentCount: arguments.count)
        if let place, place.refusesChance, !functions[id].isDeterministic {
            throw place.prohibits("non-deterministic functions")
        }
        switch functions[id].implementation {
        case .aggregate(let function):
            return try bindAggregate(function, call, arguments, scope)
        case .window:
            throw .misuse(of: .windowFunction, "misuse of window function \(name)()")
        case .scalar:
            // One row has no duplicates: DISTINCT changes nothing.
            guard call.window == nil else {
                throw .error("FILTER may not be used with non-aggregate \(name)()")
            }
            let scalars = try marking(try bind(arguments, scope), of: call)
            let collation = scalars.lazy.compactMap {
                $0.explicitCollation ?? $0.columnCollation
            }.first
            return .function(id, scalars, collation ?? .binary)
        }
    }

    /// Functions that compute only the argument they need.
    private func bindChoice(
        _ call: FunctionCall, _ scope: Scope
    ) throws(EngineError) -> Scalar? {
        guard call.window == nil else { return nil }
        switch FoldedName.fold(call.name.text) {
        case "coalesce" where call.arguments.count > 1,
            "ifnull" where call.arguments.count == 2:
            return .firstKnown(try bind(call.arguments, scope))
        case "iif" where call.arguments.count == 3:
            let values = try bind(call.arguments, scope)
            return .choice(operand: nil, [(values[0], nil, values[1])], values[2])
        case "likely" where call.arguments.count == 1, "unlikely" where call.arguments.count == 1:
            return try hinted(call, scope)
        case "likelihood" where call.arguments.count == 2:
            guard case .literal(.real(let chance)) = call.arguments[1], (0...1).contains(chance)
            else {
                throw .error(
                    "second argument to likelihood() must be a constant between 0.0 and 1.0")
            }
            return try hinted(call, scope)
        default: return nil
        }
    }

    /// The argument of `likely` and its relatives. What is compared as a column would be stays a
    /// call, for a call's value is no column's.
    private func hinted(_ call: FunctionCall, _ scope: Scope) throws(EngineError) -> Scalar {
        let arguments = try bind(call.arguments, scope)
        guard arguments[0].affinity != .none || arguments[0].columnCollation != nil else {
            return .plain(arguments[0])
        }
        let id = try functions.find(call.name.text, argumentCount: arguments.count)
        return .function(id, arguments, .binary)
    }

    private func bindAggregate(
        _ function: AggregateFunction, _ call: FunctionCall, _ arguments: [Expression],
        _ scope: Scope
    ) throws(EngineError) -> Scalar {
        guard place == nil, !scope.isInsideAggregate else {
            throw .misuse(
                of: .aggregate, "misuse of aggregate function \(call.name.text)()")
        }
        if call.isDistinct, arguments.count != 1 {
            throw .error("DISTINCT aggregates must have exactly one argument")
        }
        let windows = scope.windows
        scope.isInsideAggregate = true
        // No window is known before its rows are grouped.
        scope.windows = nil
        defer { (scope.isInsideAggregate, scope.windows) = (false, windows) }
        let scalars = try marking(try bind(arguments, scope), of: call)
        var filter: Scalar?
        if case .filter(let expression) = call.window { filter = try bind(expression, scope) }
        let query = try owner(of: scalars + [filter].compactMap(\.self), scope, call)
        // The same call twice is computed once.
        for known in query.aggregates ?? []
        where known.function == function
            && known.isDistinct == call.isDistinct && known.filter == nil && filter == nil
            && known.arguments.count == scalars.count
            && zip(known.arguments, scalars).allSatisfy({ $0.isSame(as: $1) })
        {
            return .aggregate(known)
        }
        let aggregate = Aggregate(
            function, scalars, isDistinct: call.isDistinct, filter: filter,
            collation: scalars.first?.collation ?? .binary)
        aggregate.index = query.aggregates?.count ?? 0
        query.aggregates?.append(aggregate)
        return .aggregate(aggregate)
    }

    /// The query that computes an aggregate: the innermost one whose columns it uses. The row of a
    /// trigger or of an upsert belongs to none.
    private func owner(
        of operands: [Scalar], _ scope: Scope, _ call: FunctionCall
    ) throws(EngineError) -> Scope {
        var used: [Source] = []
        for operand in operands {
            operand.visit {
                if case .column(let source, _) = $0, !source.isQualifiedOnly { used.append(source) }
            }
        }
        var owner = scope
        var passed: [Scope] = []
        var place: Scope? = used.isEmpty ? nil : scope
        while let current = place {
            if current.sources.contains(where: { source in used.contains { $0 === source } }) {
                owner = current
                for scope in passed { scope.usesOuterAggregates = true }
                break
            }
            passed.append(current)
            place = current.keepsAggregates ? nil : current.parent
        }
        // Where aggregates may be called it is the owner that cannot compute this one.
        let isAllowed = scope.aggregates != nil || scope.isAggregateQuery
        guard isAllowed, owner.aggregates != nil, !owner.isInsideAggregate || owner === scope else {
            let kind = isAllowed ? "aggregate: " : "aggregate function "
            throw .misuse(of: .aggregate, "misuse of \(kind)\(call.name.text)()")
        }
        return owner
    }
}
