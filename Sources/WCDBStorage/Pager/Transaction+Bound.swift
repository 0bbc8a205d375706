import Synchronization

/// Until which epoch the memory was born that a transaction may look at.
///
/// A reader that pauses would keep all memory that is retired from its epoch on, whoever used it.
/// So it also announces an upper bound, and looks at nothing that is younger: what was taken from
/// the pool later is freed without it. The bound rises with the running epoch when the reader goes
/// on. A writer's own pages are nobody else's; the bound rises before they are retired.
extension Transaction {
    /// To be called while nothing younger than the running epoch is looked at.
    func settleBound() {
        let now = view.pointee.epoch.pointee.load(ordering: .acquiring)
        view.pointee.upper = now
        slot.pointee.upper.store(now, ordering: .releasing)
    }

    /// Lets the bound follow the running epoch. Announce, then look whether it is still the running
    /// one: whoever frees memory moves the epoch on first and reads the bounds afterwards.
    func raiseBound() {
        var now = view.pointee.epoch.pointee.load(ordering: .sequentiallyConsistent)
        while true {
            slot.pointee.upper.store(now, ordering: .sequentiallyConsistent)
            core.scheduler?.yield()
            let after = view.pointee.epoch.pointee.load(ordering: .sequentiallyConsistent)
            if after == now { break }
            now = after
        }
        view.pointee.upper = now
    }

    /// A private page may still be looked at in this operation, though it is given back. Among
    /// later operations this transaction moves on to the running epoch, so that the memory of many
    /// such pages does not wait for its end.
    func retirePrivate(_ block: UnsafeMutableRawPointer) {
        if view.pointee.isBehind { raiseBound() }
        core.reclamation.retire(block: block)
        view.pointee.loadsSinceRefresh &+= 1
    }

    /// Until the end everything may be looked at.
    func liftBound() {
        slot.pointee.upper.store(ReaderSlot.unbounded, ordering: .sequentiallyConsistent)
        _ = view.pointee.epoch.pointee.load(ordering: .sequentiallyConsistent)
        view.pointee.upper = ReaderSlot.unbounded
    }

    /// A page that is not found without a lock. Its memory may be younger than the bound.
    func loadPage(_ number: PageNumber) throws(StorageError) -> UnsafeMutableRawPointer {
        slot.pointee.upper.store(ReaderSlot.unbounded, ordering: .sequentiallyConsistent)
        defer { settleBound() }
        return try core.loadPage(number, snapshot: snapshot)
    }
}
