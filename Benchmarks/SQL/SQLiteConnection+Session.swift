extension SQLiteConnection: SQLSession {
    /// SQLite remembers no statements: every preparation is a fresh one.
    func prepareAfresh(_ sql: String) throws -> SQLiteStatement { try prepare(sql) }

    func checkpoint() throws { try checkpoint(truncatesLog: true) }

    /// Closing happens when the last reference goes.
    func close() throws {}
}

extension SQLiteStatement: SQLSessionStatement {}
