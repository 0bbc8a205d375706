/// A connection for the length of a call.
///
/// What a handle is, without the object: calls that read or write one row are as short as that.
struct ConnectionLoan {
    let connection: PooledConnection
    /// Where the connection goes back to when the call is over; nil if it goes with `handle`.
    fileprivate var pool: ConnectionPool?
    fileprivate var handle: Handle?

    /// Ends the call: the connection may be another thread's from now on.
    func end() {
        pool?.release(connection)
        withExtendedLifetime(handle) {}
    }
}

extension HandleRepresentable where Self: AnyObject {
    /// Lends the connection of this thread. `end` of the loan is to follow.
    func borrowConnection(writeHint: Bool) throws -> ConnectionLoan {
        // There are no subclasses, and to compare types is cheaper than to cast.
        if Self.self == Database.self {
            let database = unsafeDowncast(self, to: Database.self)
            let connection = try database.core.take(writeHint: writeHint, for: database)
            return ConnectionLoan(connection: connection, pool: database.core.pool)
        }
        let handle = try getHandle(writeHint: writeHint)
        return ConnectionLoan(connection: handle.connection, handle: handle)
    }

    /// Lends it for the length of a call.
    func withConnection<Result>(
        writeHint: Bool, _ body: (PooledConnection) throws -> Result
    ) throws -> Result {
        let loan = try borrowConnection(writeHint: writeHint)
        defer { loan.end() }
        return try body(loan.connection)
    }
}

extension HandleRepresentable {
    /// Lends the handle of this thread for the length of a call.
    ///
    /// Whoever takes only the connection out of a handle must use this: the connection goes back to
    /// the pool with the last handle, and a handle that is not mentioned any more may go early.
    func withHandle<Result>(
        writeHint: Bool, _ body: (Handle) throws -> Result
    ) throws -> Result {
        let handle = try getHandle(writeHint: writeHint)
        return try withExtendedLifetime(handle) { try body(handle) }
    }
}
