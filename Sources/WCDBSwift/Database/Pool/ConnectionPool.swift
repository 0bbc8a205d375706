import Synchronization
import WCDBStorage

/// The connections of one database: who has which, and which lie idle.
///
/// **Users.** Any thread. A thread has at most one connection at a time; asking again gives the
/// same one. One that is in a transaction stays with its thread until the transaction is over.
///
/// **Always true.**
/// - At most `limit` connections exist; of those that threads have, at most `writerLimit` were
///   asked for to write in the first place, but for those of threads that write another database
///   too, or for which the others wait. Whoever would exceed that waits. A thread that has one to
///   read may write with it: it waits for the one writer of the file, not here.
/// - While a thread has the pool for itself, no other thread gets a connection, or still closes
///   one.
final class ConnectionPool: @unchecked Sendable {
    static let limit = 32
    static let writerLimit = 4
    /// Of the connections, loops over rows keep at most so many: what is done within the loops
    /// needs others.
    static let cursorLimit = 24

    /// Tells somebody that a thread waits: for which one, and what that one runs.
    typealias Tell = (BusyTraces.Listener, ThreadNumber?, String) -> Void

    let lock = Lock(scheduler: nil)
    /// Something was given back, or the pool is open again.
    private let changed = WaitPoint(scheduler: nil)
    // Guard for the rest: `lock`.
    @exclusivity(unchecked) private var waiting = 0
    @exclusivity(unchecked) private var idle: [PooledConnection] = []
    @exclusivity(unchecked) private var seats = ConnectionSeats()
    /// Connections that are being opened.
    @exclusivity(unchecked) private var opening = 0
    @exclusivity(unchecked) private var writers = 0
    /// Connections that loops over rows keep.
    private var cursors = 0
    @exclusivity(unchecked) private var owner: ThreadNumber?
    private var ownerDepth = 0
    /// How many of these levels are blockades, which the program ends itself.
    private var blockades = 0
    /// The threads that close connections which they took out: one entry for each connection.
    private var closers: [ThreadNumber] = []
    /// Threads that wait to have the pool for themselves: nobody new comes in before them.
    @exclusivity(unchecked) private var waitingOwners = 0
    /// What the threads that wait want here.
    private var aims: [ThreadNumber: Aim] = [:]
    /// Those of them to whom the rules do not apply that are of this pool only: somebody would
    /// wait for ever for them to be kept.
    private var exempt: Set<ThreadNumber> = []
    /// The threads whose transactions an error has undone, and that have not heard it from what
    /// should have ended them.
    private var losers: Set<ThreadNumber> = []
    /// Whether there are any.
    private let hasLosers = Atomic<Bool>(false)

    // MARK: Taking and giving back

    /// The connection of this thread, with one more use; opened if need be. The second value tells
    /// whether the thread had it already.
    func take(
        for thread: ThreadNumber = .current, writeHint: Bool,
        until signal: Handle.CancellationSignal? = nil, tell: Tell,
        isWritingElsewhere: () -> Bool = { false },
        open: () throws(WCDBError) -> PooledConnection
    ) throws(WCDBError) -> (connection: PooledConnection, isShared: Bool) {
        lock.lock()
        if let seated = settledSeat(of: thread) {
            seated.seat.uses += 1
            lock.unlock()
            return (seated, true)
        }
        let waits = mustWait(thread, writeHint)
        // The graph is not asked with the lock held.
        defer { if waits { WaitGraph.shared.end(thread) } }
        if waits, let refusal = waitForTurn(thread, writeHint, signal, tell, isWritingElsewhere) {
            lock.unlock()
            throw refusal
        }
        if writeHint { writers += 1 }
        if let connection = idle.popLast() {
            seat(connection, thread, writeHint)
            lock.unlock()
            return (connection, false)
        }
        opening += 1
        lock.unlock()
        return (try fill(thread, writeHint, open), false)
    }

    private func fill(
        _ thread: ThreadNumber, _ writeHint: Bool, _ open: () throws(WCDBError) -> PooledConnection
    ) throws(WCDBError) -> PooledConnection {
        do {
            let connection = try open()
            lock.withLock {
                opening -= 1
                seat(connection, thread, writeHint)
            }
            return connection
        } catch {
            lock.withLock {
                opening -= 1
                if writeHint { writers -= 1 }
                wake()
            }
            throw error
        }
    }

    /// Waits until the thread may have a connection; why it may not, if it may not. Requires the
    /// lock.
    private func waitForTurn(
        _ thread: ThreadNumber, _ writeHint: Bool, _ signal: Handle.CancellationSignal?,
        _ tell: Tell, _ isWritingElsewhere: () -> Bool
    ) -> WCDBError? {
        var countsAsWriter = writeHint
        if writeHint {
            // What it waits for may come to wait for it, and would be refused.
            lock.unlock()
            countsAsWriter = !isWritingElsewhere()
            lock.lock()
        }
        let end = wait(
            thread, .connection(toWrite: countsAsWriter), until: signal, tell,
            for: { $0.seat.isWriter || !writeHint },
            while: { mustWait(thread, countsAsWriter) })
        return switch end {
        case .turn: nil
        case .cancelled: WCDBError(.Interrupt, "The wait for a connection was cancelled.")
        case .circle: .circle
        }
    }

    /// How a wait came to its end: the last means that it would have had none.
    private enum WaitEnd { case turn, cancelled, circle }

    /// Waits as long as a condition holds. Requires the lock, and lets go of it meanwhile: whoever
    /// calls this ends the wait in the graph when the lock is given up. Those who listen hear of a
    /// long wait, without the lock held: of one that has the pool, or a connection such as is
    /// waited for.
    private func wait(
        _ thread: ThreadNumber, _ aim: Aim, until signal: Handle.CancellationSignal?, _ tell: Tell,
        for isHeld: (PooledConnection) -> Bool, while mustWait: () -> Bool
    ) -> WaitEnd {
        defer {
            aims[thread] = nil
            exempt.remove(thread)
        }
        let listener = BusyTraces.shared.isListening ? BusyTraces.shared.listener : nil
        var deadline = listener.map { SystemFileSystem.shared.now() &+ $0.timeout }
        while mustWait() {
            // Each time: a loop over rows that ends can make one wait for others than before, and a
            // listener that uses the database waits itself.
            aims[thread] = aim
            lock.unlock()
            let canEnd = WaitGraph.shared.begin(thread, for: self)
            lock.lock()
            guard mustWait() else { break }
            if let signal, signal.isCancelled { return .cancelled }
            guard canEnd else { return .circle }
            wait(until: deadline)
            let now = SystemFileSystem.shared.now()
            guard let listener, let late = deadline, now >= late else { continue }
            deadline = now &+ listener.timeout
            let other = owner ?? seats.thread(where: isHeld)
            let running = other.flatMap { seats[$0]?.activity } ?? ""
            lock.unlock()
            tell(listener, other, running)
            lock.lock()
        }
        return .turn
    }

    /// Lets those who wait look again.
    func wakeWaiting() { lock.withLock { wake() } }

    private func mustWait(_ thread: ThreadNumber, _ writeHint: Bool) -> Bool {
        if let owner { return owner != thread }
        if standsBehindOwners(thread) || writeHint && isKeptFromWriting(thread) { return true }
        return idle.isEmpty && seats.count + opening >= Self.limit
    }

    /// Whoever wants the pool lets others in before: what is done within a loop over rows, which
    /// could not come to its end; a thread that closes connections, where closures of the program
    /// that undo configurations may use the database; and those for whom it would wait for ever.
    private func standsBehindOwners(_ thread: ThreadNumber) -> Bool {
        waitingOwners > 0 && cursors == 0 && !closers.contains(thread)
            && !exempt.contains(thread)
    }

    private func isKeptFromWriting(_ thread: ThreadNumber) -> Bool {
        writers >= Self.writerLimit && !exempt.contains(thread)
    }

    private func seat(_ connection: PooledConnection, _ thread: ThreadNumber, _ isWriter: Bool) {
        connection.seat = PooledConnection.Seat(thread: thread, uses: 1, isWriter: isWriter)
        seats[thread] = connection
    }

    /// One more use of a connection that the thread has.
    func retain(_ connection: PooledConnection) {
        lock.withLock { connection.seat.uses += 1 }
    }

    /// One use less. The last one gives the connection back, unless it is in a transaction.
    func release(_ connection: PooledConnection) {
        lock.lock()
        guard connection.seat.uses <= 1 else {
            connection.seat.uses -= 1
            lock.unlock()
            return
        }
        if connection.hasToTidy {
            connection.seat.closer = .current
            lock.unlock()
            // Still this thread's: nobody else gets at it while it is tidied.
            connection.finishUse()
            lock.lock()
            connection.seat.closer = nil
        }
        connection.seat.uses -= 1
        let isLeft = connection.seat.uses == 0 && !connection.isInTransaction
        if isLeft { unseat(connection) } else { wake() }
        lock.unlock()
    }

    /// Requires the lock.
    private func unseat(_ connection: PooledConnection) {
        if let thread = connection.seat.thread { seats[thread] = nil }
        if connection.seat.isWriter { writers -= 1 }
        if connection.seat.isCursor { cursors -= 1 }
        connection.seat = PooledConnection.Seat()
        if !connection.isClosed { idle.append(connection) }
        wake()
    }

    /// Counts a connection, which belongs to no thread, among those that loops over rows keep;
    /// false if these are enough, or if somebody waits for them to end: others must not take their
    /// place.
    func keepAsCursor(_ connection: PooledConnection) -> Bool {
        lock.withLock {
            guard cursors < Self.cursorLimit, waitingOwners == 0 else { return false }
            cursors += 1
            connection.seat.isCursor = true
            // Those who wait behind somebody that wants the pool may come in now.
            wake()
            return true
        }
    }

    /// The connection that a thread has, with one more use; nil if it has none.
    func take(seatedBy thread: ThreadNumber) -> PooledConnection? {
        lock.lock()
        defer { lock.unlock() }
        let seated = settledSeat(of: thread)
        seated?.seat.uses += 1
        return seated
    }

    /// The connection of a thread. Another thread may have had the last handle of it, and
    /// still be tidying: that is waited for. Requires the lock.
    private func settledSeat(of thread: ThreadNumber) -> PooledConnection? {
        var seated = seats[thread]
        while let closer = seated?.seat.closer, closer != .current {
            wait()
            seated = seats[thread]
        }
        return seated
    }

    // MARK: Transactions that were lost

    /// An error has undone the transaction of the thread that has a connection.
    func noteLoss(of connection: PooledConnection) {
        lock.withLock {
            guard let thread = connection.seat.thread else { return }
            losers.insert(thread)
            hasLosers.store(true, ordering: .relaxed)
        }
    }

    /// Whether the thread that has a connection, and calls, has lost a transaction. From then on
    /// it has not.
    @discardableResult
    func takeLoss(of connection: PooledConnection) -> Bool {
        guard hasLosers.load(ordering: .relaxed) else { return false }
        return lock.withLock { connection.seat.thread.map { forgetLoss(of: $0) } ?? false }
    }

    /// Requires the lock.
    private func forgetLoss(of thread: ThreadNumber) -> Bool {
        guard losers.remove(thread) != nil else { return false }
        hasLosers.store(!losers.isEmpty, ordering: .relaxed)
        return true
    }

    // MARK: The pool for one thread

    /// What came of the wish to have the pool.
    enum Admission {
        case granted
        /// The thread has a connection itself: it would wait for itself.
        case refused
        /// One that it would wait for waits, directly or not, for it.
        case circle
    }

    /// Waits until the connections of all other threads are back, and keeps them out from then on:
    /// until they are let in again, or as a blockade, until that is ended. Without one, the thread
    /// that has the pool already may not have a connection either. `stopWork` stops those for whom
    /// nobody should have to wait; it is called when nobody new comes in any more.
    func close(
        to thread: ThreadNumber, isBlockade: Bool, tell: Tell, stopWork: () -> Void
    ) -> Admission {
        // The graph is not asked with the lock held.
        defer { WaitGraph.shared.end(thread) }
        lock.lock()
        defer { lock.unlock() }
        if owner == thread {
            if !isBlockade, seats[thread] != nil { return .refused }
            ownerDepth += 1
            blockades += isBlockade ? 1 : 0
            return .granted
        }
        if seats[thread] != nil { return .refused }
        waitingOwners += 1
        lock.unlock()
        stopWork()
        lock.lock()
        let end = wait(thread, .pool, until: nil, tell, for: { _ in true }) {
            owner != nil || !seats.isEmpty || opening > 0
                || closers.contains { $0 != thread }
        }
        waitingOwners -= 1
        guard end == .turn else {
            wake()
            return .circle
        }
        owner = thread
        ownerDepth = 1
        blockades = isBlockade ? 1 : 0
        return .granted
    }

    /// Ends a level, and with the last one lets the others in again; false if the thread has no
    /// such level.
    @discardableResult
    func reopen(by thread: ThreadNumber, isBlockade: Bool) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard owner == thread, !isBlockade || blockades > 0 else { return false }
        blockades -= isBlockade ? 1 : 0
        ownerDepth -= 1
        if ownerDepth == 0 {
            owner = nil
            wake()
        }
        return true
    }

    /// Forgets a thread that ends, and lets the others in again if it had the pool; whether it had.
    func disown(_ thread: ThreadNumber) -> Bool {
        lock.withLock {
            _ = forgetLoss(of: thread)
            guard owner == thread else { return false }
            ownerDepth = 0
            blockades = 0
            owner = nil
            wake()
            return true
        }
    }

    var isClosed: Bool { lock.withLock { owner != nil } }

    /// Whether the thread that calls has a connection.
    func hasConnection(_ thread: ThreadNumber) -> Bool { lock.withLock { seats[thread] != nil } }

    /// Whether the thread that calls is in a transaction.
    func isInTransaction(_ thread: ThreadNumber) -> Bool {
        lock.withLock { seats[thread]?.isInTransaction ?? false }
    }

    // MARK: What there is

    /// Waits while another thread has the pool, unless that one waits for this.
    func isEmpty(tell: Tell) -> Bool {
        let thread = ThreadNumber.current
        defer { WaitGraph.shared.end(thread) }
        lock.lock()
        defer { lock.unlock() }
        _ = wait(thread, .look, until: nil, tell, for: { _ in true }) {
            owner != nil && owner != thread
        }
        return idle.isEmpty && seats.isEmpty
    }

    /// How many connections there are, those that are being opened included.
    var count: Int { lock.withLock { idle.count + seats.count + opening } }

    /// Notes what a connection runs.
    func note(_ sql: String, on connection: PooledConnection) {
        lock.withLock { connection.activity = sql }
    }

    /// What a thread runs, if it was noted.
    func activity(of thread: ThreadNumber) -> String? {
        lock.withLock { seats[thread]?.activity }
    }

    /// Takes all idle connections out and has them closed.
    func drain(_ close: (PooledConnection) -> Void) {
        let thread = ThreadNumber.current
        let drained = lock.withLock {
            defer { idle.removeAll() }
            for _ in idle { closers.append(thread) }
            return idle
        }
        for connection in drained {
            // Not under the lock: the last one writes the log into the file, and configurations
            // are undone by closures of the program.
            close(connection)
            lock.withLock {
                if let place = closers.firstIndex(of: thread) { closers.remove(at: place) }
                wake()
            }
        }
    }

    // MARK: Waiting

    /// Requires the lock.
    private func wait(until deadline: UInt64? = nil) {
        waiting += 1
        _ = changed.wait(lock, until: deadline)
        waiting -= 1
    }

    /// Requires the lock.
    private func wake() {
        if waiting > 0 { changed.wakeAll() }
    }
}

extension ConnectionPool: Awaited {
    /// What a thread waits for: a connection, one of the few to write perhaps; the pool for itself;
    /// or that nobody has the pool.
    private enum Aim: Equatable { case connection(toWrite: Bool), pool, look }

    func waitedFor(by thread: ThreadNumber) -> WaitedFor {
        lock.withLock {
            guard let aim = aims[thread] else { return .all(of: []) }
            let owner = owner.flatMap { $0 == thread ? nil : [$0] } ?? []
            switch aim {
            case .pool:
                return .all(of: owner + seats.threads() + closers.filter { $0 != thread })
            case .connection(let toWrite) where owner.isEmpty:
                return waitedForToEnter(by: thread, toWrite: toWrite)
            case .connection, .look: return .all(of: owner)
            }
        }
    }

    /// Requires the lock.
    private func waitedForToEnter(by thread: ThreadNumber, toWrite: Bool) -> WaitedFor {
        if standsBehindOwners(thread) {
            return .all(of: aims.filter { $0.value == .pool }.map(\.key))
        }
        // Whoever has a connection soon is not known yet, and will ask before it waits.
        guard opening == 0, mustWait(thread, toWrite) else { return .all(of: []) }
        let isFull = toWrite && isKeptFromWriting(thread)
        return .one(of: seats.threads { $0.seat.isWriter || !isFull })
    }

    /// That few are to write, and that nobody comes in before those who want the pool, are rules of
    /// this pool only: nobody is refused for them.
    func letPass(_ thread: ThreadNumber) -> Bool {
        lock.withLock {
            guard case .connection(let toWrite)? = aims[thread],
                standsBehindOwners(thread) || toWrite && isKeptFromWriting(thread)
            else { return false }
            exempt.insert(thread)
            wake()
            return true
        }
    }
}
