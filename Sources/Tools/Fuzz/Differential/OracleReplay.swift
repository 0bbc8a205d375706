import WCDBEngine

/// SQLite once more, after the script that led to a difference: it can be asked what it must not
/// be asked where the script goes on.
struct OracleReplay {
    let side: OracleSide
    /// The changes of the script, which are not those of what is asked.
    private let changesBefore: Int64

    init(_ library: SQLiteOracle, _ script: some Sequence<String>) throws {
        side = try OracleSide(library)
        for statement in script { _ = side.run(statement) }
        changesBefore = side.run("SELECT 1").totalChanges
    }

    /// What SQLite says, with the count of its own changes.
    func run(_ sql: String) -> StatementOutcome {
        var outcome = side.run(sql)
        outcome.totalChanges -= changesBefore
        return outcome
    }
}
