import WCDBSQL

/// EXPLAIN and EXPLAIN QUERY PLAN.
extension Connection {
    func run(
        _ explain: ExplainStatement, text: [UInt8]?
    ) throws(EngineError) -> DirectResult {
        guard let statement = explain.statement else { throw .error("nothing to explain") }
        let program = try compile(statement, text: text)
        try endStatement()
        if explain.isQueryPlan {
            return DirectResult(
                columns: ["id", "parent", "notused", "detail"],
                rows: program.plan.map {
                    [.integer(0), .integer(Int64($0.depth)), .integer(0), .text($0.text)]
                })
        }
        return DirectResult(
            columns: ["addr", "opcode", "p1", "p2", "p3", "p4", "p5", "comment"],
            rows: program.instructions.enumerated().map { index, i in
                [
                    .integer(Int64(index)), .text("\(i.opcode)"), .integer(Int64(i.a)),
                    .integer(Int64(i.b)), .integer(Int64(i.c)), .integer(Int64(i.small)),
                    .integer(Int64(i.flag)), .null,
                ]
            })
    }
}
