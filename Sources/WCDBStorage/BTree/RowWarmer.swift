/// Brings rows that are about to be looked up into the processor's cache.
///
/// Rows that an index names lie anywhere, and each lookup waits for memory five or six times, one
/// after the other: page table, page, slots, row. Looked up together they wait together, because no
/// row's address comes from another row's. So the steps are made for several rows at a time; the
/// lookups that follow find everything near, and need not search again.
///
///     warmer.expect(rowid)            // for each, up to `width`
///     warmer.warm()
///     warmer.seek(rowid, cursor)      // for each, in the same order
///
/// **Users.** One cursor of an index, for one tree of the same transaction. It loads no page: what
/// is not in memory is left to the lookup itself.
///
/// **Always true.** `places[next..<count]` were found in a snapshot that cannot change any more: it
/// is for transactions that only read. Between two scans there are none, so that a tree that is no
/// longer in use is not looked at.
package final class RowWarmer {
    /// Rows that are warmed together: as many as a processor has loads under way.
    package static let width = 8

    /// Where a row is.
    private struct Place: ~Copyable {
        var rowid: Int64 = 0
        var path = TreePath()
        var leaf = PageNumber.none
        var page: UnsafeRawPointer?
        var index = 0
    }

    private let tree: RowidTree
    private let places: UnsafeMutablePointer<Place>
    /// Rows that were announced.
    private var expected = 0
    /// Rows whose places are known, and the first of them that was not looked up yet.
    private var count = 0
    private var next = 0
    /// What was read, so that it is read at all.
    private var touched: UInt8 = 0

    package init(_ tree: RowidTree) {
        self.tree = tree
        places = .allocate(capacity: RowWarmer.width)
        for index in 0..<RowWarmer.width { (places + index).initialize(to: Place()) }
    }

    deinit {
        places.deinitialize(count: RowWarmer.width)
        places.deallocate()
    }

    package func isOf(_ tree: RowidTree) -> Bool { tree === self.tree }

    /// Whether it is any use: the transaction only reads, since places may move while it writes,
    /// and the tree is so large that its rows are not near anyway, with more leaves than one inner
    /// page names.
    package static func isWorthwhile(for tree: RowidTree) -> Bool {
        guard tree.root != .none, !tree.transaction.isWritable else { return false }
        // Where the root is out of sight for a moment, the tree may well be large.
        guard let root = tree.view.pointee.resident(tree.root) else { return true }
        return TreePage.level(root) >= 2
    }

    // MARK: Warming

    /// Forgets all places: other rows follow, or another transaction.
    package func forget() { (expected, count, next) = (0, 0, 0) }

    /// Announces a row. Requires: fewer than `width` wait to be warmed.
    package func expect(_ rowid: Int64) {
        precondition(expected < RowWarmer.width, "too many rows")
        places[expected].rowid = rowid
        expected &+= 1
    }

    /// Warms the rows that were announced. False, and little was done, if they lie in so few leaves
    /// that they are near already, or if most of these are not in memory.
    package func warm() -> Bool {
        let count = expected
        forget()
        var distinct = 0
        for index in 0..<count {
            findLeaf(places + index)
            if index == 0 || places[index].leaf != places[index &- 1].leaf { distinct &+= 1 }
        }
        guard distinct &* 2 > count else { return false }
        var resident = 0
        for index in 0..<count {
            places[index].page = tree.residentPage(places[index].leaf)
            if places[index].page != nil { resident &+= 1 }
        }
        guard resident &* 2 > count else { return false }
        for index in 0..<count {
            guard let page = places[index].page else { continue }
            touched ^= page.byte(at: RowWarmer.line) ^ page.byte(at: 2 &* RowWarmer.line)
        }
        for index in 0..<count { touchRow(places + index) }
        self.count = count
        return true
    }

    /// A processor loads memory in lines of this size.
    private static let line = 64

    /// Finds the leaf that a row is in, as far as inner pages are in memory.
    private func findLeaf(_ place: UnsafeMutablePointer<Place>) {
        place.pointee.path.removeAll()
        place.pointee.leaf = .none
        var number = tree.root
        while let page = tree.residentPage(number),
            TreePage.kind(page) == PageKind.rowidInner.rawValue
        {
            let level = TreePage.level(page)
            guard level > 0, place.pointee.path.count < TreePage.maxDepth else { return }
            let index = RowidPage.childIndex(page, place.pointee.rowid)
            place.pointee.path.append(.init(number: number, index: index))
            number = tree.child(page, index)
            if level == 1 {
                place.pointee.leaf = number
                return
            }
        }
    }

    private func touchRow(_ place: UnsafeMutablePointer<Place>) {
        guard let page = place.pointee.page,
            TreePage.kind(page) == PageKind.rowidLeaf.rawValue
        else { return }
        let index = RowidPage.lowerBound(page, place.pointee.rowid)
        place.pointee.index = index
        guard index < TreePage.count(page) else { return }
        let offset = RowidPage.cellOffset(page, index)
        let next = min(offset &+ RowWarmer.line, tree.pageSize &- 1)
        touched ^= page.byte(at: offset) ^ page.byte(at: next)
    }

    // MARK: Looking up

    /// Puts a cursor on a row if its place is known; false, and the cursor stands where it stood,
    /// if not.
    package func seek(
        _ rowid: Int64, _ cursor: RowidCursor
    ) throws(StorageError) -> Bool {
        guard next < count else { return false }
        let place = places + next
        next &+= 1
        guard place.pointee.rowid == rowid, place.pointee.page != nil else { return false }
        return try cursor.stand(
            on: rowid, at: place.pointee.index, of: place.pointee.leaf, place.pointee.path)
    }
}
