import WCDBSQL
import WCDBStorage

/// Leaves out outer joins that add nothing: no column of theirs is asked for, and no row has more
/// than one partner.
///
/// **Users.** One compilation, before loops are planned; after `Flattening`.
struct JoinOmission {
    static func run(_ core: BoundCore, order: [BoundSelect.OrderTerm]) {
        guard core.joins.contains(where: { $0.kind.keepsLeft }),
            !core.joins.contains(where: { $0.kind.keepsRight }), core.windows.isEmpty
        else { return }
        for index in core.joins.indices.reversed() where index > 0 {
            let join = core.joins[index]
            guard join.kind.keepsLeft, !isUsed(join.source, core, index, order), hasOnePartner(join)
            else { continue }
            core.joins.remove(at: index)
        }
    }

    /// Whether the condition gives the rowid, or all columns of a unique index.
    private static func hasOnePartner(_ join: BoundCore.Join) -> Bool {
        guard let table = join.source.table else { return false }
        var known: [(column: Int, collation: Collation)] = []
        for condition in join.condition {
            guard case .comparison(.equal, let left, let right, let comparison) = condition else {
                continue
            }
            for (own, other) in [(left, right), (right, left)] {
                guard let column = own.column(of: join.source), !other.uses(join.source) else {
                    continue
                }
                if column == -1 { return true }
                // What is compared otherwise than it is stored may have several partners.
                guard
                    comparison.affinity == .none || comparison.affinity == .blob
                        || comparison.affinity == own.affinity
                        || comparison.affinity.isNumeric && own.affinity.isNumeric
                else { continue }
                known.append((column, comparison.collation))
            }
        }
        return table.indexes.contains { index in
            index.isUnique && index.condition == nil
                && index.columns.allSatisfy { column in
                    guard case .column(let number) = column.content else { return false }
                    return known.contains {
                        $0.column == number && $0.collation.name == column.collation.name
                    }
                }
        }
    }

    private static func isUsed(
        _ source: Source, _ core: BoundCore, _ own: Int, _ order: [BoundSelect.OrderTerm]
    ) -> Bool {
        func isUsed(_ scalars: [Scalar]) -> Bool { scalars.contains { $0.uses(source) } }
        if isUsed(core.results) || isUsed(core.condition) || isUsed(core.groups)
            || order.contains(where: { $0.scalar.uses(source) })
            || core.having?.uses(source) ?? false
        {
            return true
        }
        for (index, join) in core.joins.enumerated() where index != own {
            if isUsed(join.condition) { return true }
            if case .function(_, let arguments) = join.source.content, isUsed(arguments) {
                return true
            }
        }
        return core.aggregates.contains { aggregate in
            isUsed(aggregate.arguments) || aggregate.filter?.uses(source) ?? false
        }
    }
}
