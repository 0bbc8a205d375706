/// What a connection counts goes on from statement to statement: what the two sides counted
/// differently once is no difference of those that come later.
struct OutcomeCounters {
    private var changes: (Int64, Int64) = (0, 0)
    private var totals: (Int64, Int64) = (0, 0)
    private var rowids: (Int64, Int64) = (0, 0)

    /// Makes the counts of two outcomes those of their statement.
    mutating func adjust(_ ours: inout StatementOutcome, _ theirs: inout StatementOutcome) {
        // EXPLAIN of a change sets the count back in SQLite.
        let counts = (ours.changes, theirs.changes)
        if counts == changes { theirs.changes = ours.changes }
        changes = counts
        let sums = (ours.totalChanges, theirs.totalChanges)
        ours.totalChanges -= totals.0
        theirs.totalChanges -= totals.1
        totals = sums
        // After a failure the last rowids may be different, until one is given out again.
        let last = (ours.lastInsertRowID, theirs.lastInsertRowID)
        if last == rowids { theirs.lastInsertRowID = ours.lastInsertRowID }
        rowids = last
    }
}
