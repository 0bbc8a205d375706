/// Something that work in a database can be done on: a ``Database``, or a ``Handle`` of it.
public protocol HandleRepresentable {
    /// The connection of this thread. `writeHint` tells that it will be used to write.
    func getHandle(writeHint: Bool) throws -> Handle
    /// The database.
    func getDatabase() -> Database
}
