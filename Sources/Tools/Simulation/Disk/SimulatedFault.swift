/// The calls of a disk, as faults and counters name them.
package enum CallKind: String, CaseIterable, Sendable {
    case read, write, size, setSize, reserve, sync, lock, identity, close
    case open, remove, rename, syncDirectory, list
}

/// Something that goes wrong at a call.
package enum SimulatedFault: Equatable, Sendable {
    /// The call fails with the system's number.
    case error(Int32)
    case diskFull
    /// The disk has room for so many bytes of a write, and none for the rest.
    case fullAfter(Int)
    /// A signal interrupts the call; whoever wraps the system repeats it.
    case interrupted
    case shortTransfer
    case zeroTransfer
    /// A sync fails; the cache keeps the new bytes and calls them clean.
    case syncKeepsCache
    /// A sync fails; the cache goes back to what the disk has.
    case syncReverts
    /// A sync fails once, and nothing is lost: the next one would succeed.
    case syncOnce
    /// The write is reported as done and never happens.
    case lostWrite
    /// The write lands this many bytes further on.
    case misdirectedWrite(Int)
    /// One bit of what is read is wrong, this time.
    case flippedRead
}

/// When which fault happens.
package struct FaultPlan: Sendable {
    package var fault: SimulatedFault
    package var call: Int
    /// From then on, at each call of the same kind.
    package var isSticky: Bool

    package init(_ fault: SimulatedFault, call: Int, isSticky: Bool = false) {
        self.fault = fault
        self.call = call
        self.isSticky = isSticky
    }
}
