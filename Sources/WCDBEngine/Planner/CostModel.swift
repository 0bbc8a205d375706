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
    /// So much of its cost is counted of a range with one end whose rows are looked up: mostly it
    /// leaves less than it is thought to, and a walk through all keys of another index takes as
    /// long whatever the range leaves.
    static let hope = 0.7
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
    /// So much longer than on average the first of sparse rows may take: half of them all.
    static let doubt = 50.0
    /// However often a query is expected to run, what it does once costs something.
    static let mostRuns = 1_000_000.0

    /// Programs outlive the sizes for which they were compiled: no table counts as tiny.
    static func effective(_ count: Double) -> Double {
        count < 100 ? 100 + count / 1000 : count
    }

    /// Rows for each value of the first `count` columns of an index, without statistics.
    static func rows(equals count: Int, of total: Double) -> Double {
        min(max(1, total / 4), Double(max(5, 11 - count)))
    }

    static func scan(_ rows: Double, indexColumns: Int, tableColumns: Int) -> Double {
        rows * min(1.2, 0.6 + 0.6 * Double(indexColumns) / Double(max(1, tableColumns)))
    }

    /// The part of the rows that a range leaves.
    static func range(hasLower: Bool, hasUpper: Bool) -> Double {
        hasLower && hasUpper ? 1.0 / 64 : hasLower || hasUpper ? 0.25 : 1
    }

    static func sort(_ rows: Double, limit: Double?) -> Double {
        // How often the number can be halved until it is 2 or less.
        let rest = min(rows, limit ?? rows)
        let exponent = Int(rest.exponentBitPattern) - 1023
        let halvings = rest.significandBitPattern == 0 ? exponent - 1 : exponent
        let bits = rest > 2 ? Double(1 + halvings) : 1
        return rows * (1 + 0.4 * bits)
    }
}
