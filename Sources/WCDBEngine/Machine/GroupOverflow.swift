import WCDBStorage

/// The rows of groups that memory has no room for, in the order of their keys.
///
/// **Users.** One group table: first `add`, then `begin`, then the groups one after another.
///
/// **Always true.** After `begin`, `sorter` is at the first row of the next group, or in a group at
/// the row that was given last; at its end, `hasRow` is false.
final class GroupOverflow {
    private let sorter: Sorter
    private let width: Int
    @exclusivity(unchecked) private(set) var hasRow = false
    @exclusivity(unchecked) private var isInGroup = false

    /// `width`: the number of values of a row.
    init(width: Int, space: ScratchSpace) {
        self.width = width
        sorter = Sorter(keys: [], payloadCount: width, tracksKeys: true, space: space)
    }

    func add(
        _ key: UnsafeRawBufferPointer, _ values: UnsafePointer<ColumnValue>
    ) throws(StorageError) {
        try sorter.add(encodedKey: key, payload: values)
    }

    func begin() throws(StorageError) {
        try sorter.sort()
        hasRow = try sorter.next()
    }

    /// The key of the next group. Requires: `hasRow`, and the rows of the one before were taken.
    var key: UnsafeRawBufferPointer { sorter.key }

    /// The next row of the group, good until the next call; false behind the last one.
    func take(into values: UnsafeMutablePointer<ColumnValue>) throws(StorageError) -> Bool {
        if isInGroup {
            hasRow = try sorter.next()
            isInGroup = hasRow && !sorter.startsNewKey
        } else {
            isInGroup = hasRow
        }
        guard isInGroup else { return false }
        for index in 0..<width { values[index] = sorter.column(index) }
        return true
    }
}
