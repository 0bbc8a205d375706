import StorageSimulation
import WCDBEngine
import WCDBSQL

/// SQLite again, made to take other plans: what it then answers differently has no one answer.
struct OraclePlans {
    private let library: SQLiteOracle
    /// What was run before.
    private let script: [String]

    init(_ library: SQLiteOracle, script: [String]) {
        self.library = library
        self.script = script
    }

    private struct Plan {
        var isReversed = false
        var mask: Int32 = 0
        var leavesOutIndexes = false
        var ignoresHints = false
        var ignoresOrder = false
        var makesNoIndexes = false
        /// Tables WITHOUT ROWID have one, as ours do: their rows come in the order in which they
        /// were added.
        var hasRowids = false
    }

    private static let plans = [
        Plan(isReversed: true), Plan(mask: -1), Plan(isReversed: true, mask: -1),
        Plan(leavesOutIndexes: true), Plan(isReversed: true, leavesOutIndexes: true),
        Plan(mask: -1, leavesOutIndexes: true), Plan(ignoresHints: true),
        Plan(ignoresOrder: true), Plan(makesNoIndexes: true), Plan(hasRowids: true),
    ]

    /// True if some plan of SQLite gives our outcome, or if its plans disagree so that ours may be
    /// another answer.
    func leaveChoice(
        _ sql: String, ours: StatementOutcome, theirs: StatementOutcome, _ tables: ScriptTables,
        _ engine: EngineSide
    ) throws -> Bool {
        let comparison = OutcomeComparison(of: sql)
        if try hasTies(sql, comparison, ours, theirs, engine) || insertsTies(sql) { return true }
        if comparison.isQuery, mentions(["UNION", "INTERSECT", "EXCEPT"], sql),
            OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
        {
            return true
        }
        // Of equal values any may stand for all.
        let hasGroups = mentions(["DISTINCT", "GROUP BY"], sql) || takesExtremes(sql)
        if comparison.isQuery, hasGroups,
            OutcomeComparison.equalRows(ours) == OutcomeComparison.equalRows(theirs)
        {
            return true
        }
        // So may they come in any order.
        if comparison.isQuery, script.contains(where: { $0.contains("COLLATE") }),
            ours.rowTexts.sorted() == theirs.rowTexts.sorted(),
            comparison.looseSequence(ours) == comparison.looseSequence(theirs)
        {
            return true
        }
        let unordered = OraclePlans.withoutOrder(sql)
        let own = Answer(ours, engine, comparison.isQuery ? nil : tables)
        let usual = try answer(to: sql, under: Plan(), tables)
        for plan in OraclePlans.plans {
            if plan.ignoresOrder, unordered == nil { continue }
            let text = plan.ignoresOrder ? unordered ?? sql : sql
            let other = try answer(to: text, under: plan, tables)
            if other.outcome.isInterrupted { continue }
            if plan.ignoresOrder {
                // Only the values count.
                let (left, right) = (usual.outcome.rowTexts, other.outcome.rowTexts)
                if left.sorted() != right.sorted() { return true }
                continue
            }
            // Such tables are other ones: they only tell whether ours is an answer.
            if !plan.hasRowids, own.isBetween(usual, other, comparison) { return true }
            if comparison.isQuery, comparison.answerDifference(ours, other.outcome) == nil {
                return true
            }
        }
        return false
    }

    /// Whether a query, or a view in it, has one of these words.
    private func mentions(_ words: [String], _ sql: String) -> Bool {
        let texts =
            [sql] + (sql.contains(" v") ? script.filter { $0.hasPrefix("CREATE VIEW") } : [])
        return texts.contains { text in words.contains { text.contains($0) } }
    }

    /// Whether a query has `min` or `max` of one value, which are those of many rows.
    private func takesExtremes(_ sql: String) -> Bool {
        sql.contains(/\b(?:min|max) ?\((?:[^(),]|\((?:[^()]|\([^()]*\))*\))+\)/)
    }

    private func answer(
        to sql: String, under plan: Plan, _ tables: ScriptTables
    ) throws -> Answer {
        let side = try OracleSide(library)
        for statement in script {
            _ = side.run(
                plan.hasRowids ? statement.replacing(/WITHOUT ROWID(, )?/, with: "") : statement)
        }
        if plan.isReversed { _ = side.run("PRAGMA reverse_unordered_selects = 1") }
        if plan.makesNoIndexes { _ = side.run("PRAGMA automatic_index = 0") }
        side.disableOptimizations(plan.mask)
        if plan.leavesOutIndexes { dropIndexes(side) }
        let outcome = side.run(
            plan.ignoresHints ? sql.replacing("MATERIALIZED", with: "") : sql)
        return Answer(outcome, side, tables)
    }

    /// True if both sides took other ones of rows that the order does not tell apart: without
    /// the LIMIT they have the same, and what they took is sorted alike.
    private func hasTies(
        _ sql: String, _ comparison: OutcomeComparison, _ ours: StatementOutcome,
        _ theirs: StatementOutcome, _ engine: EngineSide
    ) throws -> Bool {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(),
            case .select(var select) = parsed.statement, select.limit != nil,
            comparison.looseSequence(ours) == comparison.looseSequence(theirs)
        else { return false }
        select.limit = nil
        let whole = Statement.select(select).sql
        let side = try OracleSide(library)
        for statement in script { _ = side.run(statement) }
        let all = engine.run(whole).rowTexts
        return all.sorted() == side.run(whole).rowTexts.sorted()
            && ours.rowTexts.allSatisfy(all.contains)
    }

    /// Whether an INSERT takes its rows from a query that gives them here in another order, of
    /// those that its ORDER BY allows: then they have other rowids.
    private func insertsTies(_ sql: String) throws -> Bool {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(),
            case .insert(let insert) = parsed.statement,
            case .select(var select)? = insert.source, !select.order.isEmpty
        else { return false }
        if select.with == nil { select.with = insert.with }
        let query = Statement.select(select).sql
        let (own, side) = (try EngineSide(), try OracleSide(library))
        for statement in script {
            _ = own.run(statement)
            _ = side.run(statement)
        }
        let (left, right) = (own.run(query), side.run(query))
        let comparison = OutcomeComparison(of: query)
        guard !left.failed, !right.failed, left.rowTexts != right.rowTexts,
            comparison.looseSequence(left) == comparison.looseSequence(right)
        else { return false }
        return try left.rowTexts.sorted() == right.rowTexts.sorted()
            || hasTies(query, comparison, left, right, own)
    }

    /// A query without its ORDER BY, if that cannot change which rows it has.
    private static func withoutOrder(_ sql: String) -> String? {
        var parser = Parser(sql)
        guard let parsed = try? parser.nextStatement(),
            case .select(var select) = parsed.statement, select.limit == nil, !select.order.isEmpty
        else { return nil }
        select.order = []
        return Statement.select(select).sql
    }

    /// Those that belong to no constraint.
    private func dropIndexes(_ side: OracleSide) {
        let query =
            "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE 'CREATE %'"
        for row in side.run(query).rows {
            guard let value = row.first, case .text(let name) = value else { continue }
            _ = side.run("DROP INDEX " + String(decoding: name, as: UTF8.self))
        }
    }
}
