/// Something that work in a database can be done on: a ``Database``, or a ``Handle`` of it.
///
/// ```swift
/// func count(in place: some HandleRepresentable) throws -> Int {
///     try place.getHandle(writeHint: false).getValue(sql: "SELECT count(*) FROM notes")?
///         .intValue ?? 0
/// }
/// let all = try count(in: database)
/// ```
public protocol HandleRepresentable {
    /// The connection of this thread. `writeHint` tells that it will be used to write.
    ///
    /// ```swift
    /// let handle = try database.getHandle(writeHint: true)
    /// try handle.exec(sql: "DELETE FROM notes WHERE isDraft")
    /// ```
    func getHandle(writeHint: Bool) throws -> Handle
    /// The database.
    ///
    /// ```swift
    /// try handle.getDatabase().truncateCheckpoint()
    /// ```
    func getDatabase() -> Database
}
