import WCDBEngine

/// A statement that the two sides answered differently.
struct Finding {
    let sql: String
    let ours: StatementOutcome
    let theirs: StatementOutcome
    /// The difference, as it would be reported.
    let shown: (ours: String, theirs: String)
    /// What was run before.
    let script: [String]
}

/// Tells differences that are meant, or that have no right answer, from faults.
struct DifferenceJudge {
    let library: SQLiteOracle
    /// Says what the tables hold on both sides.
    let tables: ScriptTables
    let ours: EngineSide
    let theirs: OracleSide

    /// Why two outcomes may differ; nil if they may not.
    func reason(for finding: Finding) throws -> String? {
        if let listed = try listedReason(for: finding) { return listed }
        if let reworded = try rewordedReason(for: finding) { return reworded }
        let plans = OraclePlans(library, script: finding.script)
        if try plans.leaveChoice(
            finding.sql, ours: finding.ours, theirs: finding.theirs, tables, ours)
        {
            return "of SQLite's several answers"
        }
        return try reasonOfQuery(within: finding)
    }

    private func listedReason(for finding: Finding) throws -> String? {
        let replay = try OracleReplay(library, finding.script)
        return ListedDifference(finding: finding, before: replay.run, asked: theirs.run).reason
    }

    /// SQLite asked in other words, and of other tables.
    private func rewordedReason(for finding: Finding) throws -> String? {
        for rewording in OracleRewording.all {
            guard let (script, sql) = rewording.wording(finding) else { continue }
            let replay = try OracleReplay(library, script)
            if isSame(finding, replay.run(sql), on: replay.side) { return rewording.reason }
        }
        guard OutcomeComparison(of: finding.sql).isQuery else { return nil }
        if try isSameWithoutKeys(finding) { return "sought in a key by SQLite" }
        return try isSameWithoutSigns(finding) ? "the sign of a zero" : nil
    }

    /// Whether SQLite, asked in another way, did what was done here.
    private func isSame(
        _ finding: Finding, _ other: StatementOutcome, on side: OracleSide
    ) -> Bool {
        let comparison = OutcomeComparison(of: finding.sql)
        if comparison.isQuery {
            var other = other
            // Other words may give columns other names, which were not in question.
            if finding.ours.names == finding.theirs.names { other.names = finding.ours.names }
            return comparison.answerDifference(finding.ours, other) == nil
        }
        return comparison.difference(finding.ours, other) == nil
            && tables.content(of: ours) == tables.content(of: side)
    }

    /// Whether SQLite answers the same when it cannot look for anything in a key.
    private func isSameWithoutKeys(_ finding: Finding) throws -> Bool {
        let replay = try OracleReplay(library, finding.script)
        guard BareTables.replaceAll(of: replay.side) else { return false }
        let words = [finding.sql, OpaqueConditions.hidden(finding.sql)]
        func answersTheSame() -> Bool {
            words.contains { isSame(finding, replay.run($0), on: replay.side) }
        }
        if answersTheSame() { return true }
        // It makes keys of its own for joins.
        _ = replay.run("PRAGMA automatic_index = 0")
        if answersTheSame() { return true }
        replay.side.disableOptimizations(-1)
        return answersTheSame()
    }

    /// Whether this side answers what SQLite does once no REAL column holds -0.0 any more.
    private func isSameWithoutSigns(_ finding: Finding) throws -> Bool {
        let own = try EngineSide()
        for statement in finding.script { _ = own.run(statement) }
        let comparison = OutcomeComparison(of: finding.sql)
        guard comparison.answerDifference(finding.ours, own.run(finding.sql)) == nil,
            NegativeZeros.remove(from: own)
        else { return false }
        return comparison.answerDifference(own.run(finding.sql), finding.theirs) == nil
    }

    /// Why the query of a change may find other rows than SQLite's. With those that it has found
    /// here, SQLite must do what was done here.
    private func reasonOfQuery(within finding: Finding) throws -> String? {
        guard let change = ChangeQuery(finding.sql) else { return nil }
        let own = try EngineSide()
        let replay = try OracleReplay(library, finding.script)
        for statement in finding.script { _ = own.run(statement) }
        let (left, right) = (own.run(change.query), replay.run(change.query))
        guard !left.failed, let sql = change.given(left.rows, width: left.names.count),
            isSame(finding, replay.run(sql), on: replay.side)
        else { return nil }
        guard let found = OutcomeComparison(of: change.query).answerDifference(left, right) else {
            // Both find the same rows before the first is changed.
            return change.looksAgain ? "found while it changes by SQLite" : nil
        }
        let query = Finding(
            sql: change.query, ours: left, theirs: right, shown: (found.ours, found.theirs),
            script: finding.script)
        let side = try OracleReplay(library, finding.script).side
        let judge = DifferenceJudge(library: library, tables: tables, ours: own, theirs: side)
        return try judge.reason(for: query)
    }
}
