import WCDBSQL
import WCDBStorage

/// `FROM f WHERE f.argument = value` says `FROM f(value)`: the arguments of a function are columns
/// that no star shows.
extension Binder {
    /// Gives functions that lack arguments those of the conditions.
    func takeArguments(_ core: BoundCore) {
        guard core.joins.contains(where: { $0.source.isFunction }),
            !core.joins.contains(where: { $0.kind.keepsRight })
        else { return }
        let isInner = !core.joins.contains { $0.kind.keepsLeft }
        for (place, source) in core.sources.enumerated() { source.place = place }
        for place in core.joins.indices {
            guard case .function(let function, let given) = core.joins[place].source.content,
                given.count < function.maxArguments
            else { continue }
            var arguments = given
            for number in given.count..<function.maxArguments {
                guard let value = argument(number, of: place, function, core, isInner) else {
                    continue
                }
                while arguments.count < number { arguments.append(.constant(.null)) }
                arguments.append(value)
                core.joins[place].source.content = .function(function, arguments)
            }
        }
        if isInner { arrange(core) }
    }

    /// Takes the condition that says what an argument is out of those that are tested.
    private func argument(
        _ number: Int, of place: Int, _ function: TableFunctionSchema, _ core: BoundCore,
        _ isInner: Bool
    ) -> Scalar? {
        // Where rows may lack a partner, the order of the tables stays.
        let known = isInner ? ~core.dependents(on: place) : (1 << UInt64(place)) - 1
        // The arguments are the last columns; a pragma that takes but one has the schema there.
        let column = function.columns.count - function.maxArguments + number
        let sources = core.sources
        func take(_ terms: inout [Scalar]) -> Scalar? {
            for index in terms.indices {
                guard
                    let value = terms[index].value(equalTo: core.joins[place].source, column),
                    value.mask(sources) & ~known == 0
                else { continue }
                terms.remove(at: index)
                return value
            }
            return nil
        }
        if let value = take(&core.joins[place].condition) { return value }
        if !core.joins[place].kind.keepsLeft, let value = take(&core.condition) { return value }
        guard isInner else { return nil }
        for other in core.joins.indices {
            if let value = take(&core.joins[other].condition) { return value }
        }
        return nil
    }

    /// Brings what arguments need before the functions that need it.
    private func arrange(_ core: BoundCore) {
        var rest = core.joins
        var joins: [BoundCore.Join] = []
        var known: UInt64 = 0
        let sources = core.sources
        while !rest.isEmpty {
            let next = rest.firstIndex { $0.source.needs(sources) & ~known == 0 } ?? 0
            known |= 1 << UInt64(rest[next].source.place)
            joins.append(rest.remove(at: next))
        }
        core.joins = joins
        for (place, join) in joins.enumerated() { join.source.place = place }
    }
}

extension BoundCore {
    /// The source at a place, and those whose arguments need it, also by way of others.
    fileprivate func dependents(on place: Int) -> UInt64 {
        var found: UInt64 = 1 << UInt64(place)
        let sources = sources
        while true {
            var more = found
            for source in sources where source.needs(sources) & found != 0 {
                more |= 1 << UInt64(source.place)
            }
            if more == found { return found }
            found = more
        }
    }
}

extension Source {
    /// The sources that its arguments are made of.
    fileprivate func needs(_ sources: [Source]) -> UInt64 {
        guard case .function(_, let arguments) = content else { return 0 }
        return arguments.reduce(0) { $0 | $1.mask(sources) }
    }
}

extension Scalar {
    /// What a column is said to be equal to.
    fileprivate func value(equalTo source: Source, _ column: Int) -> Scalar? {
        guard case .comparison(.equal, let left, let right, _) = self else { return nil }
        if case .column(let own, column) = left, own === source { return right }
        if case .column(let own, column) = right, own === source { return left }
        return nil
    }
}
