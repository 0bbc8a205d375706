import Synchronization

/// The time of a simulation: it passes when somebody says so.
///
/// **Users.** Any thread; the disk and the scheduler of one simulation share it.
package final class SimulatedClock: Sendable {
    private let nanoseconds = Atomic<UInt64>(1_000_000_000)

    package init() {}

    package var now: UInt64 { nanoseconds.load(ordering: .relaxed) }

    package func advance(by span: UInt64) { nanoseconds.add(span, ordering: .relaxed) }

    /// Moves on to `moment`, never back.
    package func advance(to moment: UInt64) { nanoseconds.max(moment, ordering: .relaxed) }
}
