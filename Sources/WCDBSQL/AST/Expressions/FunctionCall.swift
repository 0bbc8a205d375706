/// `f(a, b)`, `count(*)`, `sum(DISTINCT a)`, `sum(a) FILTER(WHERE b) OVER(…)`.
///
/// The star is the one argument `Expression.column(.all)`. DISTINCT is shown only with arguments.
package final class FunctionCall: Hashable, Sendable {
    package let name: Name
    package let isDistinct: Bool
    package let arguments: [Expression]
    package let window: WindowCall?
    package let extent: TreeExtent

    package convenience init(
        _ name: Name, isDistinct: Bool = false, _ arguments: [Expression] = [],
        window: WindowCall? = nil
    ) {
        var parts = TreeExtent.empty
        parts.include(arguments)
        self.init(name, isDistinct: isDistinct, arguments, extent: parts, window: window)
    }

    /// For whoever knows the extent of the arguments: a call that grows argument by argument looks
    /// at each of them once.
    package init(
        _ name: Name, isDistinct: Bool, _ arguments: [Expression], extent parts: TreeExtent,
        window: WindowCall?
    ) {
        var parts = parts
        if let window { parts.include(window.extent) }
        let extent = parts.enclosed(weight: TreeExtent.callWeight)
        let isTooLarge = extent.isTooLarge
        self.name = name
        self.isDistinct = isDistinct
        self.arguments = isTooLarge ? [.tooLarge] : arguments
        self.window = isTooLarge ? nil : window
        self.extent = isTooLarge ? .exceeded : extent
    }

    /// Whether this is `f(*)`.
    package var isStar: Bool {
        guard arguments.count == 1, case .column(let column) = arguments[0] else { return false }
        return column.isAll && column.table == nil
    }

    package func with(window: WindowCall?) -> FunctionCall {
        FunctionCall(name, isDistinct: isDistinct, arguments, window: window)
    }

    package static func == (one: FunctionCall, other: FunctionCall) -> Bool {
        one === other
            || (one.name == other.name && one.isDistinct == other.isDistinct
                && one.arguments == other.arguments && one.window == other.window)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(isDistinct)
        hasher.combine(arguments)
        hasher.combine(window)
    }
}

/// What stands behind the arguments of a function: FILTER, OVER, or both. One box, since most
/// calls have neither.
package indirect enum WindowCall: Hashable, Sendable {
    case filter(Expression)
    case over(filter: Expression?, WindowReference)

    package var extent: TreeExtent {
        var parts = TreeExtent.empty
        switch self {
        case .filter(let filter): parts.include(filter)
        case .over(let filter, let window):
            parts.include(filter)
            if case .definition(let definition) = window {
                parts.include(definition.extent.enclosed(weight: TreeExtent.callWeight))
            }
        }
        return parts
    }
}

/// The window of a call: one that the statement names, or a definition on the spot.
package enum WindowReference: Hashable, Sendable {
    case named(Name)
    case definition(WindowDefinition)
}
