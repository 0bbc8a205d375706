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

    mutating func run(_ script: [String]) throws {
        let ours = try EngineSide()
        let theirs = try OracleSide(library)
        var tables = ScriptTables()
        var totals: (Int64, Int64) = (0, 0)
        var lastRowids: (Int64, Int64) = (0, 0)
        for (index, sql) in script.enumerated() {
            statements += 1
            var left = ours.run(sql)
            if left.isUnsupported {
                notes["unsupported", default: 0] += 1
                continue
            }
            if !left.failed { coverage.note(sql, ours.lastProgram) }
            var right = theirs.run(sql)
            let sums = (left.totalChanges, right.totalChanges)
            left.totalChanges -= totals.0
            right.totalChanges -= totals.1
            totals = sums
            // After a failure the last rowids may be different, until one is given out again.
            let rowids = (left.lastInsertRowID, right.lastInsertRowID)
            if rowids == lastRowids { right.lastInsertRowID = left.lastInsertRowID }
            lastRowids = rowids
            let comparison = OutcomeComparison(of: sql)
            coverage.note(
                succeeded: !left.failed, hasRows: comparison.isQuery && !left.rows.isEmpty)
            notes[
                left.failed ? "refused" : comparison.isQuery ? "queries" : "changes", default: 0] +=
                1
            var found = comparison.difference(left, right)
            if found == nil, !comparison.isQuery {
                found = try tables.difference(after: sql, ours, theirs)
            }
            if found != nil, DifferentialRun.isHalfDone(left, right) {
                notes["half done by SQLite", default: 0] += 1
                return
            }
            if let found {
                let plans = OraclePlans(library, script: Array(script[..<index]))
                if try plans.leaveChoice(sql, ours: left, theirs: right, tables, ours) {
                    notes["of SQLite's several answers", default: 0] += 1
                    if comparison.isQuery { continue }
                    // What the tables hold is no longer the same.
                    return
                }
                throw ScriptDifference(
                    index: index, sql: sql, what: found.what, ours: found.ours,
                    theirs: found.theirs)
            }
            if comparison.isQuery, !left.failed {
                try PlanInvariance(ours).check(sql, left, index: index)
            }
        }
        try finish(ours, theirs, tables, script)
        try ours.close()
    }

    /// SQLite keeps the rows before one whose rowid is no integer, or that does not fit a STRICT
    /// table, and what triggers did before they went too deep. When rowids have run out, it may end
    /// the transaction.
    private static func isHalfDone(_ ours: StatementOutcome, _ theirs: StatementOutcome) -> Bool {
        let full: Int32 = 13
        let mismatch: Int32 = 20
        let datatype: Int32 = 3091
        return ours.code == theirs.code
            && (ours.code == mismatch || ours.code == datatype || ours.code == full
                || ours.message == "too many levels of trigger recursion")
    }

    /// The indexes agree with their tables, and all rows are there after opening again.
    private func finish(
        _ ours: EngineSide, _ theirs: OracleSide, _ tables: ScriptTables, _ script: [String]
    ) throws {
        let last = script.count - 1
        let report = ours.run("PRAGMA integrity_check").rowTexts
        guard report == ["'ok'"] else {
            throw ScriptDifference(
                index: last, sql: "PRAGMA integrity_check", what: "damage",
                ours: "\(report.prefix(5))", theirs: "['ok']")
        }
        if !theirs.run("ROLLBACK").failed { _ = ours.run("ROLLBACK") }
        try ours.reopen()
        var tables = tables
        if let found = try tables.difference(after: "", ours, theirs) {
            throw ScriptDifference(
                index: last, sql: "closing and opening", what: found.what, ours: found.ours,
                theirs: found.theirs)
        }
    }
}
