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
