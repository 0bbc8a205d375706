import WCDBStorage

/// The values of an object on their way into a statement: what an encoder's containers point to.
///
/// **Always true.** `values` has room for as many values as positions may say. A position is -1 or
/// less than `count`; with `count` 0 nothing is written, so that a container which is kept for too
/// long does no harm. Bytes are kept until the next object.
struct RowDraft {
    private(set) var values: UnsafeMutablePointer<ColumnValue>
    private var capacity: Int
    /// How many parameters the object has.
    private(set) var count = 0
    /// By the index of a key.
    let positions: UnsafeMutablePointer<Int16>
    var bytes = ValueBytes()
    /// The first thing that could not be stored.
    var problem: WCDBError?
    /// Who can say more. There as long as `count` is not 0.
    var encoder: Unmanaged<RowEncoder>?

    static let pool = StatePool<RowDraft> { RowDraft() }

    private init() {
        capacity = 32
        values = .allocate(capacity: capacity)
        values.initialize(repeating: .null, count: capacity)
        positions = .allocate(capacity: KeyForm.limit)
        positions.initialize(repeating: -1, count: KeyForm.limit)
    }

    /// Room for so many values, all of them NULL.
    mutating func begin(count: Int) {
        if count > capacity {
            values.deallocate()
            capacity = count
            values = .allocate(capacity: count)
            values.initialize(repeating: .null, count: count)
        }
        self.count = count
    }

    /// Back to an object without values.
    @inline(__always)
    mutating func clear() {
        for position in 0..<count { values[position] = .null }
        bytes.clear()
        problem = nil
    }

    /// Forgets the object, and gives the memory of large values back.
    mutating func rest() {
        clear()
        bytes.shrink()
    }

    /// Refuses everything from now on.
    mutating func end() {
        rest()
        count = 0
        encoder = nil
    }
}
