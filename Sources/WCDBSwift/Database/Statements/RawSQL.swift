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

extension Handle {
    /// Makes a statement written in SQL the main statement of this thread, as ``prepare(_:)`` does.
    ///
    /// ```swift
    /// try handle.prepare(sql: "SELECT title FROM notes WHERE id = ?")
    /// handle.bind(7, toIndex: 1)
    /// let title = try handle.step() ? handle.value(atIndex: 0).stringValue : nil
    /// handle.finalize()
    /// ```
    public func prepare(sql: SQLTemplate) throws { try prepare(StatementSQL(sql)) }
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
    ///
    /// ```swift
    /// let texts = try database.getColumn(sql: "SELECT text FROM notes ORDER BY created")
    ///     .map(\.stringValue)
    /// ```
    public func getColumn(sql: SQLTemplate) throws -> OneColumnValue {
        try getColumn(from: StatementSQL(sql))
    }

    /// The first row of a query written in SQL; nil if there is none.
    ///
    /// ```swift
    /// let row = try database.getRow(sql: "SELECT min(id), max(id) FROM notes WHERE stars > \(3)")
    /// let first = row?[0].intValue
    /// ```
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
