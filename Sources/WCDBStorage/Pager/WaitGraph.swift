/// Which threads wait for the right to write which file. Two that each write one file and wait for
/// the other's would wait for ever; so would a thread that waits for itself.
///
/// **Users.** Any thread.
///
/// **Always true.** No circle of threads waits: who would close one is refused. That is seen by
/// the last of them, because a holder that does not wait yet asks here before it does.
final class WaitGraph: @unchecked Sendable {
    static let shared = WaitGraph()

    private let lock = Lock(scheduler: nil)
    /// Guard: `lock`.
    private var awaited: [ThreadNumber: WriterTicket] = [:]

    /// Notes that a thread waits. False, and nothing is noted, if the wait could not end.
    func begin(_ thread: ThreadNumber, for ticket: WriterTicket) -> Bool {
        lock.withLock {
            var next = ticket.holder
            // A circle that the thread is no part of, were there one, would be left, too.
            for _ in 0...awaited.count {
                guard let holder = next else { break }
                if holder == thread { return false }
                next = awaited[holder]?.holder
            }
            awaited[thread] = ticket
            return true
        }
    }

    func end(_ thread: ThreadNumber) {
        lock.withLock { awaited[thread] = nil }
    }
}
