import WCDBStorage

extension Connection {
    /// Whether others stand in line behind the transaction of this connection.
    package var othersWaitToWrite: Bool { databases[0].store.hasWaitingWriters }
}
