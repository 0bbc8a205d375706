/// Where to cut a leaf that overflows, if its entries came in order, one next to the other, as
/// those of one status or one conversation come to an index.
///
/// Nobody has to remember the order: a new cell is put in front of all others, so that those that
/// came last lie first. The cut is made where the run goes on, and not in the middle, so that what
/// lies on either side of it stays as full as it is.
enum InsertionRun {
    /// The places to cut at, best first, for an entry that comes to `index`; none if there is no
    /// order. `cell` tells where each of the `count` cells lies; `start` is the first byte of all.
    @inline(__always)
    static func cuts(
        at index: Int, among count: Int, from start: Int,
        _ cell: (Int) -> (offset: Int, size: Int)
    ) -> [Int] {
        // What comes behind all others begins a leaf.
        if index == count { return [index] }
        // Upwards: what goes on goes on in the left one, and what lies behind does not come along.
        if length(from: index - 1, step: -1, 1, count, start, cell) == 1 {
            return [index + 1, index]
        }
        // Downwards: the run stays full, with the new one as its first; before it, others stay.
        // Fewer may be one burst of many.
        let enough = max(3, count / 8)
        let behind = length(from: index, step: 1, enough, count, start, cell)
        return behind == enough ? [index, index + 1] : []
    }

    /// How many cells came one after the other, the first one last of all.
    @inline(__always)
    private static func length(
        from first: Int, step: Int, _ most: Int, _ count: Int, _ start: Int,
        _ cell: (Int) -> (offset: Int, size: Int)
    ) -> Int {
        var (index, end, length) = (first, start, 0)
        while length < most, index >= 0, index < count {
            let (offset, size) = cell(index)
            guard offset == end else { break }
            end += size
            index += step
            length += 1
        }
        return length
    }
}
