import WCDBSQL
import WCDBStorage

/// How the rows of one source are found.
struct AccessPath {
    struct Bound {
        var value: Scalar
        var isInclusive: Bool
    }

    /// A value that an index column must have.
    struct Equal {
        var value: Scalar
        /// IS: NULL is a value like others.
        var matchesNull: Bool
    }

    enum Way {
        /// Every row, in the order of the table.
        case scan
        case rowid(Scalar)
        case rowidRange(lower: Bound?, upper: Bound?)
        /// An index: values of its first columns, and a range of the next.
        case index(IndexSchema, equals: [Equal], lower: Bound?, upper: Bound?)
        /// A hash table, made when the query begins: these columns have these values.
        case hash([(column: Int, value: Scalar, comparison: Comparison)])
    }

    var way: Way
    /// What finding the rows costs, in units of a row visited in order.
    var cost: Double
    /// How many rows it finds, as far as one can know.
    var rows: Double
    /// Terms that need no test any more.
    var satisfied: [ObjectIdentifier] = []
}

/// Weighs the ways to find the rows of a source.
struct AccessPlanner {
    let sources: [Source]
    let terms: [Term]
    let rowCount: (Source) -> Double
    /// The loops run for each row of something: values from there are worth a hash table.
    let isRepeated: Bool

    /// The best path to a source when those in `bound` have a current row.
    /// `level` is that of its outer join, if it has one: then only terms of its ON count.
    func best(_ index: Int, bound: UInt64, outerLevel: Int?) -> AccessPath {
        let source = sources[index]
        let count = max(1, rowCount(source))
        let usable = terms.filter { term in
            term.mask & ~(bound | 1 << UInt64(index)) == 0 && term.mask & (1 << UInt64(index)) != 0
                && (term.joinLevel == outerLevel
                    || (outerLevel == nil && term.joinLevel == nil))
        }
        let single = usable.reduce(1.0) { $0 * selectivity($1) }
        var best = AccessPath(way: .scan, cost: count, rows: max(0.1, count * single))
        for path in candidates(source, usable, count, bound) where path.cost < best.cost {
            best = path
        }
        return best
    }

    private func selectivity(_ term: Term) -> Double {
        switch term.scalar {
        case .comparison(.equal, _, _, _), .comparison(.is, _, _, _): 0.1
        case .comparison(.notEqual, _, _, _), .comparison(.isNot, _, _, _): 0.9
        case .comparison, .between: 0.4
        case .inList(_, let list, _, false): min(0.9, 0.1 * Double(list.count))
        default: 0.7
        }
    }

    private func candidates(
        _ source: Source, _ terms: [Term], _ count: Double, _ bound: UInt64
    ) -> [AccessPath] {
        var paths: [AccessPath] = []
        guard !source.isLateral else { return [] }
        if let table = source.table {
            paths += rowidPaths(source, terms, count)
            for index in table.indexes
            where isAllowed(index, source) && implies(terms, index, source) {
                if let path = indexPath(index, source, terms, count) { paths.append(path) }
            }
        }
        if bound != 0 || isRepeated, let path = hashPath(source, terms, count) {
            paths.append(path)
        }
        return paths
    }

    private func isAllowed(_ index: IndexSchema, _ source: Source) -> Bool {
        switch source.indexing {
        case .free: true
        case .notIndexed: false
        case .indexed(let name): FoldedName.equal(name.text, index.name)
        }
    }

    /// A partial index has only the rows of its condition.
    private func implies(_ terms: [Term], _ index: IndexSchema, _ source: Source) -> Bool {
        index.condition == nil
    }

    private func rowidPaths(
        _ source: Source, _ terms: [Term], _ count: Double
    ) -> [AccessPath] {
        guard source.table?.isWithoutRowid == false else { return [] }
        var lower: AccessPath.Bound?
        var upper: AccessPath.Bound?
        for term in terms {
            for (column, operation, value, _) in term.bound(on: source) where column == -1 {
                if value.mask([source]) != 0 { continue }
                switch operation {
                case .equal, .is:
                    if case .constant(.null) = value { continue }
                    return [
                        AccessPath(
                            way: .rowid(value), cost: 3, rows: 1,
                            satisfied: operation == .equal ? [ObjectIdentifier(term)] : [])
                    ]
                case .greater, .greaterOrEqual:
                    lower = lower ?? .init(value: value, isInclusive: operation != .greater)
                case .less, .lessOrEqual:
                    upper = upper ?? .init(value: value, isInclusive: operation != .less)
                default: break
                }
            }
        }
        guard lower != nil || upper != nil else { return [] }
        let part = lower != nil && upper != nil ? 0.1 : 0.35
        return [
            AccessPath(
                way: .rowidRange(lower: lower, upper: upper), cost: 3 + count * part,
                rows: max(1, count * part))
        ]
    }

    private func indexPath(
        _ index: IndexSchema, _ source: Source, _ terms: [Term], _ count: Double
    ) -> AccessPath? {
        var equals: [AccessPath.Equal] = []
        var satisfied: [ObjectIdentifier] = []
        var lower: AccessPath.Bound?
        var upper: AccessPath.Bound?
        for column in index.columns {
            guard case .column(let number) = column.content else { break }
            let found = matches(number, column, source, terms)
            if let equal = found.first(where: { $0.operation == .equal || $0.operation == .is }) {
                equals.append(.init(value: equal.value, matchesNull: equal.operation == .is))
                satisfied.append(ObjectIdentifier(equal.term))
                continue
            }
            for match in found {
                switch match.operation {
                case .greater, .greaterOrEqual:
                    lower =
                        lower
                        ?? .init(value: match.value, isInclusive: match.operation != .greater)
                case .less, .lessOrEqual:
                    upper =
                        upper ?? .init(value: match.value, isInclusive: match.operation != .less)
                default: break
                }
            }
            break
        }
        guard !equals.isEmpty || lower != nil || upper != nil else { return nil }
        var rows = count
        if equals.count == index.columns.count, index.isUnique {
            rows = 1
        } else {
            for position in equals.indices { rows = max(1, rows * (position == 0 ? 0.1 : 0.3)) }
            if equals.count > 0 { rows = min(rows, max(10, count / 20)) }
            if lower != nil, upper != nil {
                rows *= 0.15
            } else if lower != nil || upper != nil {
                rows *= 0.4
            }
        }
        rows = max(1, rows)
        // Each row found is looked up in the table.
        return AccessPath(
            way: .index(index, equals: equals, lower: lower, upper: upper),
            cost: 4 + rows * 2.5, rows: rows, satisfied: satisfied)
    }

    private struct Match {
        var term: Term
        var operation: BinaryOperator
        var value: Scalar
    }

    /// Terms that an index column can serve: same collation, and an affinity that the stored
    /// values have already.
    private func matches(
        _ number: Int, _ column: IndexColumn, _ source: Source, _ terms: [Term]
    ) -> [Match] {
        var matches: [Match] = []
        for term in terms {
            for (bound, operation, value, comparison) in term.bound(on: source)
            where bound == number {
                let affinity = source.affinity(number)
                let isFitting =
                    comparison.affinity == .none || comparison.affinity == .blob
                    || comparison.affinity == affinity
                    || (comparison.affinity.isNumeric && affinity.isNumeric)
                guard value.mask([source]) == 0, isFitting,
                    comparison.collation.name == column.collation.name
                else { continue }
                matches.append(Match(term: term, operation: operation, value: value))
            }
        }
        return matches
    }

    private func hashPath(
        _ source: Source, _ terms: [Term], _ count: Double
    ) -> AccessPath? {
        var columns: [(column: Int, value: Scalar, comparison: Comparison)] = []
        for term in terms {
            for (column, operation, value, comparison) in term.bound(on: source)
            where operation == .equal {
                // Constants narrow nothing that a test would not.
                guard value.mask([source]) == 0, !value.isConstant else { continue }
                columns.append((column, value, comparison))
            }
        }
        guard !columns.isEmpty else { return nil }
        let rows = max(0.5, count * 0.1)
        // Building it is paid once; this is called once per row of the levels before.
        return AccessPath(way: .hash(columns), cost: 2 + rows, rows: rows)
    }
}
