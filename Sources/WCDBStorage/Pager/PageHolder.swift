/// Something that may look at a page across operations: a cursor, as the pager sees it.
///
/// **Users.** The thread of the transaction.
///
/// **Always true.** While `page` is set, it is listed in its transaction's `PageView`, so that the
/// page is not freed under it.
@usableFromInline
package class PageHolder {
    /// The page it stands in.
    @exclusivity(unchecked) @usableFromInline final var page: UnsafeRawPointer?
    private final let view: PageViewPointer
    @exclusivity(unchecked) fileprivate final var isListed = false
    @exclusivity(unchecked) fileprivate final var nextHolder: Unmanaged<PageHolder>?

    init(_ view: PageViewPointer) { self.view = view }

    deinit { if isListed { view.pointee.unlist(self) } }

    /// Stands nowhere.
    package func reset() { page = nil }

    /// To be called when it begins to stand somewhere.
    @inline(__always)
    final func enlist() {
        if !isListed { view.pointee.list(self) }
    }
}

/// The holders of a transaction that may stand somewhere: a list through themselves, so that
/// beginning and ending a transaction costs nothing for those that were not used.
extension PageView {
    fileprivate mutating func list(_ holder: PageHolder) {
        holder.isListed = true
        holder.nextHolder = firstHolder
        firstHolder = Unmanaged.passUnretained(holder)
    }

    /// Takes out a holder that is about to go away.
    fileprivate mutating func unlist(_ holder: PageHolder) {
        let gone = Unmanaged.passUnretained(holder).toOpaque()
        guard let first = firstHolder else { return }
        if first.toOpaque() == gone {
            firstHolder = holder.nextHolder
            return
        }
        var current = first.takeUnretainedValue()
        while let next = current.nextHolder {
            if next.toOpaque() == gone {
                current.nextHolder = holder.nextHolder
                return
            }
            current = next.takeUnretainedValue()
        }
    }

    /// The transaction is over, or its trees are forgotten: everything stands nowhere.
    mutating func leaveAll() {
        while let first = firstHolder {
            firstHolder = first._withUnsafeGuaranteedRef { holder in
                holder.reset()
                holder.isListed = false
                return holder.nextHolder
            }
        }
    }

    /// Calls `body` with each page whose bytes somebody may still look at.
    func forEachHeldPage(_ body: (UnsafeRawPointer) -> Void) {
        var next = firstHolder
        while let current = next {
            let holder = current.takeUnretainedValue()
            if let page = holder.page { body(page) }
            next = holder.nextHolder
        }
    }
}
