/// What things cost, in units of one row visited in the order of its table.
///
/// Row counts are known exactly, how values are spread only after ANALYZE. Without it the
/// assumptions are those of SQLite, so that programs find the plans they were tuned for.
enum CostModel {
    /// Going to a row by its rowid.
    static let rowidSeek = 3.0
    /// Going to a key of an index.
    static let indexSeek = 4.0
    static let indexRow = 1.05
    /// Going from an index to its table, for each row.
    static let lookup = 2.2
    /// The part that is counted of the cost of a range with one end whose rows are looked up.
    /// Mostly it leaves less than `range` says, and a walk through all keys of another index takes
    /// as long whatever it leaves.
    static let oneEndedShare = 0.7
    static let hashRow = 3.0
    /// Finding the group of a row.
    static let groupRow = 1.5
    static let hashProbe = 1.0
    /// What looking at the ends of a group costs, in units of its rows.
    static let groupEnds = 4.0
    /// The rows of a common table that reads its own.
    static let recursionRows = 1000.0
    /// From so many rows for each value on, a column in front of those that are sought is passed
    /// by, value after value.
    static let fewestPassed = 18.0
    /// Rows are sparse where fewer than one of so many that are looked at is wanted.
    static let sparseShare = 16.0
    /// The part of the rows that may be equal by the terms by which they come ordered.
    static let equalShare = 0.1
    /// How much longer than on average it may take to meet the first of sparse rows: they may all
    /// lie in the half that is seen last.
    static let sparseRisk = 50.0
    /// However often a query is expected to run, what it does once costs something.
    static let mostRuns = 1_000_000.0
    /// The part of the rows that an index with a condition holds, without statistics.
    static let partialShare = 0.25

    // Equal values of a hash table, without statistics: each term leaves a tenth, at most as many
    // rows as one column of an index is thought to leave, and no fewer than every second time one.
    static let hashedShare = 0.1
    static let mostHashed = 10.0
    static let fewestHashed = 0.5

    // Rows for each value of the columns of an index: ten of the first, one fewer of each further
    // one, and never fewer than five.
    private static let rowsBeforeFirst = 11
    private static let fewestRows = 5

    // The cost of a row in a scan: from little more than half for the narrowest index to somewhat
    // more than one for a covering index as wide as its table.
    private static let narrowestRow = 0.6
    private static let widestRow = 1.2

    /// What each comparison of a row costs when rows are sorted.
    private static let sortStep = 0.4
    /// The part of the rows that a range with one end leaves, and one with two.
    private static let halfRange = 0.25
    private static let wholeRange = 1.0 / 64

    /// Programs outlive the sizes for which they were compiled: no table counts as tiny.
    static func effective(_ count: Double) -> Double {
        count < 100 ? 100 + count / 1000 : count
    }

    /// Rows for each value of the first `count` columns of an index, without statistics.
    static func rows(equals count: Int, of total: Double) -> Double {
        min(max(1, total / 4), Double(max(fewestRows, rowsBeforeFirst - count)))
    }

    static func scan(_ rows: Double, indexColumns: Int, tableColumns: Int) -> Double {
        let width = Double(indexColumns) / Double(max(1, tableColumns))
        return rows * min(widestRow, narrowestRow + narrowestRow * width)
    }

    /// The part of the rows that a range leaves.
    static func range(hasLower: Bool, hasUpper: Bool) -> Double {
        hasLower && hasUpper ? wholeRange : hasLower || hasUpper ? halfRange : 1
    }

    static func sort(_ rows: Double, limit: Double?) -> Double {
        // How often the number can be halved until it is 2 or less.
        let rest = min(rows, limit ?? rows)
        let exponent = Int(rest.exponentBitPattern) - 1023
        let halvings = rest.significandBitPattern == 0 ? exponent - 1 : exponent
        let bits = rest > 2 ? Double(1 + halvings) : 1
        return rows * (1 + sortStep * bits)
    }
}
