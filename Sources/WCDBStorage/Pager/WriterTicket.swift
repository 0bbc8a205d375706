import Synchronization

/// The right to write: one holder, the others in line, first come first served. Only the main
/// thread, for which somebody may be looking at a screen, goes to the head of the line.
///
/// **Users.** Any thread.
///
/// **Always true.** Whoever waits is in `line`, or it is its turn. A waiter whose deadline passes
/// leaves the line.
final class WriterTicket: @unchecked Sendable {
    private let fileSystem: any FileSystem
    private let lock: Lock
    private let changed: WaitPoint
    /// Guard for the rest: `lock`.
    @exclusivity(unchecked) private var isTaken = false
    /// Whose turn it is, or was last.
    @exclusivity(unchecked) private var turn: UInt64 = 0
    @exclusivity(unchecked) private var lastNumber: UInt64 = 0
    /// The numbers of those who wait, the next one first.
    @exclusivity(unchecked) private var line: [UInt64] = []
    /// How often all who wait were told to ask their patience.
    private var calls: UInt64 = 0
    /// The thread that has the right, or 0. Changed under `lock`, read by `WaitGraph` without it.
    private let holderNumber = Atomic<UInt64>(0)

    /// A planted bug: the line stops at a waiter that has left.
    private let forgetsAbandoned: Bool

    /// Whether the thread that asks goes first.
    private let isUrgent: @Sendable () -> Bool

    init(
        fileSystem: any FileSystem, forgetsAbandoned: Bool = false,
        isUrgent: @escaping @Sendable () -> Bool = { ThreadNumber.isMain }
    ) {
        self.fileSystem = fileSystem
        self.isUrgent = isUrgent
        self.forgetsAbandoned = forgetsAbandoned
        lock = Lock(scheduler: fileSystem.scheduler)
        changed = WaitPoint(scheduler: fileSystem.scheduler)
    }

    /// Whether somebody stands in line behind the holder. A paused transaction asks this.
    var hasWaiters: Bool { lock.withLock { !line.isEmpty } }

    /// The thread that has the right; nil also while it is handed on.
    var holder: ThreadNumber? { ThreadNumber(rawValue: holderNumber.load(ordering: .acquiring)) }

    /// Waits until the caller may write; `deadline` is in nanoseconds of the file system's clock.
    /// Nil waits for ever, or as long as `patience` lasts: then `interrupted` is thrown. A wait for
    /// ever that could not end is refused.
    func take(
        until deadline: UInt64?, patience: (any WriterPatience)? = nil
    ) throws(StorageError) {
        let thread = ThreadNumber.current
        lock.lock()
        defer { lock.unlock() }
        if !isTaken {
            isTaken = true
        } else if deadline == nil {
            guard WaitGraph.shared.begin(thread, for: self) else { throw .deadlock }
            defer { WaitGraph.shared.end(thread) }
            try wait(asNumber: stand(), until: nil, patience: patience)
        } else {
            try wait(asNumber: stand(), until: deadline, patience: patience)
        }
        holderNumber.store(thread.rawValue, ordering: .releasing)
    }

    /// A place in the line. Requires the lock.
    private func stand() -> UInt64 {
        lastNumber &+= 1
        line.insert(lastNumber, at: isUrgent() ? 0 : line.endIndex)
        return lastNumber
    }

    private func leave(_ number: UInt64) { line.removeAll { $0 == number } }

    /// Waits until it is the turn of a number. Requires the lock.
    private func wait(
        asNumber number: UInt64, until deadline: UInt64?, patience: (any WriterPatience)?
    ) throws(StorageError) {
        // What happened before the wait, or while the question was asked, wakes nobody.
        var answered: UInt64?
        while turn != number {
            if let deadline, fileSystem.now() >= deadline {
                if !forgetsAbandoned { leave(number) }
                throw .busy
            }
            guard let patience else {
                _ = changed.wait(lock, until: deadline)
                continue
            }
            if answered != calls {
                answered = calls
                try ask(patience, number)
                continue
            }
            let next = [deadline, patience.deadline].compactMap(\.self).min()
            _ = changed.wait(lock, until: next)
            answered = nil
        }
    }

    /// Requires the lock, and lets go of it while it asks.
    private func ask(_ patience: any WriterPatience, _ number: UInt64) throws(StorageError) {
        guard turn != number else { return }
        let holder = holder
        lock.unlock()
        let goesOn = patience.goesOn(holder: holder)
        lock.lock()
        // Meanwhile it may have become its turn: then there is nothing to give up.
        guard !goesOn, turn != number else { return }
        leave(number)
        throw .interrupted
    }

    /// Has all who wait ask their patience.
    func wakeWaiters() {
        lock.withLock { calls &+= 1 }
        changed.wakeAll()
    }

    /// Takes the right if nobody has it; never waits.
    func tryTake() -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard !isTaken else { return false }
        isTaken = true
        holderNumber.store(ThreadNumber.current.rawValue, ordering: .releasing)
        return true
    }

    func give() {
        lock.lock()
        holderNumber.store(0, ordering: .releasing)
        let someoneWaits = !line.isEmpty
        if someoneWaits { turn = line.removeFirst() } else { isTaken = false }
        lock.unlock()
        if someoneWaits { changed.wakeAll() }
    }
}

extension WriterTicket: Awaited {
    func waitedFor(by thread: ThreadNumber) -> WaitedFor { .all(of: holder.map { [$0] } ?? []) }
}
