import Synchronization

/// The right to write: one holder, the others in line, first come first served.
///
/// **Users.** Any thread.
///
/// **Always true.** `serving` counts up as tickets are given back; a waiter whose deadline passes
/// leaves its number in `abandoned` so that the line moves past it.
final class WriterTicket: @unchecked Sendable {
    private let fileSystem: any FileSystem
    private let lock: Lock
    private let changed: WaitPoint
    /// Guard for the rest: `lock`.
    @exclusivity(unchecked) private var nextNumber: UInt64 = 0
    @exclusivity(unchecked) private var serving: UInt64 = 0
    private var abandoned: Set<UInt64> = []
    /// How often all who wait were told to ask their patience.
    private var calls: UInt64 = 0
    /// The thread that has the right, or 0. Changed under `lock`, read by `WaitGraph` without it.
    private let holderNumber = Atomic<UInt64>(0)

    /// A planted bug: the line stops at a waiter that has left.
    private let forgetsAbandoned: Bool

    init(fileSystem: any FileSystem, forgetsAbandoned: Bool = false) {
        self.fileSystem = fileSystem
        self.forgetsAbandoned = forgetsAbandoned
        lock = Lock(scheduler: fileSystem.scheduler)
        changed = WaitPoint(scheduler: fileSystem.scheduler)
    }

    /// Whether somebody stands in line behind the holder. A paused transaction asks this.
    var hasWaiters: Bool { lock.withLock { nextNumber > serving + 1 } }

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
        if serving == nextNumber {
            nextNumber &+= 1
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
        defer { nextNumber &+= 1 }
        return nextNumber
    }

    /// Waits until it is the turn of a number. Requires the lock.
    private func wait(
        asNumber number: UInt64, until deadline: UInt64?, patience: (any WriterPatience)?
    ) throws(StorageError) {
        // What happened before the wait, or while the question was asked, wakes nobody.
        var answered: UInt64?
        while serving != number {
            if let deadline, fileSystem.now() >= deadline {
                if !forgetsAbandoned { abandoned.insert(number) }
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
        guard serving != number else { return }
        let holder = holder
        lock.unlock()
        let goesOn = patience.goesOn(holder: holder)
        lock.lock()
        // Meanwhile it may have become its turn: then there is nothing to give up.
        guard !goesOn, serving != number else { return }
        abandoned.insert(number)
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
        guard serving == nextNumber else { return false }
        nextNumber &+= 1
        holderNumber.store(ThreadNumber.current.rawValue, ordering: .releasing)
        return true
    }

    func give() {
        lock.lock()
        serving &+= 1
        holderNumber.store(0, ordering: .releasing)
        while abandoned.remove(serving) != nil { serving &+= 1 }
        let someoneWaits = nextNumber > serving
        lock.unlock()
        if someoneWaits { changed.wakeAll() }
    }
}
