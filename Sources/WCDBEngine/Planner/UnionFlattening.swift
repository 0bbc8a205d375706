import WCDBSQL
import WCDBStorage

/// Takes a query of FROM apart that puts queries together by UNION ALL: each of them becomes a
/// part of the query around it, with its results and conditions. An order that is asked for is
/// then asked of each part, and nothing is put aside.
///
/// **Users.** One compilation, before loops are planned; before `Flattening`.
///
/// **Always true.** The rows and their order are the same: whatever is not known to keep them so
/// is left alone. What is read of the query in FROM stays as it is.
struct UnionFlattening {
    let functions: FunctionRegistry

    func run(_ select: BoundSelect) {
        guard select.cores.count == 1, select.recursion == nil, let core = select.cores.first,
            core.isRowByRow, !core.takesRows, core.joins.count == 1,
            core.joins[0].condition.isEmpty, let union = core.joins[0].source.query,
            union.cores.count > 1, union.takesAllRows, union.isConcatenation,
            union.cores.allSatisfy({ !$0.joins.isEmpty && $0.isSimple(functions) })
        else { return }
        // By what is no result rows are ordered by further results, which nobody sees.
        var results = core.results
        var order = select.order
        for index in order.indices where order[index].result == nil {
            order[index].result = results.count
            results.append(order[index].scalar)
        }
        guard !(results + core.condition).contains(where: \.hasQuery) else { return }
        var parts: [(results: [Scalar], condition: [Scalar])] = []
        for part in union.cores {
            var change = ColumnReplacement(
                source: core.joins[0].source, values: part.results, room: 200)
            guard let results = change.applyToResults(results),
                let condition = change.apply(core.condition)
            else { return }
            parts.append((results, condition))
        }
        if select.columns.isEmpty { select.columns = core.unnamedColumns }
        // Not the cores of the query in FROM: `select` may be compiled again, and meet it again.
        select.cores = zip(union.cores, parts).map { part, new in
            let part = BoundCore(of: part)
            part.results = new.results
            part.condition += new.condition
            part.isRepeated = core.isRepeated
            part.expectedRuns = core.expectedRuns
            for join in part.joins { part.recountColumns(of: join.source, order: []) }
            return part
        }
        select.operators = union.operators
        select.collations = select.cores.collations(of: select.columns.count)
        select.order = order
    }
}
