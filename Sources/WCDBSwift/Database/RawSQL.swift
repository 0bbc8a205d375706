// Statements written in SQL. Values in them are bound, never pasted.

extension HandleRepresentable {
    /// Runs a statement written in SQL once; rows are passed over.
    ///
    /// ```swift
    /// try database.exec(sql: "DELETE FROM notes WHERE age > \(limit)")
    /// ```
    public func exec(sql: SQLTemplate) throws {
        let statement = StatementSQL(sql)
        try getHandle(writeHint: statement.statementTree.mayWrite).exec(statement)
    }
}

extension StatementSelectInterface {
    /// The first column of the first row of a query written in SQL; nil if there is no row.
    ///
    /// ```swift
    /// let count = try database.getValue(sql: "SELECT count(*) FROM notes")?.intValue
    /// ```
    public func getValue(sql: SQLTemplate) throws -> Value? {
        try getValue(from: StatementSQL(sql))
    }

    /// The first column of all rows of a query written in SQL.
    public func getColumn(sql: SQLTemplate) throws -> OneColumnValue {
        try getColumn(from: StatementSQL(sql))
    }

    /// The first row of a query written in SQL; nil if there is none.
    public func getRow(sql: SQLTemplate) throws -> OneRowValue? {
        try getRow(from: StatementSQL(sql))
    }

    /// All rows of a query written in SQL.
    ///
    /// ```swift
    /// let rows = try database.getRows(sql: "SELECT * FROM notes WHERE tag IN (\(tags))")
    /// ```
    public func getRows(sql: SQLTemplate) throws -> MultiRowsValue {
        try getRows(from: StatementSQL(sql))
    }
}
