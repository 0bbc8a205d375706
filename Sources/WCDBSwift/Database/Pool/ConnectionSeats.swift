import WCDBStorage

/// Which thread has which connection: so few that looking through them takes less than hashing.
///
/// **Users.** The pool, with its lock.
struct ConnectionSeats {
    private var list: [(thread: ThreadNumber, connection: PooledConnection)] = []

    var isEmpty: Bool { list.isEmpty }
    var count: Int { list.count }

    subscript(thread: ThreadNumber) -> PooledConnection? {
        get {
            for entry in list where entry.thread == thread { return entry.connection }
            return nil
        }
        set {
            let place = list.firstIndex { $0.thread == thread }
            if let place { list.remove(at: place) }
            if let newValue { list.append((thread, newValue)) }
        }
    }

    /// The threads whose connections satisfy a condition.
    func threads(where condition: (PooledConnection) -> Bool = { _ in true }) -> [ThreadNumber] {
        list.filter { condition($0.connection) }.map(\.thread)
    }

    /// A thread whose connection satisfies the condition.
    func thread(where condition: (PooledConnection) -> Bool) -> ThreadNumber? {
        list.first { condition($0.connection) }?.thread
    }
}
