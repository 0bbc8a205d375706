/// Transactions: work that is done as a whole, or not at all.
///
/// A transaction belongs to the thread that began it: all handles and databases of the same path
/// take part in it there.
///
/// ```swift
/// try database.run(transaction: { handle in
///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft)
///     try handle.insert(notes, intoTable: "notes")
/// })
/// ```
public protocol TransactionInterface {
    /// What is done in a transaction.
    ///
    /// ```swift
    /// let tidy: Database.TransactionClosure = { handle in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft)
    /// }
    /// try database.run(transaction: tidy)
    /// ```
    typealias TransactionClosure = (Handle) throws -> Void
    /// What is done in a transaction; whether it is to be kept.
    ///
    /// ```swift
    /// let tidy: Database.ControlableTransactionClosure = { handle in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft)
    ///     return handle.changes < 100
    /// }
    /// try database.run(controllableTransaction: tidy)
    /// ```
    typealias ControlableTransactionClosure = (Handle) throws -> Bool
    /// What is done in a transaction again and again: until the second argument is set. The third
    /// tells whether a new transaction was begun since the last call.
    ///
    /// ```swift
    /// let tidy: Database.PausableTransactionClosure = { handle, isDone, isNew in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft, limit: 100)
    ///     isDone = handle.changes < 100
    /// }
    /// try database.run(pausableTransaction: tidy)
    /// ```
    typealias PausableTransactionClosure = (Handle, inout Bool, Bool) throws -> Void

    /// Begins a transaction, or a level within the one that is open.
    func begin() throws
    /// Keeps what the innermost level did. Without a transaction it does nothing.
    func commit() throws
    /// Undoes what the innermost level did. Without a transaction it does nothing.
    func rollback() throws
    /// Whether this thread is in a transaction.
    var isInTransaction: Bool { get }
    /// Runs a closure in a transaction, which is undone when it throws.
    func run(transaction: @escaping TransactionClosure) throws
    /// Runs a closure in a level of its own, which is undone unless it returns true.
    func run(controllableTransaction: @escaping ControlableTransactionClosure) throws
    /// Runs a closure again and again, in transactions that let others write between the calls.
    func run(pausableTransaction: @escaping PausableTransactionClosure) throws
}

extension TransactionInterface where Self: HandleRepresentable {
    /// Begins a transaction, or a level within the one that is open.
    ///
    /// ```swift
    /// try database.begin()
    /// try database.insert(order, intoTable: "orders")
    /// try database.commit()
    /// ```
    public func begin() throws {
        try withHandle(writeHint: true) { try $0.connection.begin() }
    }

    /// Keeps what the innermost level did. Without a transaction it does nothing; but it throws if
    /// an error has undone the one that this thread began.
    ///
    /// ```swift
    /// try database.begin()
    /// try database.insert(notes, intoTable: "notes")
    /// try database.commit()
    /// ```
    public func commit() throws {
        try withHandle(writeHint: false) { try $0.connection.commit() }
    }

    /// Undoes what the innermost level did. Without a transaction it does nothing.
    ///
    /// ```swift
    /// try database.begin()
    /// try database.delete(fromTable: "notes")
    /// // Nothing was deleted.
    /// try database.rollback()
    /// ```
    public func rollback() throws {
        try withHandle(writeHint: false) { $0.connection.rollback() }
    }

    /// Whether this thread is in a transaction.
    ///
    /// ```swift
    /// try database.begin()
    /// let isOpen = database.isInTransaction  // true
    /// try database.rollback()
    /// ```
    public var isInTransaction: Bool {
        (try? withHandle(writeHint: false) { $0.connection.isInTransaction }) ?? false
    }

    /// Runs a closure in a transaction, which is undone when it throws.
    ///
    /// Within a transaction the closure just runs: what it did stays if you catch its error. If the
    /// closure commits or rolls back itself, nothing is left to be done. A level that it leaves
    /// open, or a transaction that an error has undone, makes this throw `Misuse`.
    ///
    /// ```swift
    /// try database.run(transaction: { handle in
    ///     try handle.insert(order, intoTable: "orders")
    ///     try handle.insert(items, intoTable: "items")
    /// })
    /// ```
    public func run(transaction: @escaping TransactionClosure) throws {
        try withHandle(writeHint: true) { handle in
            guard !handle.connection.isInTransaction else { return try transaction(handle) }
            try handle.connection.runPlain { try transaction(handle) }
        }
    }

    /// Runs a closure in a level of its own, which is undone unless it returns true.
    ///
    /// ```swift
    /// try database.run(controllableTransaction: { handle in
    ///     try handle.delete(fromTable: "notes", where: Note.Properties.isDraft)
    ///     return handle.changes < 100  // Too many: undo.
    /// })
    /// ```
    public func run(controllableTransaction: @escaping ControlableTransactionClosure) throws {
        try withHandle(writeHint: true) { handle in
            try handle.connection.runControllable { try controllableTransaction(handle) }
        }
    }

    /// Runs a closure again and again until it sets its second argument. Between two calls the
    /// transaction is committed if another thread waits to write, and a new one is begun.
    ///
    /// ```swift
    /// var remaining = notes[...]
    /// try database.run(pausableTransaction: { handle, isDone, _ in
    ///     try handle.insert(Array(remaining.prefix(100)), intoTable: "notes")
    ///     remaining = remaining.dropFirst(100)
    ///     isDone = remaining.isEmpty
    /// })
    /// ```
    public func run(pausableTransaction: @escaping PausableTransactionClosure) throws {
        try withHandle(writeHint: true) { handle in
            try handle.connection.runPausable { try pausableTransaction(handle, &$0, $1) }
        }
    }
}

extension Database: TransactionInterface {}
extension Handle: TransactionInterface {}
