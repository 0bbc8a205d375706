/// The bytes that the cell left which was removed last. What comes next is often a cell of the same
/// place and about the same size (a row that is replaced, the key of a changed row): put there, it
/// moves nothing else in the page.
///
/// **Users.** As `Tree`. It is a hint: whoever uses it makes sure that the bytes are free, because
/// the page may have changed since.
struct Vacancy {
    var leaf = PageNumber.none
    var offset = 0
    var size = 0

    /// Whether no cell has a byte of it. `cell` tells where each of the `count` cells begins and
    /// ends.
    @inline(__always)
    func isFree(
        among count: Int, from start: Int, to end: Int, _ cell: (Int) -> (offset: Int, size: Int)
    ) -> Bool {
        guard offset >= start, offset + size <= end else { return false }
        for index in 0..<count {
            let (other, otherSize) = cell(index)
            if other < offset + size, other + otherSize > offset { return false }
        }
        return true
    }
}
