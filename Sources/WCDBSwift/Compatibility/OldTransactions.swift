// The spellings that transactions had in 2.0 and in 1.x. Each is disfavoured, so that a closure
// without a label is never ambiguous.

extension TransactionInterface {
    /// The same as ``PausableTransactionClosure``.
    ///
    /// ```swift
    /// let tidy: Database.PauseableTransactionClosure = { handle, isDone, _ in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft, limit: 100)
    ///     isDone = handle.changes < 100
    /// }
    /// try database.run(pauseableTransaction: tidy)
    /// ```
    public typealias PauseableTransactionClosure = PausableTransactionClosure

    /// The same as ``run(pausableTransaction:)``.
    ///
    /// ```swift
    /// try database.run(pauseableTransaction: { handle, isDone, _ in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft, limit: 100)
    ///     isDone = handle.changes < 100
    /// })
    /// ```
    @_disfavoredOverload
    public func run(pauseableTransaction: @escaping PauseableTransactionClosure) throws {
        try run(pausableTransaction: pauseableTransaction)
    }

    /// The same as ``run(transaction:)``.
    ///
    /// ```swift
    /// try database.run(transaction: {
    ///     try database.insert(items, intoTable: "notes")
    /// })
    /// ```
    @_disfavoredOverload
    public func run(transaction: () throws -> Void) throws {
        try withoutActuallyEscaping(transaction) { closure in
            try run(transaction: { (_: Handle) in try closure() })
        }
    }

    /// The same as ``run(controllableTransaction:)``.
    ///
    /// ```swift
    /// try database.run(controllableTransaction: {
    ///     try database.delete(fromTable: "notes", where: Note.Properties.isDraft)
    ///     return try table.getValue(on: Note.Properties.any.count()).intValue > 0
    /// })
    /// ```
    @_disfavoredOverload
    public func run(controllableTransaction: () throws -> Bool) throws {
        try withoutActuallyEscaping(controllableTransaction) { closure in
            try run(controllableTransaction: { (_: Handle) in try closure() })
        }
    }

    /// ``run(transaction:)``, which takes part in a transaction that is open.
    ///
    /// ```swift
    /// try database.run(embeddedTransaction: { handle in
    ///     try handle.insert(items, intoTable: "notes")
    /// })
    /// ```
    @_disfavoredOverload
    public func run(embeddedTransaction: @escaping TransactionClosure) throws {
        try run(transaction: embeddedTransaction)
    }

    /// ``run(transaction:)``, which takes part in a transaction that is open.
    ///
    /// ```swift
    /// try database.run(embeddedTransaction: {
    ///     try database.insert(items, intoTable: "notes")
    /// })
    /// ```
    @_disfavoredOverload
    public func run(embeddedTransaction: () throws -> Void) throws {
        try withoutActuallyEscaping(embeddedTransaction) { closure in
            try run(transaction: { (_: Handle) in try closure() })
        }
    }
}

extension Table {
    /// ``TransactionInterface/run(transaction:)`` of the database.
    ///
    /// ```swift
    /// try table.run(transaction: { handle in
    ///     try handle.insert(items, intoTable: "notes")
    /// })
    /// ```
    public func run(transaction: @escaping Database.TransactionClosure) throws {
        try database.run(transaction: transaction)
    }

    /// ``TransactionInterface/run(transaction:)`` of the database.
    ///
    /// ```swift
    /// try table.run(transaction: {
    ///     try table.delete(where: Note.Properties.isDraft)
    /// })
    /// ```
    @_disfavoredOverload
    public func run(transaction: () throws -> Void) throws {
        try database.run(transaction: transaction)
    }
}
