import WCDBSQL
import WCDBStorage

/// ``SoleRow`` as a nest of loops has it, where there is more to do than to find the row.
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
            guard let (value, comparison) = SoleRow.key(term.scalar, of: sources[0]) else {
                continue
            }
            let equal = AccessPath.Equal(content: .value(value), comparison: comparison)
            path = AccessPath(
                .rowid(equal), rows: 1,
                satisfied: comparison.isExactForRowid ? TermSet(number) : TermSet())
            rows = terms.reduce(1) { $1 === term ? $0 : $0 * $1.selectivity }
            return
        }
        return nil
    }
}
