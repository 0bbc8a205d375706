import StorageSimulation
import WCDBSQL

/// What must hold of this engine's answers whatever SQLite says: the same rows without indexes,
/// and a condition that cuts all rows in three parts.
struct PlanInvariance {
    private let engine: EngineSide
    /// Gives up what takes too long: joins of many tables without their condition.
    private let theirs: OracleSide

    init(_ engine: EngineSide, _ theirs: OracleSide) {
        self.engine = engine
        self.theirs = theirs
    }

    func check(_ sql: String, _ outcome: StatementOutcome, index: Int) throws {
        var parser = Parser(sql)
        guard let parsed = try parser.nextStatement(), case .select(let select) = parsed.statement,
            case .select(let body) = select.first, select.compounds.isEmpty, body.groups.isEmpty,
            body.having == nil, !body.isDistinct, select.limit == nil, let from = body.from,
            let condition = body.condition, !body.results.contains(where: PlanInvariance.counts)
        else { return }
        var whole = select
        var part = body
        part.condition = nil
        whole.first = .select(part)
        let isLarge = from.joins.count > 1
        guard let everything = answer(to: whole, isLarge: isLarge) else { return }
        var parts: [String] = []
        for test in [condition, .unary(.not, condition), .unary(.isNull, condition)] {
            part.condition = test
            whole.first = .select(part)
            guard let outcome = answer(to: whole, isLarge: isLarge), !outcome.failed else {
                return
            }
            parts += outcome.rowTexts
        }
        guard !everything.failed, parts.sorted() != everything.rowTexts.sorted() else {
            try checkWithoutIndexes(select, body, from, outcome, index: index, sql)
            return
        }
        throw ScriptDifference(
            index: index, sql: sql, what: "the parts are not the whole",
            ours: "\(parts.count) rows in three parts: \(parts.prefix(5))",
            theirs: "not asked: \(everything.rows.count) rows in all: "
                + "\(everything.rowTexts.prefix(5))")
    }

    /// Nil for a large query that takes SQLite too long.
    private func answer(to select: SelectStatement, isLarge: Bool) -> StatementOutcome? {
        let sql = Statement.select(select).sql
        return isLarge && theirs.run(sql).isInterrupted ? nil : engine.run(sql)
    }

    /// The same query with every table NOT INDEXED.
    private func checkWithoutIndexes(
        _ select: SelectStatement, _ body: SelectBody, _ from: JoinClause,
        _ outcome: StatementOutcome, index: Int, _ sql: String
    ) throws {
        var (query, bare, sources) = (select, body, from)
        sources.first = sources.first.map(PlanInvariance.withoutIndex)
        for number in sources.joins.indices {
            sources.joins[number].source = PlanInvariance.withoutIndex(sources.joins[number].source)
        }
        bare.from = sources
        query.first = .select(bare)
        let isLarge = from.joins.count > 1
        guard let again = answer(to: query, isLarge: isLarge), !again.failed,
            again.rowTexts.sorted() != outcome.rowTexts.sorted()
        else { return }
        throw ScriptDifference(
            index: index, sql: sql, what: "indexes change the rows",
            ours: "\(outcome.rows.count) rows: \(outcome.rowTexts.prefix(5))",
            theirs: "not asked: without indexes \(again.rowTexts.prefix(5))")
    }

    private static func withoutIndex(_ source: TableSource) -> TableSource {
        guard case .table(var table) = source else { return source }
        table.indexing = .notIndexed
        return .table(table)
    }

    /// True for what may hold an aggregate or a window function: rows are then no rows of the
    /// sources, or depend on the others.
    private static func counts(_ result: ResultColumn) -> Bool {
        let text = result.expression.sql.lowercased()
        return [
            "count(", "sum(", "avg(", "total(", "min(", "max(", "group_concat(", "json_group_",
            ") over",
        ].contains { text.contains($0) }
    }
}
