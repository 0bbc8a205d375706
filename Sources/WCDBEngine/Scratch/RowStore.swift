package import WCDBStorage

/// Rows that a statement keeps for itself: materialised sub-queries, the rows of a two-pass
/// update, the inner side of a hash join. Numbered from 0 in the order they came.
///
///     let row = try store.append(registers)
///     try store.seek(row)
///     let name = store.column(1)     // until the next seek or removeAll
///
/// **Users.** One cursor of the machine, one thread. A call for each row neither allocates nor
/// retains.
///
/// **Always true.** Rows are copied in, and never change. Beyond the budget they are in a scratch
/// file, and come back in blocks: best read roughly in the order they were appended.
package final class RowStore {
    private let layout: RowLayout
    /// Owned by the calls below, none of which calls out to anybody who could come back.
    @exclusivity(unchecked) private var chunks: RowChunks
    @exclusivity(unchecked) private var places = ScratchArray<UInt64>()
    @exclusivity(unchecked) private var current: UnsafePointer<ColumnValue>?
    @exclusivity(unchecked) private var shift = 0

    /// Requires: `columnCount >= 0`.
    package init(columnCount: Int, space: ScratchSpace) {
        layout = RowLayout(columnCount: columnCount)
        chunks = RowChunks(space: space)
    }

    /// The rows so far.
    package var count: Int { places.count }

    package var columnCount: Int { layout.columnCount }

    /// Whether rows had to leave memory.
    package var hasSpilled: Bool { chunks.hasSpilled }

    /// Copies `columnCount` values; returns the number of the row. The current row stays. Hot.
    @discardableResult
    package func append(_ values: UnsafePointer<ColumnValue>) throws(StorageError) -> Int {
        let size = try layout.size(of: values)
        let (row, place) = try chunks.allocate(size)
        layout.write(values, to: row)
        places.append(place)
        return places.count &- 1
    }

    /// Makes a row the current one. Hot. Requires: `0 <= row < count`.
    package func seek(_ row: Int) throws(StorageError) {
        precondition(row >= 0 && row < places.count, "there is no such row")
        // The old row's memory may go before the new one has come.
        current = nil
        let (start, shift) = try chunks.row(at: places[row])
        current = RowLayout.values(of: start)
        self.shift = shift
    }

    /// A value of the current row. Hot. Requires: a row is current, and `0 <= index < columnCount`.
    @inline(__always)
    package func column(_ index: Int) -> ColumnValue {
        assert(index >= 0 && index < layout.columnCount, "column out of range")
        guard let current else { return .null }
        return shift == 0 ? current[index] : current[index].moved(by: shift)
    }

    /// Forgets all rows, and gives memory and file back.
    package func removeAll() {
        chunks.removeAll()
        places.removeAll()
        current = nil
    }
}
