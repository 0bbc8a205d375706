/// A transaction as an object, as in 1.x: what it has not committed is undone with the last
/// reference to it.
///
/// ```swift
/// let transaction = try database.getTransaction()
/// try transaction.begin()
/// try transaction.insert(objects: notes, intoTable: "notes")
/// try transaction.commit()
/// ```
///
/// It keeps the connection of its thread, and is used on that thread only: let go elsewhere, it can
/// undo nothing, and says so. ``Database`` and ``Handle`` do all of this themselves by now.
public final class Transaction {
    private let handle: Handle
    /// What this object began; nil unless it is open.
    private var begun: Begun?

    private struct Begun {
        /// How deep the connection was in transactions before.
        let outerLevel: Int
        /// Which transaction of the connection it belongs to. Whoever ends that one behind this
        /// object's back ends this as well.
        let number: UInt64
    }

    init(_ handle: Handle) { self.handle = handle }

    deinit {
        guard let begun else { return }
        guard handle.isOwn else {
            // The connection may be in use on its thread: it is not even looked at.
            handle.database.core.misuse(
                "A transaction was let go on another thread than its own: "
                    + "what it did not end stays open.")
            return
        }
        guard handle.connection.transactionNumber == begun.number else { return }
        // Levels that others opened within are undone too: nobody could end them any more.
        while handle.connection.openLevels > begun.outerLevel {
            guard (try? handle.rollback()) != nil else { return }
        }
    }

    /// Begins the transaction, or a level within the one that is open.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.begin()
    /// try transaction.delete(fromTable: "notes", where: Note.Properties.isDraft)
    /// try transaction.commit()
    /// ```
    public func begin() throws { try began { try handle.begin() } }

    /// Begins the transaction with locks that are taken at that time.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.begin(.deferred)
    /// let count = try transaction.getValue(on: Note.Properties.any.count(), fromTable: "notes")
    /// try transaction.commit()
    /// ```
    public func begin(_ mode: StatementTransaction.Mode) throws {
        try began { try handle.begin(mode) }
    }

    private func began(_ begin: () throws -> Void) throws {
        let level = handle.connection.openLevels
        try begin()
        let number = handle.connection.transactionNumber
        if begun?.number != number { begun = Begun(outerLevel: level, number: number) }
    }

    /// Commits what the last `begin` began.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.begin()
    /// try transaction.insert(note, intoTable: "notes")
    /// try transaction.commit()
    /// ```
    public func commit() throws {
        try handle.commit()
        ended()
    }

    /// Undoes what the last `begin` began.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.begin()
    /// try transaction.delete(fromTable: "notes")
    /// try transaction.rollback()
    /// try database.getValue(on: Note.Properties.any.count(), fromTable: "notes").intValue  // 3
    /// ```
    public func rollback() throws {
        try handle.rollback()
        ended()
    }

    private func ended() {
        guard let begun, handle.connection.openLevels <= begun.outerLevel else { return }
        self.begun = nil
    }

    /// Runs a statement once; rows are passed over.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.begin()
    /// try transaction.exec(StatementDelete().delete(from: "notes").where(Note.Properties.isDraft))
    /// try transaction.commit()
    /// ```
    public func exec(_ statement: any Statement) throws { try handle.exec(statement) }

    /// Prepares a statement on its own.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// let statement = try transaction.prepare(select)
    /// try statement.oneColumnValue(atIndex: 0).count  // 3
    /// ```
    public func prepare(_ statement: any Statement) throws -> CoreStatement {
        try CoreStatement(handle, statement)
    }

    /// How many rows the last INSERT, UPDATE or DELETE changed.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.delete(fromTable: "notes", where: Note.Properties.isDraft)
    /// transaction.changes  // 1
    /// ```
    public var changes: Int { handle.changes }

    /// The tag of the database.
    ///
    /// ```swift
    /// database.tag = 7
    /// let transaction = try database.getTransaction()
    /// transaction.tag  // 7
    /// ```
    public var tag: Tag? { handle.database.tag }

    /// The path of the database.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// transaction.path == database.path  // true
    /// ```
    public var path: String { handle.database.path }
}

extension Transaction: HandleRepresentable {
    /// The connection of the transaction.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// let handle = try transaction.getHandle(writeHint: true)
    /// ```
    public func getHandle(writeHint: Bool) throws -> Handle {
        try handle.getHandle(writeHint: writeHint)
    }

    /// The database.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// transaction.getDatabase().path == database.path  // true
    /// ```
    public func getDatabase() -> Database { handle.database }
}

extension Transaction: InsertInterface, UpdateInterface, DeleteInterface {}
extension Transaction: SelectInterface, RowSelectInterface, StatementSelectInterface {}
extension Transaction: TableInterface, TransactionInterface {}
extension Transaction: InsertChainCallInterface, UpdateChainCallInterface {}
extension Transaction: DeleteChainCallInterface, SelectChainCallInterface {}
extension Transaction: RowSelectChainCallInterface, MultiSelectChainCallInterface {}

extension Database {
    /// An object for a transaction of this thread; ``TransactionInterface/begin()`` begins it.
    ///
    /// ```swift
    /// let transaction = try database.getTransaction()
    /// try transaction.run(transaction: { handle in
    ///     try handle.insert(items, intoTable: "notes")
    /// })
    /// ```
    public func getTransaction() throws -> Transaction {
        Transaction(try getHandle(writeHint: true))
    }
}

extension StatementTransaction {
    /// When a transaction takes its locks.
    ///
    /// ```swift
    /// let mode: StatementTransaction.Mode = .immediate
    /// try database.begin(mode)
    /// try database.rollback()
    /// ```
    public typealias Mode = TransactionType
}

extension TransactionInterface where Self: HandleRepresentable {
    /// Begins a transaction that takes its locks at that time, or a level within the one that is
    /// open.
    ///
    /// ```swift
    /// try database.begin(.immediate)
    /// try database.insert(note, intoTable: "notes")
    /// try database.commit()
    /// ```
    public func begin(_ mode: StatementTransaction.Mode) throws {
        try withHandle(writeHint: mode != .deferred) { try $0.connection.begin(mode) }
    }
}
