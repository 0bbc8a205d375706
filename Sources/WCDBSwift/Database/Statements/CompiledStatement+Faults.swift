extension CompiledStatement {
    /// What went wrong while an object was read from a row or written into parameters, to be
    /// thrown. What this module says of it gets the path, the statement and the tag, and is
    /// reported; an error that the object has thrown itself is its own affair.
    func located(_ error: any Error) -> any Error {
        guard let error = error as? WCDBError, error.path == nil else { return error }
        return connection.report(
            error.located(path: connection.path, tag: connection.tag, sql: sql))
    }
}
