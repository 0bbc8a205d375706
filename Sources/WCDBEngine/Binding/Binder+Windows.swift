import WCDBSQL

/// Functions over windows, and the windows themselves.
extension Binder {
    func bind(
        _ call: FunctionCall, over reference: WindowReference, filter: Expression?,
        _ scope: Scope
    ) throws(EngineError) -> Scalar {
        let name = call.name.text
        let arguments = call.isStar ? [] : call.arguments
        let id = try functions.find(name, argumentCount: arguments.count)
        let function: WindowedCall.Function
        switch functions[id].implementation {
        case .scalar:
            throw .misuse(
                of: .windowFunction, "\(name)() may not be used as a window function")
        case .aggregate(let aggregate): function = .aggregate(aggregate)
        case .window(let window):
            guard filter == nil else {
                throw .error("FILTER clause may only be used with aggregate window functions")
            }
            function = .window(window)
        }
        guard scope.windows != nil, place == nil else {
            throw .misuse(of: .windowFunction, "misuse of window function \(name)()")
        }
        guard !call.isDistinct else {
            throw .error("DISTINCT is not supported for window functions")
        }
        // Windows do not nest.
        let outer = scope.windows ?? []
        scope.windows = nil
        let window = try bind(reference, scope)
        let scalars = try markingForWindow(try bind(arguments, scope), of: call)
        var condition: Scalar?
        if let filter { condition = try bind(filter, scope) }
        let bound = WindowedCall(function, scalars, filter: condition, window: window)
        scope.windows = outer + [bound]
        return .window(bound)
    }

    private func bind(
        _ reference: WindowReference, _ scope: Scope
    ) throws(EngineError) -> BoundWindow {
        let definition: WindowDefinition
        switch reference {
        case .named(let name): definition = try named(name, scope)
        case .definition(let own):
            guard let base = own.base else {
                definition = own
                break
            }
            definition = try extend(try named(base, scope), base, with: own)
        }
        return try bind(definition, scope)
    }

    private func named(_ name: Name, _ scope: Scope) throws(EngineError) -> WindowDefinition {
        guard
            let index = scope.namedWindows.lastIndex(where: {
                FoldedName.equal($0.name.text, name.text)
            })
        else { throw .misuse(of: .other, "no such window: \(name.text)") }
        let found = scope.namedWindows[index].definition
        guard let base = found.base else { return found }
        // A window may extend those that stand before it.
        let before = scope.namedWindows
        scope.namedWindows = Array(before[..<index])
        defer { scope.namedWindows = before }
        return try extend(try named(base, scope), base, with: found)
    }

    private func extend(
        _ base: WindowDefinition, _ name: Name, with own: WindowDefinition
    ) throws(EngineError) -> WindowDefinition {
        func refusal(_ what: String) -> EngineError {
            .error("cannot override \(what) of window: \(name.text)")
        }
        guard own.partition.isEmpty else { throw refusal("PARTITION clause") }
        guard base.order.isEmpty || own.order.isEmpty else { throw refusal("ORDER BY clause") }
        guard base.frame == nil else { throw refusal("frame specification") }
        var extended = own
        extended.base = nil
        extended.partition = base.partition
        extended.order = base.order + own.order
        return extended
    }

    private func bind(
        _ definition: WindowDefinition, _ scope: Scope
    ) throws(EngineError) -> BoundWindow {
        let window = BoundWindow()
        window.partition = try bind(definition.partition, scope)
        for term in definition.order {
            window.order.append(
                BoundSelect.OrderTerm(
                    scalar: try bind(term.expression, scope),
                    isDescending: term.direction == .descending,
                    nullsFirst: term.nulls.map { $0 == .first }))
        }
        guard let frame = definition.frame else {
            if definition.order.isEmpty { window.frame.end = .unboundedFollowing }
            return window
        }
        window.frame = frame
        try requireSense(frame, window)
        // An offset is the same for all rows: it has no columns.
        if let start = frame.start.offset { window.start = try bind(start, Scope(parent: nil)) }
        if let end = frame.end?.offset { window.end = try bind(end, Scope(parent: nil)) }
        return window
    }

    private func requireSense(
        _ frame: WindowFrame, _ window: BoundWindow
    ) throws(EngineError) {
        guard frame.isPossible else { throw .error("unsupported frame specification") }
        let hasOffset = frame.start.offset != nil || frame.end?.offset != nil
        if frame.unit == .range, hasOffset, window.order.count != 1 {
            throw .error(
                "RANGE with offset PRECEDING/FOLLOWING requires one ORDER BY expression")
        }
        if frame.unit == .groups, window.order.isEmpty {
            // All rows are one group.
            return
        }
    }
}
