import WCDBStorage

/// Rows in sorted order in a scratch file: blocks of whole rows.
struct SortRun {
    fileprivate(set) var pieces: [SpillFile.Block] = []
    /// The bytes of the largest piece: what whoever reads the run has in memory.
    fileprivate(set) var largestPiece = 0
}

/// Writes one run after another.
///
/// **Users.** The sorter, one thread; one for each file that runs are written to.
struct SortRunWriter: ~Copyable {
    private let file: SpillFile
    private let blockSize: Int
    private var memory: UnsafeMutableRawBufferPointer
    private var used = 0
    private var run = SortRun()

    init(file: SpillFile, blockSize: Int) {
        self.file = file
        self.blockSize = blockSize
        memory = .allocate(byteCount: blockSize, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Appends a row to the run in the making.
    mutating func append(_ row: UnsafeRawPointer) throws(StorageError) {
        let size = PackedRow.size(of: row)
        if size > memory.count - used {
            try flush()
            if size > memory.count {
                memory.deallocate()
                memory = .allocate(byteCount: size, alignment: 16)
            }
        }
        guard let base = memory.baseAddress else { return }
        (base + used).copyMemory(from: row, byteCount: size)
        used += size
    }

    /// Ends the run, which may be read from now on.
    mutating func finish() throws(StorageError) -> SortRun {
        try flush()
        let finished = run
        run = SortRun()
        return finished
    }

    private mutating func flush() throws(StorageError) {
        guard used > 0, let base = memory.baseAddress else { return }
        run.pieces.append(try file.write(UnsafeRawBufferPointer(start: base, count: used)))
        run.largestPiece = max(run.largestPiece, used)
        used = 0
    }
}

/// Reads the rows of one run in their order.
///
/// **Users.** The merge, one thread.
///
/// **Always true.** `row` is in memory until the next `advance`.
final class SortRunReader {
    private let run: SortRun
    private let file: SpillFile
    private var memory: UnsafeMutableRawBufferPointer
    private var nextPiece = 0
    private var offset = 0
    private var end = 0
    private(set) var row: UnsafeRawPointer?

    init(_ run: SortRun, in file: SpillFile, blockSize: Int) {
        self.run = run
        self.file = file
        memory = .allocate(byteCount: blockSize, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Goes to the next row, at first to the first one; nil behind the last one.
    func advance() throws(StorageError) -> UnsafeRawPointer? {
        if offset == end {
            row = nil
            guard nextPiece < run.pieces.count else { return nil }
            try loadPiece()
        }
        guard let base = memory.baseAddress else { return nil }
        let next = UnsafeRawPointer(base) + offset
        offset += PackedRow.size(of: next)
        row = next
        return next
    }

    private func loadPiece() throws(StorageError) {
        let block = run.pieces[nextPiece]
        if block.size > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: block.size, alignment: 16)
        }
        guard let base = memory.baseAddress else { return }
        offset = 0
        end = 0
        try file.read(block, into: base)
        end = block.size
        nextPiece += 1
    }
}
