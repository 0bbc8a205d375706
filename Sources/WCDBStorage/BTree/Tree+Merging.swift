/// When neighbours are joined, and when one gives the other some of what it has: the same for both
/// kinds of tree, and for leaves as for inner pages.
extension Tree {
    /// What slots and cells of a page, and in a key page their prefix, can take together.
    var capacity: Int { usableSize - TreePage.slots }

    /// Whether a page that uses so much of its capacity should be joined with a neighbour.
    ///
    /// A quarter: a split leaves pages about half full. Were they small as soon as they are not,
    /// entries that come and go would have them split and joined again and again.
    static func isSmall(_ used: Int, of capacity: Int) -> Bool { used < capacity / 4 }

    /// The most that two pages may use to become one, and that a page may use to be given more.
    ///
    /// Three quarters: what is made of two pages has room to grow before it must be split, and a
    /// page with less room than the last quarter would not help who looks for some.
    static func mergeLimit(of capacity: Int) -> Int { capacity * 3 / 4 }

    /// The pairs of neighbours that a child belongs to, where its parent has `count` keys: each is
    /// named by its left child. That with the child behind it comes first.
    static func neighbourPairs(of child: Int, count: Int) -> ReversedCollection<Range<Int>> {
        let first = max(0, child - 1)
        return (first..<max(first, min(child + 1, count))).reversed()
    }
}

// MARK: Trees that were built

extension Tree {
    /// Makes `top`, with so many rows below it, the root of a tree that was empty. A root that is
    /// there stays where it is: unless it is `top`, `pullUp` fills it with what `top` has.
    func adopt(
        root top: PageNumber, rows: Int64,
        pullUp: (_ root: MutablePage) throws(StorageError) -> Void
    ) throws(StorageError) {
        if root == .none {
            root = top
            try transaction.didMakeRoot(top, of: tree)
        } else if root != top {
            try pullUp(try transaction.modifyPage(root, tree: tree))
        }
        countRows(rows)
    }
}
