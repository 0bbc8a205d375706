import WCDBSQL
import WCDBStorage

/// `rowid = value` about the only table of a FROM clause. No way to a row is shorter, so nothing is
/// weighed: most statements of most programs are of this kind.
struct RowLookup {
    let path: AccessPath
    /// How many rows there are, as far as one can know: one, if all other terms hold.
    let rows: Double

    /// Nil if there are several sources, or the terms do not say which row it is.
    init?(in sources: [Source], terms: [Term]) {
        guard sources.count == 1, let table = sources[0].table, !table.isWithoutRowid,
            case .free = sources[0].indexing
        else { return nil }
        for (number, term) in terms.enumerated() {
            guard let key = RowLookup.key(term, sources) else { continue }
            path = AccessPath(.rowid(key), cost: CostModel.rowidSeek, rows: 1)
            path.isOneRow = true
            if key.leavesNothingToTest { path.satisfied = [number] }
            rows = terms.reduce(1) { $1 === term ? $0 : $0 * $1.selectivity }
            return
        }
        return nil
    }

    /// What the rowid of the only source is equal to.
    private static func key(_ term: Term, _ sources: [Source]) -> AccessPath.Equal? {
        guard case .comparison(.equal, let left, let right, let comparison) = term.scalar else {
            return nil
        }
        if left.column(of: sources[0]) == -1, right.mask(sources) == 0 {
            return AccessPath.Equal(content: .value(right), comparison: comparison)
        }
        if right.column(of: sources[0]) == -1, left.mask(sources) == 0 {
            return AccessPath.Equal(content: .value(left), comparison: comparison)
        }
        return nil
    }
}

extension AccessPath.Equal {
    /// Whether a row that was found by its rowid meets the comparison, whatever the value.
    fileprivate var leavesNothingToTest: Bool {
        comparison.affinity == .none || comparison.affinity == .blob
            || comparison.affinity.isNumeric
    }
}
