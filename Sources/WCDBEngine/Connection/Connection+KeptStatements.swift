import WCDBStorage

// For callers that keep prepared statements for a long time, or work between statements.

extension Connection {
    /// Whether a statement was compiled for the schema as it is now. It is so until the statement
    /// that is stepped next, or that `endLook` follows.
    package func isCurrent(_ statement: PreparedSQL) throws(EngineError) -> Bool {
        try beginReading(databases[0])
        return statement.isCurrent
    }

    /// Ends what looking at the schema began.
    package func endLook() throws(EngineError) { try endStatement() }

    /// Whether the file has pages that nobody uses, and no statement is under way.
    package var hasGaps: Bool {
        activeReaders == 0 && databases[0].transaction.state.freeCount > 0
    }
}
