import WCDBStorage

/// Keys in order, each with a number: an index that a statement builds for itself, to find the
/// rows of a row store by ranges of a key.
///
///     for each row: guard try list.add(encoder.key, row: row) else { … }
///     list.sort()
///     var position = list.firstPosition(notBefore: lowerBound)
///     while position < list.count, … list.key(at: position) … { list.row(at: position) … }
///
/// **Users.** One cursor of the machine, one thread: first `add`, then `sort`, then the rest.
///
/// **Always true.** Once sorted, keys ascend as bytes; rows of equal keys keep the order in which
/// they were added.
package final class KeyList {
    /// The row, eight bytes ‖ size of the key, eight bytes ‖ key.
    private enum Cell {
        static let size = 8
        static let key = 16
    }

    private struct CellKeys: KeySource {
        @inline(__always)
        func key(of reference: UInt64) -> UnsafeRawBufferPointer {
            guard let cell = SortRecord(prefix: 0, reference: reference).row else {
                return UnsafeRawBufferPointer(start: nil, count: 0)
            }
            return UnsafeRawBufferPointer(
                start: cell + Cell.key, count: cell.little(Int.self, at: Cell.size))
        }
    }

    private let budget: Int
    // Changed by the calls of this class only, none of which calls out to anybody.
    @exclusivity(unchecked) private var cells = ByteArena()
    @exclusivity(unchecked) private var records = ScratchArray<SortRecord>()

    package init(space: ScratchSpace) { budget = max(space.budget, 8 << 10) }

    package var count: Int { records.count }

    /// Adds a key; false if there is no room for it. Hot. Requires: not sorted yet.
    package func add(_ key: UnsafeRawBufferPointer, row: Int) -> Bool {
        let used = cells.used &+ records.count &* (2 * MemoryLayout<SortRecord>.stride)
        guard used &+ key.count <= budget || records.count == 0 else { return false }
        let cell = cells.allocate(Cell.key &+ key.count)
        cell.storeLittle(row, at: 0)
        cell.storeLittle(key.count, at: Cell.size)
        if let base = key.baseAddress {
            (cell + Cell.key).copyMemory(from: base, byteCount: key.count)
        }
        records.append(SortRecord(prefix: KeyPrefix.load(key), row: cell))
        return true
    }

    /// Ends adding.
    package func sort() {
        let count = records.count
        let scratch = LargeMemory.allocate(SortRecord.self, capacity: count)
        defer { scratch.deallocate() }
        let source = CellKeys()
        KeySort.sort(records.elements, count: count, scratch: scratch, source: source)
        for index in 0..<count {
            records.elements[index].prefix = KeyPrefix.load(key(at: index))
        }
    }

    /// The first position whose key does not come before the given one; `count` if all do. A key
    /// that only begins with the bounds of a range is sought with its upper or lower bound. Hot.
    package func firstPosition(notBefore key: UnsafeRawBufferPointer) -> Int {
        let prefix = KeyPrefix.load(key)
        var lower = 0
        var upper = records.count
        while lower < upper {
            let middle = (lower &+ upper) &>> 1
            let found = records[middle].prefix
            let isBefore =
                found != prefix
                ? found < prefix : ByteOrder.compare(self.key(at: middle), key) < 0
            if isBefore { lower = middle &+ 1 } else { upper = middle }
        }
        return lower
    }

    /// The key at a position; good until `removeAll`. Requires: `0 <= position < count`.
    @inline(__always)
    package func key(at position: Int) -> UnsafeRawBufferPointer {
        precondition(position >= 0 && position < records.count, "there is no such position")
        return CellKeys().key(of: records[position].reference)
    }

    /// The row that was added with the key. Requires: `0 <= position < count`.
    @inline(__always)
    package func row(at position: Int) -> Int {
        precondition(position >= 0 && position < records.count, "there is no such position")
        return records[position].row?.little(Int.self, at: 0) ?? 0
    }

    /// Forgets all keys: ready for the next `add`.
    package func removeAll() {
        cells.removeAll()
        records.removeAll()
    }
}
