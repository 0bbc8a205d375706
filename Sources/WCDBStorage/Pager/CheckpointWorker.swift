import Synchronization

/// The thread that checkpoints in the background; started when the first log is long enough.
///
/// **Users.** Any thread; guarded by `lock`.
final class CheckpointWorker: @unchecked Sendable {
    private let lock: Lock
    private let changed: WaitPoint
    private let scheduler: (any Scheduler)?
    /// From a request until the checkpoint that it led to is over. Changes under `lock`; commits
    /// that come meanwhile look at it without.
    private let isWanted = Atomic<Bool>(false)
    /// Guard for the rest: `lock`.
    private var thread: BackgroundThread?
    private var isStopping = false

    init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        lock = Lock(scheduler: scheduler)
        changed = WaitPoint(scheduler: scheduler)
    }

    /// Asks for a checkpoint soon. The core outlives the thread: `Core.close` stops it.
    func request(_ core: Core) {
        guard !isWanted.load(ordering: .relaxed) else { return }
        lock.lock()
        defer { lock.unlock() }
        guard !isStopping else { return }
        isWanted.store(true, ordering: .relaxed)
        if thread == nil {
            thread = BackgroundThread(name: "wcdb.checkpoint", scheduler: scheduler) {
                [weak core] in
                self.run { core }
            }
        }
        changed.wakeAll()
    }

    private func run(_ core: () -> Core?) {
        while true {
            lock.lock()
            while !isWanted.load(ordering: .relaxed), !isStopping {
                _ = changed.wait(lock, until: nil)
            }
            let stops = isStopping
            lock.unlock()
            if stops { return }
            guard let core = core() else { return }
            core.checkpointInBackground()
            // First this, then the look: a commit between the two asks for itself.
            lock.withLock { isWanted.store(false, ordering: .sequentiallyConsistent) }
            guard core.isCheckpointDue else { continue }
            lock.withLock { isWanted.store(true, ordering: .relaxed) }
        }
    }

    /// Ends the thread after the checkpoint that it may be in.
    func stop() {
        lock.lock()
        isStopping = true
        let running = thread
        thread = nil
        lock.unlock()
        changed.wakeAll()
        running?.join()
    }
}
