import WCDBEngine
import WCDBSQL

// Giving back pages that are no longer used.

extension Database {
    /// Makes the file shrink when rows are deleted.
    ///
    /// With `incremental` that happens when ``incrementalVacuum(pages:)`` is called, as it does
    /// without this call too; otherwise every commit closes the gaps there are, unless another
    /// thread is already writing. The file itself follows at the next checkpoint. PRAGMA
    /// auto_vacuum says which it is: 2 or 1.
    ///
    /// ```swift
    /// database.enableAutoVacuum(incremental: false)
    /// ```
    public func enableAutoVacuum(incremental: Bool) {
        setConfig(
            named: "WCDBAutoVacuum",
            withInvocation: { $0.connection.vacuum(incremental ? .incremental : .full) },
            withUninvocation: { $0.connection.vacuum(.none) }, withPriority: .highest)
    }
}

extension PooledConnection {
    /// Closes the gaps that a statement left, if it committed. While somebody else writes they wait
    /// for a later commit. A failure is told and passed over: what was committed is safe.
    func closeGaps(after tree: StatementTree) {
        switch tree {
        case .select, .explain, .pragma: return
        default: break
        }
        guard !isInTransaction, engine.hasGaps else { return }
        do {
            try engine.closeGaps()
        } catch {
            _ = report(WCDBError(error, sql: nil, path: path, tag: tag, level: .Warning))
        }
    }
}
