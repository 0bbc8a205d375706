/// What threads wait for while others have it: the right to write a file, a connection, a database
/// that is kept shut.
package protocol Awaited: AnyObject, Sendable {
    /// For whom a thread waits here; for nobody if it does not wait any more. Asked on any thread,
    /// with the lock of the graph held: it may not use the graph.
    func waitedFor(by thread: ThreadNumber) -> WaitedFor
    /// A thread waits here in a circle. If what keeps it waiting is a courtesy, it need not show
    /// it any more; whether that changes anything. Called as the other one is.
    func letPass(_ thread: ThreadNumber) -> Bool
}

extension Awaited {
    package func letPass(_ thread: ThreadNumber) -> Bool { false }
}

/// For whom a thread waits.
package struct WaitedFor {
    let threads: [ThreadNumber]
    /// Whether it is enough that one of them goes on; else all must.
    let oneSuffices: Bool

    package static func all(of threads: [ThreadNumber]) -> WaitedFor {
        WaitedFor(threads: threads, oneSuffices: false)
    }

    package static func one(of threads: [ThreadNumber]) -> WaitedFor {
        WaitedFor(threads: threads, oneSuffices: true)
    }

    fileprivate func isOver(where goesOn: (ThreadNumber) -> Bool) -> Bool {
        oneSuffices ? threads.contains(where: goesOn) : threads.allSatisfy(goesOn)
    }
}

/// Which threads wait for what. Two that each write one file and wait for the other's would wait
/// for ever; so would a thread that waits for itself.
///
/// **Users.** Any thread.
///
/// **Always true.** No circle of threads waits: who would close one is refused, unless one of them
/// can be let pass. That is seen by the last of them, because a holder that does not wait yet asks
/// here before it does.
package final class WaitGraph: @unchecked Sendable {
    package static let shared = WaitGraph()

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var awaited: [ThreadNumber: any Awaited] = [:]

    /// Notes that a thread waits. False, and nothing is noted, if the wait could not end.
    package func begin(_ thread: ThreadNumber, for object: any Awaited) -> Bool {
        lock.withLock {
            awaited[thread] = object
            // Mostly they do not wait themselves.
            let wait = object.waitedFor(by: thread)
            if wait.isOver(where: { awaited[$0] == nil }) { return true }
            let stuck = stuckBehind(thread)
            if stuck.isEmpty || letPass(stuck) && stuckBehind(thread).isEmpty { return true }
            awaited[thread] = nil
            return false
        }
    }

    /// Lets all pass that can be; whether there is one. Requires the lock.
    private func letPass(_ threads: [ThreadNumber]) -> Bool {
        let passing = threads.filter { awaited[$0]?.letPass($0) ?? false }
        return !passing.isEmpty
    }

    package func end(_ thread: ThreadNumber) {
        lock.withLock { awaited[thread] = nil }
    }

    /// Of one that waits and those that it waits for, the threads that never go on, though all do
    /// that do not wait; none if the first goes on. Requires the lock.
    private func stuckBehind(_ thread: ThreadNumber) -> [ThreadNumber] {
        // Those for whom it waits, directly or not, as far as they wait themselves.
        var waits: [ThreadNumber: WaitedFor] = [:]
        var open = [thread]
        while let next = open.popLast() {
            guard waits[next] == nil, let object = awaited[next] else { continue }
            let wait = object.waitedFor(by: next)
            waits[next] = wait
            open += wait.threads
        }
        // Whoever waits for those that go on goes on. What is left then are circles, and those who
        // wait for them.
        var count = 0
        repeat {
            count = waits.count
            let waiting = waits
            waits = waiting.filter { !$0.value.isOver(where: { waiting[$0] == nil }) }
        } while waits.count < count
        return waits[thread] == nil ? [] : Array(waits.keys)
    }
}
