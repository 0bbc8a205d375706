import WCDBStorage

/// The rows of one partition in their order, and which of them are peers.
///
/// **Users.** One pass, which fills it and gives it to its calls: one partition after another.
final class WindowPartition {
    private let rows: RowStore
    private let row: Registers
    /// For each row the number of its group of peers, and where each group begins.
    @exclusivity(unchecked) private var groups = ScratchArray<Int>()
    @exclusivity(unchecked) private var starts = ScratchArray<Int>()

    init(rowWidth: Int, space: ScratchSpace) {
        rows = RowStore(columnCount: rowWidth, space: space)
        row = Registers(count: rowWidth)
    }

    var count: Int { rows.count }

    // MARK: Rows

    func removeAll() {
        rows.removeAll()
        groups.removeAll()
        starts.removeAll()
    }

    func append(
        _ values: UnsafePointer<ColumnValue>, startsPeers: Bool
    ) throws(EngineError) {
        if startsPeers || rows.count == 0 { starts.append(rows.count) }
        groups.append(starts.count - 1)
        try stored { () throws(StorageError) in _ = try rows.append(values) }
    }

    /// Adds the row that a sorter is at.
    func append(_ sorter: WindowSorter) throws(EngineError) {
        for place in 0..<rows.columnCount { row[Int32(place)] = sorter.column(place) }
        try append(row.values, startsPeers: sorter.startsPeers)
    }

    /// A value of a row, good until another row is asked for. Requires: there is such a row.
    func value(_ row: Int, _ place: Int) throws(EngineError) -> ColumnValue {
        try stored { () throws(StorageError) in try rows.seek(row) }
        return rows.column(place)
    }

    // MARK: Peers

    func group(of row: Int) -> Int { groups[row] }

    /// The groups, numbered from 0.
    var groupCount: Int { starts.count }

    /// The first row of a group; of the one behind the last it is behind all rows.
    func start(ofGroup group: Int) -> Int { group < starts.count ? starts[group] : rows.count }

    func peers(of row: Int) -> Range<Int> {
        start(ofGroup: groups[row])..<start(ofGroup: groups[row] + 1)
    }
}
