import StorageSimulation
import WCDBEngine

/// Runs a script on both sides, statement by statement, and compares what they say and what the
/// tables hold afterwards.
///
/// **Always true.** A difference is reported only where SQLite agrees with itself: if another of
/// its plans gives another answer, the statement has no right one.
struct DifferentialRun {
    private let library: SQLiteOracle
    private(set) var notes: [String: Int] = [:]
    private(set) var statements = 0
    private(set) var coverage = ScriptCoverage()

    init(_ library: SQLiteOracle) { self.library = library }

    /// Both sides, and what is known of them.
    private struct Sides {
        let ours: EngineSide
        let theirs: OracleSide
        let script: [String]
        var tables = ScriptTables()
        var counters = OutcomeCounters()
    }

    mutating func run(_ script: [String]) throws {
        var sides = Sides(
            ours: try EngineSide(), theirs: try OracleSide(library), script: script)
        for index in script.indices {
            statements += 1
            guard try step(index, &sides) else {
                try finishAlone(sides.ours, index)
                return try sides.ours.close()
            }
        }
        try finish(sides)
        try sides.ours.close()
    }

    /// Runs a statement on both sides. False if the tables do not hold the same any more, for a
    /// reason that is no fault.
    private mutating func step(_ index: Int, _ sides: inout Sides) throws -> Bool {
        let sql = sides.script[index]
        let comparison = OutcomeComparison(of: sql)
        var right = sides.theirs.run(sql)
        guard !right.isInterrupted else {
            notes["too long for SQLite", default: 0] += 1
            return comparison.isQuery
        }
        var left = sides.ours.run(sql)
        guard !left.isUnsupported else {
            notes["unsupported", default: 0] += 1
            return right.failed || comparison.isQuery
        }
        if !left.failed { coverage.note(sql, sides.ours.lastProgram) }
        sides.counters.adjust(&left, &right)
        coverage.note(succeeded: !left.failed, hasRows: comparison.isQuery && !left.rows.isEmpty)
        let kind = left.failed ? "refused" : comparison.isQuery ? "queries" : "changes"
        notes[kind, default: 0] += 1
        var found = comparison.difference(left, right)
        if found == nil, !comparison.isQuery {
            found = sides.tables.difference(after: sql, sides.ours, sides.theirs)
        }
        guard let found else {
            if comparison.isQuery, !left.failed { try checkInvariance(of: left, index, sides) }
            return true
        }
        let judge = DifferenceJudge(
            library: library, tables: sides.tables, ours: sides.ours, theirs: sides.theirs)
        let finding = Finding(
            sql: sql, ours: left, theirs: right, shown: (found.ours, found.theirs),
            script: Array(sides.script[..<index]))
        guard let reason = try judge.reason(for: finding) else {
            throw ScriptDifference(
                index: index, sql: sql, what: found.what, ours: found.ours, theirs: found.theirs)
        }
        notes[reason, default: 0] += 1
        return comparison.isQuery
    }

    /// What must hold of a query's answer whatever SQLite says.
    private mutating func checkInvariance(
        of outcome: StatementOutcome, _ index: Int, _ sides: Sides
    ) throws {
        let sql = sides.script[index]
        try PlanInvariance(sides.ours, sides.theirs).check(sql, outcome, index: index)
        let parameters = ParameterInvariance(sides.ours)
        try parameters.check(sql, outcome, index: index) { text, program in
            coverage.note(text, program)
        }
    }

    /// The indexes agree with their tables, and all rows are there after opening again.
    private func finish(_ sides: Sides) throws {
        let (ours, theirs) = (sides.ours, sides.theirs)
        let last = sides.script.count - 1
        try requireSound(ours, last)
        if !theirs.run("ROLLBACK").failed { _ = ours.run("ROLLBACK") }
        try ours.reopen()
        var tables = sides.tables
        if let found = tables.differenceWhenOpened(ours, theirs) {
            throw ScriptDifference(
                index: last, sql: "closing and opening", what: found.what, ours: found.ours,
                theirs: found.theirs)
        }
    }

    private func requireSound(_ ours: EngineSide, _ index: Int) throws {
        let outcome = ours.run("PRAGMA integrity_check")
        // Of a STRICT table a virtual column and a DEFAULT may be of another type, which both sides
        // say of it; a loop of generated columns is refused.
        let report = outcome.rowTexts.filter {
            !($0.hasPrefix("'non-") && $0.contains(" value in "))
        }
        guard
            report == ["'ok'"] || report != outcome.rowTexts && report.isEmpty
                || outcome.message.hasPrefix("generated column loop")
        else {
            throw ScriptDifference(
                index: index, sql: "PRAGMA integrity_check", what: "damage",
                ours: "\(report.prefix(5))", theirs: "['ok']")
        }
    }

    /// The script ends early, because the tables are not the same on both sides any more: what must
    /// hold of ours alone.
    private func finishAlone(_ ours: EngineSide, _ index: Int) throws {
        try requireSound(ours, index)
        _ = ours.run("ROLLBACK")
        let before = ScriptTables.mainContent(of: ours)
        try ours.reopen()
        try requireSound(ours, index)
        let after = ScriptTables.mainContent(of: ours)
        guard before == after else {
            throw ScriptDifference(
                index: index, sql: "closing and opening", what: "other rows",
                ours: "\(Set(after).subtracting(before).sorted().prefix(6))",
                theirs: "\(Set(before).subtracting(after).sorted().prefix(6))")
        }
    }
}
