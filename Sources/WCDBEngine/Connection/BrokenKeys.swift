/// How many rows more refer to nothing than when it was begun to count, by when that is to be
/// looked at.
struct BrokenKeys {
    /// At the end of the statement.
    var statement = 0
    /// At the end of the transaction.
    var transaction = 0
    /// Of those that would count for the statement, had not `PRAGMA defer_foreign_keys` put them
    /// off.
    var postponed = 0

    /// Whether none is to be looked at when a transaction, or else a statement, ends.
    func isNone(isDeferred: Bool) -> Bool {
        postponed == 0 && (isDeferred ? transaction : statement) == 0
    }
}
