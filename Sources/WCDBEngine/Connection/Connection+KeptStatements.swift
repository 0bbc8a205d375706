import WCDBStorage

/// For callers that keep prepared statements for a long time: whether one still fits the schema.
extension Connection {
    /// Whether a statement was compiled for the schema as it is now. It is so until the statement
    /// that is stepped next, or that `endLook` follows.
    package func isCurrent(_ statement: PreparedSQL) throws(EngineError) -> Bool {
        try beginReading(mainDatabase)
        return statement.isCurrent
    }

    /// Ends what looking at the schema began.
    package func endLook() throws(EngineError) { try endStatement() }
}
