/// The files of a database and what they are called. Nothing else of it persists anywhere.
package enum StoreFiles {
    package static func log(_ path: String) -> String { path + "-wal" }
    package static func lock(_ path: String) -> String { path + "-shm" }
    /// A database in the making; renamed when it is whole.
    package static func newborn(_ path: String) -> String { path + "-journal" }
}
