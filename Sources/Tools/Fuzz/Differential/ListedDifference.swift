/// Differences that `Spec/compatibility.md` lists, as far as they can be told from an outcome.
enum ListedDifference {
    /// Why the outcomes of a statement may differ; nil if they may not. `before`: what SQLite says
    /// of another text before the statement; `asked`: what it says afterwards.
    static func reason(
        _ finding: Finding, before: (String) -> StatementOutcome,
        asked: (String) -> StatementOutcome
    ) -> String? {
        let (sql, ours, theirs) = (finding.sql, finding.ours, finding.theirs)
        let (script, shown) = (finding.script, finding.shown)
        if isHalfDone(ours, theirs) { return "half done by SQLite" }
        if isUnseen(sql, ours, theirs, asked) { return "not looked at by SQLite" }
        if sql.hasPrefix("ALTER"), isAboutTrigger(ours.message) { return "refused, not by SQLite" }
        if sql.hasPrefix("ALTER"), !ours.failed, isUnsaid(theirs.message) {
            return "refused by SQLite without a reason"
        }
        if isBlindForView(sql, ours, theirs, before) { return "a view that SQLite can read" }
        if isBlindForTable(sql, ours, theirs, before) { return "a table that SQLite can read" }
        if isBlindForIndex(sql, ours, theirs, before) { return "an index of a hidden table" }
        if sql.hasPrefix("ALTER"), isAboutOthers(ours, theirs) { return "ALTER beside mistakes" }
        if isAnotherMistake(ours, theirs) || isAnotherKey(finding) {
            return "another of several mistakes"
        }
        if isOncePerRow(sql, ours, theirs) { return "computed once by SQLite" }
        if sql.contains("RETURNING"), !ours.failed, !theirs.failed, ours != theirs,
            OutcomeComparison.looseRows(ours) == OutcomeComparison.looseRows(theirs)
        {
            return "integers that are REAL"
        }
        if isUnreturned(sql, script, ours, theirs) { return "not returned by SQLite" }
        if isNumbered(ours, theirs) { return "names that SQLite numbers" }
        if comparesReturned(sql, ours, theirs) { return "compared without affinity by SQLite" }
        if sql.hasPrefix("DETACH"), !ours.failed, theirs.message.hasSuffix(" is locked") {
            return "detached although it was read"
        }
        // Both refuse: SQLite looks at all keys that refer to the table first.
        if ours.failed, theirs.message.hasPrefix("foreign key mismatch") { return "refused" }
        if isWaryOfKeys(finding) { return "a key that refers to nothing" }
        if isRowidRenamed(sql, shown) { return "rowid renamed by SQLite" }
        if isLeftOfNothing(sql, shown) { return "not renamed by SQLite" }
        if isHidingRenamed(sql, script, shown) { return "renamed with what hides it by SQLite" }
        if isLimitedInKey(sql, ours, asked) { return "sought in a key by SQLite" }
        if isMovedBefore(sql, ours, asked) { return "moved before it was changed" }
        if isSoughtByPattern(sql, ours, asked) { return "sought by a pattern by SQLite" }
        if mixesCollations(sql, asked) { return "compared by one of two collations by SQLite" }
        if isAsGiven(sql, script, shown) || isRefusedAsGiven(sql, ours, theirs) {
            return "excluded as it was given by SQLite"
        }
        if isNeighbour(sql, script, shown) { return "not the nearest number of SQLite" }
        // Bytes of a blob became text, and that a blob again.
        let replacement = "efbfbd"
        let isReplaced = shown.ours.lowercased().contains(replacement)
        if isReplaced, !shown.theirs.lowercased().contains(replacement) {
            return "no UTF-8 for SQLite"
        }
        if isWithoutPlan(sql, theirs), !isStrange(ours) { return "no plan for SQLite" }
        if leavesOrphan(ours, theirs, asked) { return "an orphan that SQLite leaves" }
        let corrupt: Int32 = 11
        if theirs.code == corrupt, !isStrange(ours) { return "malformed for SQLite" }
        let pinned: Int32 = 2835
        if theirs.code == pinned, !ours.failed { return "pinned by SQLite" }
        return nil
    }

    /// SQLite keeps the rows before one whose rowid is no integer, or that does not fit a STRICT
    /// table, and what triggers did before they went too deep. When rowids have run out, it may end
    /// the transaction.
    static func isHalfDone(_ ours: StatementOutcome, _ theirs: StatementOutcome) -> Bool {
        let full: Int32 = 13
        let mismatch: Int32 = 20
        let datatype: Int32 = 3091
        return ours.code == theirs.code
            && (ours.code == mismatch || ours.code == datatype || ours.code == full
                || ours.message == "too many levels of trigger recursion")
    }

    /// Both refuse, and what is found first here is not what SQLite finds first: a name that is not
    /// there, a row that does not fit a STRICT table, or a parent that is missing.
    static func isAnotherMistake(
        _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        guard ours.failed, theirs.failed else { return false }
        let datatype: Int32 = 3091
        let orphan: Int32 = 787
        if [datatype, orphan].contains(where: { ours.code == $0 || theirs.code == $0 }) {
            return isConstraint(ours) && isConstraint(theirs)
        }
        let generic: Int32 = 1
        return ours.code == generic && theirs.code == generic
            && (isMissing(ours) || ours.message.contains(" has no column named "))
    }

    static func isConstraint(_ outcome: StatementOutcome) -> Bool {
        let constraint: Int32 = 19
        return outcome.code & 0xFF == constraint
    }

    /// SQLite finds no way to a query. Where that gives several columns of an UPDATE their values,
    /// it says so by counting them.
    static func isWithoutPlan(_ sql: String, _ theirs: StatementOutcome) -> Bool {
        theirs.message == "no query solution"
            || sql.contains("INDEXED BY") && sql.contains(/\b(?:RIGHT|FULL)\b/)
                && theirs.message.contains(/^\d+ columns assigned 1 values$/)
    }

    /// Triggers of the rows that REPLACE removes brought several of its keys back: triggers of one
    /// table may do so to each other.
    static func isAnotherKey(_ finding: Finding) -> Bool {
        let keys: [Int32] = [1555, 2067, 2579]
        let (ours, theirs) = (finding.ours, finding.theirs)
        guard keys.contains(ours.code), keys.contains(theirs.code) else { return false }
        func table(_ message: String) -> Substring { message.prefix { $0 != "." } }
        let isOfTrigger =
            table(ours.message) == table(theirs.message)
            && finding.script.contains { $0.hasPrefix("PRAGMA recursive_triggers") }
            && finding.script.contains { $0.contains(" TRIGGER ") && $0.contains("REPLACE") }
        return finding.sql.contains("REPLACE") || isOfTrigger
    }

    /// UPDATE OR REPLACE may have to remove rows, whatever indexes of expressions it touches: keys
    /// that refer to no key of the table are refused then.
    static func isWaryOfKeys(_ finding: Finding) -> Bool {
        finding.sql.hasPrefix("UPDATE OR REPLACE") && !finding.theirs.failed
            && finding.ours.message.hasPrefix("foreign key mismatch")
            && finding.script.contains { $0.contains(/^CREATE UNIQUE INDEX .*\( ?\(/) }
    }

    /// A row whose parent is not there, of which a trigger of REPLACE keeps SQLite from knowing.
    static func leavesOrphan(
        _ ours: StatementOutcome, _ theirs: StatementOutcome,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let orphan: Int32 = 787
        return ours.code == orphan && !theirs.failed
            && !asked("PRAGMA foreign_key_check").rows.isEmpty
    }

    /// An error that no statement should end with, whatever it says.
    static func isStrange(_ outcome: StatementOutcome) -> Bool {
        let constraint: Int32 = 19
        return outcome.failed && outcome.code & 0xFF != constraint
    }

    /// A DO UPDATE that no key can lead to may name what is not there, and what stands left of
    /// `IN ()` or beside `AND 0`: where nothing hides it, SQLite does not find it, either.
    static func isUnseen(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome,
        _ asked: (String) -> StatementOutcome
    ) -> Bool {
        let generic: Int32 = 1
        guard theirs.code != generic, isMissing(ours) else { return false }
        if sql.contains("DO UPDATE") { return true }
        return HiddenNames.revealed(sql).map { isMissing(asked($0)) } ?? false
    }

    static func isMissing(_ outcome: StatementOutcome) -> Bool {
        outcome.message.hasPrefix("no such ")
            || outcome.message.hasPrefix("ambiguous column name")
    }
}
