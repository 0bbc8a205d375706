/// Whether the cells of a leaf came in order, one next to the other, as the entries of one status
/// or one conversation come to an index.
///
/// Nobody has to remember it: a new cell is put in front of all others, so that those that came
/// last lie first. A leaf that overflows during such a run is cut at its end, where more will come,
/// and not in the middle: what lies on the other side of the cut stays as full as it is.
enum InsertionRun {
    /// Fewer neighbours may be chance.
    private static let length = 3

    /// Whether the cells just before `index`, or those from there on, came last, the nearest one
    /// last of all. `cell` tells where each of the `count` cells lies; the first byte that one has
    /// is `start`.
    @inline(__always)
    static func leads(
        to index: Int, among count: Int, from start: Int,
        _ cell: (Int) -> (offset: Int, size: Int)
    ) -> Bool {
        isRun(from: index - 1, step: -1, count, start, cell)
            || isRun(from: index, step: 1, count, start, cell)
    }

    @inline(__always)
    private static func isRun(
        from first: Int, step: Int, _ count: Int, _ start: Int,
        _ cell: (Int) -> (offset: Int, size: Int)
    ) -> Bool {
        var (index, end) = (first, start)
        for _ in 0..<length {
            guard index >= 0, index < count else { return false }
            let (offset, size) = cell(index)
            guard offset == end else { return false }
            end += size
            index += step
        }
        return true
    }
}
