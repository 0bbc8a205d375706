import WCDBSQL

/// EXPLAIN and EXPLAIN QUERY PLAN.
extension Connection {
    func run(
        _ explain: ExplainStatement, text: [UInt8]?
    ) throws(EngineError) -> DirectResult {
        guard let statement = explain.statement else { throw .error("nothing to explain") }
        let program = try compileWithPlan(statement, text: text)
        // As if it had run, and changed nothing.
        switch statement {
        case .insert, .update, .delete: didChange(0)
        default: break
        }
        try endStatement()
        if explain.isQueryPlan {
            return DirectResult(
                columns: explain.columns, rows: queryPlan(program))
        }
        return DirectResult(
            columns: explain.columns,
            rows: program.instructions.enumerated().map { index, i in
                [
                    .integer(Int64(index)), .text("\(i.opcode)"), .integer(Int64(i.a)),
                    .integer(Int64(i.b)), .integer(Int64(i.c)), .integer(Int64(i.small)),
                    .integer(Int64(i.flag)), .null,
                ]
            })
    }

    private func compileWithPlan(
        _ statement: Statement, text: [UInt8]?
    ) throws(EngineError) -> Program {
        let before = notesPlans
        notesPlans = true
        defer { notesPlans = before }
        return try compile(statement, text: text, parameters: directParameters?.names)
    }

    /// Each line has a number, and that of the line it belongs to.
    private func queryPlan(_ program: Program) -> [[Value]] {
        var parents: [Int] = []
        var rows: [[Value]] = []
        for (index, line) in program.plan.enumerated() {
            parents.removeLast(max(0, parents.count - line.depth))
            let parent = parents.last ?? 0
            parents.append(index + 1)
            rows.append(
                [
                    .integer(Int64(index + 1)), .integer(Int64(parent)), .integer(0),
                    .text(line.text),
                ]
            )
        }
        return rows
    }
}
