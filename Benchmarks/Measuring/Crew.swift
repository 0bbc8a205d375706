import Foundation
import Synchronization

/// Threads that start together and hand back one result each.
///
/// **Users.** The thread that calls `run`, which waits for all others.
final class Crew<Value: Sendable>: Sendable {
    /// How many have not arrived at the starting line yet.
    private let missing: Atomic<Int>
    /// Guarded by itself: what each thread came back with.
    private let results = Mutex<[Int: Result<Value, any Error>]>([:])

    private init(count: Int) { missing = Atomic(count) }

    /// Runs `body` on `count` threads. Each calls the closure it is given when its preparations
    /// are done, and goes on when that returns, which is when everybody is there.
    static func run(
        _ count: Int,
        _ body: @escaping @Sendable (_ index: Int, _ ready: () -> Void) throws -> Value
    ) throws -> [Value] {
        let crew = Crew(count: count)
        let finished = DispatchGroup()
        for index in 0..<count {
            finished.enter()
            Thread.detachNewThread {
                crew.work(index, body)
                finished.leave()
            }
        }
        finished.wait()
        return try crew.results.withLock { results in
            try (0..<count).compactMap { try results[$0]?.get() }
        }
    }

    private func work(_ index: Int, _ body: (Int, () -> Void) throws -> Value) {
        var hasArrived = false
        func arrive() {
            guard !hasArrived else { return }
            hasArrived = true
            missing.subtract(1, ordering: .acquiringAndReleasing)
        }
        let result = Result {
            try body(index) {
                arrive()
                while missing.load(ordering: .acquiring) > 0 { sched_yield() }
            }
        }
        arrive()  // Whoever fails early must not keep the others waiting.
        results.withLock { $0[index] = result }
    }
}

/// Tells threads to come to an end.
final class StopFlag: Sendable {
    private let flag = Atomic(false)

    var isRaised: Bool { flag.load(ordering: .relaxed) }
    func raise() { flag.store(true, ordering: .relaxed) }
}
