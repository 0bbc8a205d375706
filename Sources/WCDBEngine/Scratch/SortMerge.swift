import WCDBStorage

/// Many sorted runs read as one.
///
/// **Users.** The sorter, one thread.
///
/// **Always true.** The heap holds the next row of each run that has one, the least on top; of
/// equal keys the one of the earlier run, so merging keeps the order of equal rows. `row` stays
/// until the next `advance`.
final class SortMerge {
    private struct Head: BitwiseCopyable {
        let prefix: UInt64
        let row: UnsafeRawPointer
        let run: Int
    }

    private let layout: PackedRow
    private let readers: [SortRunReader]
    private var heap = ScratchArray<Head>()
    private var hasStarted = false

    init(
        _ runs: ArraySlice<SortRun>, in file: SpillFile, layout: PackedRow, blockSize: Int
    ) {
        self.layout = layout
        readers = runs.map { SortRunReader($0, in: file, blockSize: blockSize) }
    }

    /// The row that the last `advance` went to.
    var row: UnsafeRawPointer? { heap.count > 0 && hasStarted ? heap[0].row : nil }

    /// Goes to the next row; false behind the last one.
    func advance() throws(StorageError) -> Bool {
        guard hasStarted else {
            try start()
            hasStarted = true
            return heap.count > 0
        }
        guard heap.count > 0 else { return false }
        let run = heap[0].run
        if let row = try readers[run].advance() {
            sink(head(row, of: run))
        } else {
            let last = heap.removeLast()
            if heap.count > 0 { sink(last) }
        }
        return heap.count > 0
    }

    private func start() throws(StorageError) {
        for run in readers.indices {
            guard let row = try readers[run].advance() else { continue }
            rise(head(row, of: run))
        }
    }

    private func head(_ row: UnsafeRawPointer, of run: Int) -> Head {
        Head(prefix: KeyPrefix.load(layout.key(of: row)), row: row, run: run)
    }

    /// Adds a head at the bottom and lets it rise to its place.
    private func rise(_ head: Head) {
        heap.append(head)
        var hole = heap.count - 1
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard precedes(head, heap[parent]) else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = head
    }

    /// Puts a head in the place of the top and lets it sink to its own.
    private func sink(_ head: Head) {
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, precedes(heap[child + 1], heap[child]) { child += 1 }
            guard precedes(heap[child], head) else { break }
            heap[hole] = heap[child]
            hole = child
        }
        heap[hole] = head
    }

    private func precedes(_ left: Head, _ right: Head) -> Bool {
        if left.prefix != right.prefix { return left.prefix < right.prefix }
        let order = ByteOrder.compare(layout.key(of: left.row), layout.key(of: right.row))
        return order != 0 ? order < 0 : left.run < right.run
    }
}
