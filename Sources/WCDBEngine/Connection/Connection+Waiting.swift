import Synchronization
package import WCDBStorage

/// Waiting to write, and being waited for.
extension Connection {
    /// Whether others stand in line behind the transaction of this connection.
    package var othersWaitToWrite: Bool {
        if mainDatabase.store.hasWaitingWriters { return true }
        return !attachedDatabases.isEmpty
            && databases.contains { $0.transaction.isWritable && $0.store.hasWaitingWriters }
    }

    /// Asked while this connection waits to write; nil waits for ever.
    package var patience: (any WriterPatience)? {
        get { mainDatabase.transaction.patience }
        set { for database in databases { database.transaction.patience = newValue } }
    }

    /// Whether the file of the main database cannot be changed by anybody.
    package var isReadOnly: Bool { mainDatabase.store.isReadOnly }

    /// Whether that is because the disk had no room to recover the file: opening it again tries so
    /// again.
    package var lacksRoom: Bool { mainDatabase.store.lacksRoom }

    /// Whether changing things is refused.
    package var isQueryOnly: Bool {
        get { refusesChanges }
        set { settings["query_only"] = newValue ? 1 : 0 }
    }

    /// What stops a statement of this connection from any thread.
    package var interrupter: Interrupter {
        Interrupter(flag: interruption, queues: writerQueues)
    }
}

/// The files of a connection, in any of which it may wait to write.
///
/// **Users.** The connection, and whoever stops it from another thread.
final class WriterQueues: Sendable {
    private let files = Mutex<[Store]>([])

    var stores: [Store] {
        get { files.withLock { $0 } }
        set { files.withLock { $0 = newValue } }
    }

    /// Whoever waits there looks whether to go on.
    func wake() { for store in stores { store.wakeWaitingWriters() } }
}

/// Stops what a connection does, from any thread: for good, until it is taken back.
package struct Interrupter: Sendable {
    let flag: InterruptFlag
    let queues: WriterQueues

    /// The running statement stops, and so does every later one.
    package func set() {
        flag.cancel(true)
        queues.wake()
    }

    /// Statements run again.
    package func clear() { flag.cancel(false) }

    package var isSet: Bool { flag.isCancelled }
}
