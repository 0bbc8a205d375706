import WCDBStorage

/// Puts expressions in the place of the columns of a source.
///
/// **Users.** `Flattening`, `UnionFlattening` and `ConditionPushDown`.
///
/// **Always true.** What comes out has the value that went in, for every row: a column whose
/// expression is compared or computed otherwise than the column is refused. No more than `room`
/// parts are put in, so that views upon views of `x + x` do not grow without end, and the trees
/// stay as shallow as the compiler needs them.
struct ColumnReplacement {
    let source: Source
    /// For each column what stands for it.
    let values: [Scalar]
    private(set) var room: Int

    init(source: Source, values: [Scalar], room: Int) {
        self.source = source
        self.values = values
        self.room = room
    }

    /// Nil if one of them is not known to be replaceable.
    mutating func apply(_ scalars: [Scalar]) -> [Scalar]? {
        var changed: [Scalar] = []
        changed.reserveCapacity(scalars.count)
        for scalar in scalars {
            guard let new = scalar.uses(source) ? apply(scalar) : scalar else { return nil }
            changed.append(new)
        }
        return changed
    }

    /// The same where nobody compares what comes out by what it is made of: a column alone may be
    /// anything.
    mutating func applyToResults(_ results: [Scalar]) -> [Scalar]? {
        var changed: [Scalar] = []
        changed.reserveCapacity(results.count)
        for result in results {
            guard let new = columnAlone(result) ?? apply([result])?.first else { return nil }
            changed.append(new)
        }
        return changed
    }

    private func columnAlone(_ scalar: Scalar) -> Scalar? {
        guard case .column(let own, let column) = scalar, own === source,
            values.indices.contains(column)
        else { return nil }
        return values[column]
    }

    private mutating func value(of column: Int) -> Scalar? {
        guard values.indices.contains(column) else { return nil }
        let value = values[column]
        // A COLLATE inside would reach further than the column did.
        guard value.affinity == source.affinity(column), value.explicitCollation == nil,
            value.collation.name == (source.collation(column) ?? .binary).name
        else { return nil }
        if case .column = value { return value }
        value.visit { _ in room -= 1 }
        return room >= 0 ? value : nil
    }

    private mutating func apply(_ scalar: Scalar) -> Scalar? {
        switch scalar {
        case .column(let own, let column): return own === source ? value(of: column) : scalar
        case .constant, .parameter, .aggregate, .register, .raise: return scalar
        case .negate(let operand): return apply(operand).map { .negate($0) }
        case .bitNot(let operand): return apply(operand).map { .bitNot($0) }
        case .not(let operand): return apply(operand).map { .not($0) }
        case .isNull(let operand, let isNegated):
            return apply(operand).map { .isNull($0, isNegated: isNegated) }
        case .cast(let operand, let affinity): return apply(operand).map { .cast($0, affinity) }
        case .collate(let operand, let collation):
            return apply(operand).map { .collate($0, collation) }
        case .plain(let operand): return apply(operand).map { .plain($0) }
        case .truth(let operand, let isNegated, let wanted):
            return apply(operand).map { .truth($0, isNegated: isNegated, wanted: wanted) }
        case .arithmetic(let operation, let left, let right):
            return pair(left, right) { .arithmetic(operation, $0, $1) }
        case .and(let left, let right): return pair(left, right) { .and($0, $1) }
        case .or(let left, let right): return pair(left, right) { .or($0, $1) }
        case .comparison(let operation, let left, let right, let comparison):
            return pair(left, right) { .comparison(operation, $0, $1, comparison) }
        default: return applyToMany(scalar)
        }
    }

    private mutating func pair(
        _ left: Scalar, _ right: Scalar, _ make: (Scalar, Scalar) -> Scalar
    ) -> Scalar? {
        guard let left = apply(left), let right = apply(right) else { return nil }
        return make(left, right)
    }

    private mutating func applyToMany(_ scalar: Scalar) -> Scalar? {
        switch scalar {
        case .between(let subject, let lower, let low, let upper, let high, let isNegated):
            guard let all = apply([subject, lower, upper]) else { return nil }
            return .between(all[0], all[1], low, all[2], high, isNegated: isNegated)
        case .inList(let subject, let list, let comparison, let isNegated):
            guard let all = apply([subject] + list) else { return nil }
            return .inList(all[0], Array(all.dropFirst()), comparison, isNegated: isNegated)
        case .inSelect(let subjects, let select, let comparisons, let isNegated):
            guard !select.uses(source), let all = apply(subjects) else { return nil }
            return .inSelect(all, select, comparisons, isNegated: isNegated)
        case .exists(let select), .select(let select), .field(let select, _):
            return select.uses(source) ? nil : scalar
        case .function(let function, let arguments, let collation):
            return apply(arguments).map { .function(function, $0, collation) }
        case .row(let elements): return apply(elements).map { .row($0) }
        case .firstKnown(let values): return apply(values).map { .firstKnown($0) }
        case .choice(let operand, let branches, let otherwise):
            return apply(operand, branches, otherwise)
        default: return nil
        }
    }

    private mutating func apply(
        _ operand: Scalar?, _ branches: [(when: Scalar, comparison: Comparison?, then: Scalar)],
        _ otherwise: Scalar?
    ) -> Scalar? {
        var changed: [(when: Scalar, comparison: Comparison?, then: Scalar)] = []
        for branch in branches {
            guard let when = apply(branch.when), let then = apply(branch.then) else { return nil }
            changed.append((when, branch.comparison, then))
        }
        var ends = [operand, otherwise]
        for (index, end) in ends.enumerated() {
            guard let end else { continue }
            guard let new = apply(end) else { return nil }
            ends[index] = new
        }
        return .choice(operand: ends[0], changed, ends[1])
    }
}

extension BoundSelect {
    fileprivate func uses(_ source: Source) -> Bool {
        outerColumns.contains { $0.0 === source }
    }
}

extension Scalar {
    /// Whether it, or a query inside of it, has a column of the source.
    func uses(_ source: Source) -> Bool {
        switch self {
        case .column(let own, _): return own === source
        default:
            return innerSelect?.uses(source) ?? false || anyOperand { $0.uses(source) }
        }
    }

    /// Whether computing it once more, or for other rows, or not at all makes no difference.
    func isSteady(_ functions: FunctionRegistry) -> Bool {
        switch self {
        case .function(let function, _, _):
            guard functions[function].isDeterministic else { return false }
        case .raise, .aggregate, .window, .exists, .select, .field, .inSelect, .register:
            return false
        default: break
        }
        return !anyOperand { !$0.isSteady(functions) }
    }
}
