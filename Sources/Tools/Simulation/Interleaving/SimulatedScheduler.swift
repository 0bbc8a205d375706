import WCDBStorage

/// Lets the threads of a simulation run one at a time and decides, from a seed, who goes on at
/// each lock, wait and I/O call.
///
/// **Users.** `run` from a thread outside, everything else from the tasks. Outside of a run the
/// calls do nothing, so that one thread can prepare and inspect what the tasks work on.
///
/// **Always true.** During a run exactly one task is `current`, and only its thread executes; all
/// others stand in `pass` or have not begun. The same seed and tasks give the same `digest`.
package final class SimulatedScheduler: Scheduler, @unchecked Sendable {
    package enum Outcome: Equatable, Sendable {
        case finished
        /// Nobody can go on, and no deadline is pending; the tasks that are left. Their threads
        /// stay where they are for ever.
        case deadlock([String])
        /// The run took more steps than it was given; its threads stay where they are.
        case endless
    }

    private final class Task {
        let name: String
        let turn = WaitPoint(scheduler: nil)
        var priority: UInt64
        /// What the task waits for; nil when it can go on.
        var condition: (() -> Bool)?
        var deadline: UInt64?
        var isFinished = false

        init(name: String, priority: UInt64) {
            self.name = name
            self.priority = priority
        }
    }

    package let clock = SimulatedClock()
    private let stepLimit: Int
    private let policy: SchedulingPolicy
    private let lock = Lock(scheduler: nil)
    private let ended = WaitPoint(scheduler: nil)
    /// Guard for the rest: `lock`.
    private var random: SeededRandom
    private var tasks: [Task] = []
    private var current: Task?
    private var outcome: Outcome?
    /// Where the priority of the running task falls, last one first.
    private var changePoints: [Int] = []
    private var stepCount = 0
    private var decisions: UInt64 = 0
    /// Steps since somebody else ran; a task that spins must not keep the others away for ever.
    private var streak = 0
    private static let longestStreak = 20_000

    package init(seed: UInt64, policy: SchedulingPolicy? = nil, stepLimit: Int = 4_000_000) {
        var random = SeededRandom(seed: seed)
        let policy = policy ?? SchedulingPolicy.random(&random)
        if case .priorities(let changes, let horizon) = policy {
            changePoints = (0..<changes).map { _ in random.below(horizon) }.sorted(by: >)
        }
        self.policy = policy
        self.random = random
        self.stepLimit = stepLimit
    }

    /// The points passed so far.
    package var steps: Int { lock.withLock { stepCount } }
    /// Who ran when, as one number: equal for equal runs.
    package var digest: UInt64 { lock.withLock { decisions } }

    /// Runs `body` as a task, with the tasks that it starts, until all have ended or none can.
    package func run(_ body: @escaping @Sendable () -> Void) -> Outcome {
        let first = BackgroundThread(name: "sim.first", scheduler: self, body)
        lock.lock()
        current = tasks.first { !$0.isFinished }
        current?.turn.wakeAll()
        while outcome == nil { _ = ended.wait(lock, until: nil) }
        let outcome = outcome ?? .finished
        self.outcome = nil
        lock.unlock()
        if outcome == .finished { first.join() }
        return outcome
    }

    // MARK: Scheduler

    package func task(
        _ name: String, _ body: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
        let number = lock.withLock {
            tasks.append(Task(name: name, priority: random.next() | 1 << 63))
            return tasks.count - 1
        }
        return {
            self.begin(number)
            body()
            self.finish(number)
        }
    }

    package func yield() {
        lock.lock()
        defer { lock.unlock() }
        guard let me = current else { return }
        stepCount += 1
        clock.advance(by: 20)
        if shouldSwitch(me) { pass(from: me) }
    }

    package func wait(until deadline: UInt64?, _ condition: () -> Bool) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        guard let me = current else {
            precondition(condition(), "nobody runs who could end this wait")
            return true
        }
        stepCount += 1
        return withoutActuallyEscaping(condition) { condition in
            me.condition = condition
            me.deadline = deadline
            pass(from: me)
            me.condition = nil
            me.deadline = nil
            return condition()
        }
    }

    // MARK: Passing on

    private func begin(_ number: Int) {
        lock.lock()
        let me = tasks[number]
        while current !== me { _ = me.turn.wait(lock, until: nil) }
        lock.unlock()
    }

    private func finish(_ number: Int) {
        lock.lock()
        let me = tasks[number]
        me.isFinished = true
        if tasks.allSatisfy(\.isFinished) {
            end(.finished)
        } else {
            handOver(to: choose(besides: nil))
        }
        lock.unlock()
    }

    private func end(_ reached: Outcome) {
        current = nil
        if reached == .finished { tasks.removeAll() }
        outcome = reached
        ended.wakeAll()
    }

    /// Whether the running task must let others go first. Requires: `lock`.
    private func shouldSwitch(_ me: Task) -> Bool {
        streak += 1
        if stepCount >= stepLimit || streak > SimulatedScheduler.longestStreak {
            lower(me)
            return true
        }
        switch policy {
        case .uniform(let count): return random.oneIn(count)
        case .priorities:
            guard let point = changePoints.last, stepCount >= point else { return false }
            changePoints.removeLast()
            lower(me)
            return true
        }
    }

    /// Later drops are lower: the order of the lowered tasks is that of their turns.
    private func lower(_ task: Task) { task.priority = UInt64(max(0, stepLimit - stepCount)) }

    /// Lets another task run (or the same) and returns when it is this one's turn again.
    /// Requires: `lock`.
    private func pass(from me: Task) {
        guard stepCount < stepLimit else {
            end(.endless)
            while current !== me { _ = me.turn.wait(lock, until: nil) }
            return
        }
        handOver(to: choose(besides: streak > SimulatedScheduler.longestStreak ? me : nil))
        while current !== me { _ = me.turn.wait(lock, until: nil) }
    }

    private func handOver(to next: Task?) {
        guard let next else {
            return end(.deadlock(tasks.filter { !$0.isFinished }.map(\.name)))
        }
        guard next !== current else { return }
        streak = 0
        current = next
        next.turn.wakeAll()
    }

    /// The task that goes on; nil if none can. Requires: `lock`.
    private func choose(besides spinning: Task?) -> Task? {
        var ready = tasks.indices.filter { canRun(tasks[$0]) }
        if ready.isEmpty {
            guard let deadline = tasks.compactMap({ $0.isFinished ? nil : $0.deadline }).min()
            else { return nil }
            clock.advance(to: deadline)
            ready = tasks.indices.filter { canRun(tasks[$0]) }
        }
        if ready.count > 1, let spinning { ready.removeAll { tasks[$0] === spinning } }
        guard !ready.isEmpty else { return nil }
        let chosen: Int
        switch policy {
        case .uniform: chosen = ready[random.below(ready.count)]
        case .priorities:
            chosen = ready.max { tasks[$0].priority < tasks[$1].priority } ?? ready[0]
        }
        decisions = SeededRandom.mix(decisions ^ UInt64(stepCount) << 8 ^ UInt64(chosen))
        return tasks[chosen]
    }

    private func canRun(_ task: Task) -> Bool {
        guard !task.isFinished else { return false }
        if task.condition?() ?? true { return true }
        return task.deadline.map { $0 <= clock.now } ?? false
    }
}
