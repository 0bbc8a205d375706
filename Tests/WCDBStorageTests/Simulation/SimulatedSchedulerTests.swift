import StorageSimulation
import Synchronization
import Testing

@testable import WCDBStorage

@Suite struct `A simulated scheduler` {
    private final class Shared: Sendable {
        let scheduler: SimulatedScheduler
        let lock: Lock
        let other: Lock
        let changed: WaitPoint
        let order = Mutex<[Int]>([])

        init(seed: UInt64, policy: SchedulingPolicy? = nil, stepLimit: Int = 100_000) {
            scheduler = SimulatedScheduler(seed: seed, policy: policy, stepLimit: stepLimit)
            lock = Lock(scheduler: scheduler)
            other = Lock(scheduler: scheduler)
            changed = WaitPoint(scheduler: scheduler)
        }

        func start(_ bodies: [@Sendable () -> Void]) -> SimulatedScheduler.Outcome {
            scheduler.run {
                let threads = bodies.map { body in
                    BackgroundThread(name: "task", scheduler: self.scheduler, body)
                }
                for thread in threads { thread.join() }
            }
        }
    }

    private func order(seed: UInt64, policy: SchedulingPolicy? = nil) -> (order: [Int], UInt64) {
        let shared = Shared(seed: seed, policy: policy)
        let outcome = shared.start(
            (0..<3).map { number in
                {
                    for _ in 0..<20 {
                        shared.lock.withLock { shared.order.withLock { $0.append(number) } }
                    }
                }
            })
        #expect(outcome == .finished)
        return (shared.order.withLock { $0 }, shared.scheduler.digest)
    }

    @Test func `makes the same choices for the same seed`() {
        var orders: Set<[Int]> = []
        for seed in UInt64(1)...20 {
            let first = order(seed: seed)
            #expect(first == order(seed: seed))
            #expect(first.order.count == 60)
            orders.insert(first.order)
        }
        #expect(orders.count > 10)
    }

    @Test(arguments: [
        SchedulingPolicy.uniform(oneIn: 1), .uniform(oneIn: 9),
        .priorities(changes: 5, horizon: 200),
    ])
    func `lets everybody end, whatever its policy`(policy: SchedulingPolicy) {
        #expect(order(seed: 3, policy: policy).order.sorted().last == 2)
    }

    @Test func `finds tasks that wait for each other`() {
        var found = 0
        for seed in UInt64(1)...40 {
            let shared = Shared(seed: seed, policy: .uniform(oneIn: 2))
            let outcome = shared.start([
                { shared.lock.withLock { shared.other.withLock {} } },
                { shared.other.withLock { shared.lock.withLock {} } },
            ])
            if case .deadlock(let names) = outcome {
                #expect(names.count == 3)
                found += 1
            }
        }
        #expect(found > 0)
    }

    @Test func `finds a wait that nobody ends`() {
        let shared = Shared(seed: 1)
        let outcome = shared.start([
            { shared.lock.withLock { _ = shared.changed.wait(shared.lock, until: nil) } }
        ])
        #expect(outcome != .finished)
    }

    @Test func `lets time pass when everybody waits`() {
        let shared = Shared(seed: 1)
        let end = shared.scheduler.clock.now + 5_000_000_000
        let outcome = shared.start([
            {
                shared.lock.lock()
                while shared.changed.wait(shared.lock, until: end) {}
                shared.lock.unlock()
            }
        ])
        #expect(outcome == .finished)
        #expect(shared.scheduler.clock.now >= end)
    }

    @Test func `gives up on tasks that never end`() {
        let shared = Shared(seed: 1, stepLimit: 5_000)
        let outcome = shared.start([{ while true { shared.scheduler.yield() } }])
        #expect(outcome == .endless)
    }
}
