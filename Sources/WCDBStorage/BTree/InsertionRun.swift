/// Where to cut a leaf that overflows, and to which side new keys go that lie between the two.
struct PageCut {
    enum Gap {
        /// Whatever makes the shortest separator.
        case any
        case left
        case right
    }

    /// The place to cut at; 0, which is none, for the middle.
    let first: Int
    /// Where to cut if the sides do not fit then, or 0; what lies between goes to the other side.
    let second: Int
    let gap: Gap
    /// Entries come near to one another: a leaf that is cut here may stay half empty, if no
    /// neighbour takes some.
    let isLocal: Bool

    init(at first: Int, or second: Int = 0, gap: Gap = .any, isLocal: Bool = false) {
        self.first = first
        self.second = second
        self.gap = gap
        self.isLocal = isLocal
    }

    static let middle = PageCut(at: 0)

    /// The gap for a cut at `place`.
    func gap(at place: Int) -> Gap {
        if place == first { return gap }
        guard place == second else { return .any }
        return gap == .left ? .right : .left
    }
}

/// Whether the entries of a leaf came in order, one next to the other, as those of one status or
/// one conversation come to an index.
///
/// Nobody has to remember the order: a new cell is put in front of all others, so that those that
/// came last lie first. The cut is made where new entries come, and not in the middle, so that what
/// lies on either side of it stays as full as it is.
struct InsertionRun {
    /// The cells of the leaf.
    let count: Int
    /// The first byte of all cells, and the end of the last one.
    let start: Int
    let end: Int

    /// So many cells that came last may be those of several runs in turns.
    private static let recentCount = 16
    private static let newestCount = 4

    /// Where to cut for an entry that comes to `index`. `isLast`: behind all others of the tree.
    /// `offset` tells where a cell lies.
    @inline(__always)
    func cut(at index: Int, isLast: Bool, _ offset: (Int) -> Int) -> PageCut {
        // What comes behind all others begins a leaf.
        if isLast { return PageCut(at: index, gap: .right) }
        let enough = count < 6 ? 1 : count < 9 ? 2 : 3
        let before = length(from: index - 1, step: -1, enough, offset)
        let behind = length(from: index, step: 1, enough, offset)
        // Upwards: what goes on goes on in the left one, and what lies behind does not come along.
        if before == enough, behind == 0, offset(index - 1) == start {
            return index == count
                ? PageCut(at: index, gap: .right) : PageCut(at: index + 1, or: index, gap: .left)
        }
        // Downwards: the run stays full, with the new one as its first; before it, others stay.
        if behind == enough, before < enough, offset(index) == start {
            return PageCut(at: index, or: index + 1, gap: .right)
        }
        // Short runs within a longer one, or two in turns, or runs between what is there already.
        let isLocal = (max(0, index - 2)..<min(count, index + 2)).contains {
            offset($0) < start + 2 * cellSize
        }
        return PageCut(at: 0, isLocal: isLocal)
    }

    private var cellSize: Int { (end - start) / max(1, count) }

    /// How many cells from `first` on came lately, each of them later than the next.
    @inline(__always)
    private func length(from first: Int, step: Int, _ most: Int, _ offset: (Int) -> Int) -> Int {
        var limit = start + InsertionRun.newestCount * cellSize
        var (index, previous, length) = (first, start - 1, 0)
        while length < most, index >= 0, index < count {
            let place = offset(index)
            guard place > previous, place < limit else { break }
            limit = start + InsertionRun.recentCount * cellSize
            previous = place
            index += step
            length += 1
        }
        return length
    }
}
