import Synchronization

/// A flag that another thread may set: for the running statement, or for good.
package final class InterruptFlag: Sendable {
    private static let statement: UInt8 = 1
    private static let lasting: UInt8 = 2
    private let bits = Atomic<UInt8>(0)

    /// Whether somebody who counts steps looks at the flag now: once in 4,096, so that looking
    /// costs nothing beside the work, and a stop is heard within a fraction of a millisecond.
    @inline(__always)
    static func isDue(_ count: some FixedWidthInteger) -> Bool { count & 0xFFF == 0 }

    package var isSet: Bool { bits.load(ordering: .relaxed) != 0 }

    func set(_ isSet: Bool) { change(InterruptFlag.statement, isSet) }

    /// Whether every statement is to stop, until this is taken back.
    package var isCancelled: Bool {
        bits.load(ordering: .acquiring) & InterruptFlag.lasting != 0
    }

    package func cancel(_ isCancelled: Bool) { change(InterruptFlag.lasting, isCancelled) }

    private func change(_ bit: UInt8, _ isSet: Bool) {
        // Every statement clears its bit, which is clear already.
        guard isSet || bits.load(ordering: .relaxed) & bit != 0 else { return }
        if isSet {
            bits.bitwiseOr(bit, ordering: .acquiringAndReleasing)
        } else {
            bits.bitwiseAnd(~bit, ordering: .acquiringAndReleasing)
        }
    }
}
