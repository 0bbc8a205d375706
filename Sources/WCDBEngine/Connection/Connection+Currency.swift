// For callers that keep prepared statements for a long time.

extension Connection {
    /// Whether a program was compiled for the schema as it is now. It is so until the statement
    /// that is stepped next, or that `endLook` follows.
    package func isCurrent(_ program: Program) throws(EngineError) -> Bool {
        try beginReading(databases[0])
        return schemaVersion == program.schemaVersion
    }

    /// Ends what looking at the schema began.
    package func endLook() throws(EngineError) { try endStatement() }
}
