/// How many pages of one kind a transaction has looked at and changed.
package struct PageCount: Equatable, Sendable {
    /// Pages that an operation entered, in memory or not.
    package var read = 0
    /// Those of them that were not in memory.
    package var loaded = 0
    /// Pages that were changed, each once a stretch.
    package var changed = 0

    package init() {}

    package static func + (left: PageCount, right: PageCount) -> PageCount {
        var sum = PageCount()
        sum.read = left.read &+ right.read
        sum.loaded = left.loaded &+ right.loaded
        sum.changed = left.changed &+ right.changed
        return sum
    }

    package static func - (left: PageCount, right: PageCount) -> PageCount {
        var difference = PageCount()
        difference.read = left.read &- right.read
        difference.loaded = left.loaded &- right.loaded
        difference.changed = left.changed &- right.changed
        return difference
    }
}

/// How many pages a transaction has looked at and changed, told apart by what they are for. Pages
/// of the space map, and those that only maintenance looks at, do not count.
package struct PageCounts: Equatable, Sendable {
    /// Of trees with rowids, the catalog among them.
    package var tables = PageCount()
    /// Of trees with byte keys.
    package var indexes = PageCount()
    /// Of chains that hold the ends of long values.
    package var overflow = PageCount()

    package init() {}

    package static func + (left: PageCounts, right: PageCounts) -> PageCounts {
        var sum = PageCounts()
        sum.tables = left.tables + right.tables
        sum.indexes = left.indexes + right.indexes
        sum.overflow = left.overflow + right.overflow
        return sum
    }

    package static func - (left: PageCounts, right: PageCounts) -> PageCounts {
        var difference = PageCounts()
        difference.tables = left.tables - right.tables
        difference.indexes = left.indexes - right.indexes
        difference.overflow = left.overflow - right.overflow
        return difference
    }
}

/// The counters of a transaction, in memory that never moves: trees count through a plain pointer.
///
/// **Users.** One transaction, which owns them through its `PageView`, and its trees.
struct PageCounters {
    private static let kindCount = 3
    private let memory: UnsafeMutablePointer<PageCount>

    static func make() -> PageCounters {
        let memory = UnsafeMutablePointer<PageCount>.allocate(capacity: kindCount)
        memory.initialize(repeating: PageCount(), count: kindCount)
        return PageCounters(memory: memory)
    }

    func destroy() { memory.deallocate() }

    var tables: UnsafeMutablePointer<PageCount> { memory }
    var indexes: UnsafeMutablePointer<PageCount> { memory + 1 }
    var overflow: UnsafeMutablePointer<PageCount> { memory + 2 }

    /// The counter of pages of this kind; nil for those that do not count.
    func of(_ kind: PageKind?) -> UnsafeMutablePointer<PageCount>? {
        switch kind {
        case .rowidLeaf, .rowidInner: tables
        case .keyLeaf, .keyInner: indexes
        case .overflow: overflow
        case .header, .spaceMap, .free, nil: nil
        }
    }

    func countLoad(of page: UnsafeRawPointer) {
        of(PageKind(rawValue: TreePage.kind(page)))?.pointee.loaded &+= 1
    }

    func countChange(of page: UnsafeRawPointer) {
        of(PageKind(rawValue: TreePage.kind(page)))?.pointee.changed &+= 1
    }
}

extension Transaction {
    /// What this object has counted since it was made, over all its transactions.
    package var pageCounts: PageCounts {
        var counts = PageCounts()
        counts.tables = view.pointee.counters.tables.pointee
        counts.indexes = view.pointee.counters.indexes.pointee
        counts.overflow = view.pointee.counters.overflow.pointee
        return counts
    }

    /// Begins a stretch, for example a statement: pages that were changed before it count again
    /// when it changes them. Returns the counts so far.
    package func beginCounting() -> PageCounts {
        if !view.pointee.dirty.isEmpty {
            view.pointee.stretch &+= 1
            // The number is small; before it comes round again, nobody may have it.
            if view.pointee.stretch == 0 {
                for index in 0..<view.pointee.dirty.count { view.pointee.dirty[index].stretch = 0 }
                view.pointee.stretch = 1
            }
        }
        return pageCounts
    }
}
