/// A sorter that keeps the first rows only, and what it sorts by first: a row that comes too late
/// by this alone need not be looked at.
struct SortAdmission {
    /// The number of its cursor.
    var sorter: Int
    var key: Scalar
}
