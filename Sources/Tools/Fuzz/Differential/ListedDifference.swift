/// Differences that `Spec/compatibility.md` lists, as far as they can be told from an outcome.
enum ListedDifference {
    /// Why the outcomes of a statement may differ; nil if they may not.
    static func reason(
        _ sql: String, ours: StatementOutcome, theirs: StatementOutcome
    ) -> String? {
        if isHalfDone(ours, theirs) { return "half done by SQLite" }
        if isUnseen(sql, ours, theirs) { return "not looked at by SQLite" }
        if sql.hasPrefix("ALTER"), !theirs.failed, isAboutTrigger(ours.message) {
            return "refused, not by SQLite"
        }
        // Both refuse: SQLite looks at all keys that refer to the table first.
        if ours.failed, theirs.message.hasPrefix("foreign key mismatch") { return "refused" }
        if theirs.message == "no query solution", !ours.failed { return "no plan for SQLite" }
        return nil
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

    /// What a step of a trigger fills would no longer be there, or is not there now.
    private static func isAboutTrigger(_ message: String) -> Bool {
        message.hasPrefix("error in trigger ") && message.contains("after drop column")
            || message.hasSuffix("values were supplied")
    }

    /// A DO UPDATE that no key can lead to may name what is not there, and what stands left of
    /// `IN ()` or beside `AND 0`.
    private static func isUnseen(
        _ sql: String, _ ours: StatementOutcome, _ theirs: StatementOutcome
    ) -> Bool {
        let words = ["DO UPDATE", "IN ()", "IN ( )", "AND 0", "0 AND"]
        return !theirs.failed && ours.message.hasPrefix("no such ")
            && words.contains(where: sql.contains)
    }
}
