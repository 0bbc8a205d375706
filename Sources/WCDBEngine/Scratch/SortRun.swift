import WCDBStorage

/// Rows in sorted order in a scratch file: blocks of whole rows.
struct SortRun {
    struct Piece: BitwiseCopyable {
        let block: SpillFile.Block
        /// Where the bytes were when the addresses in the rows were right.
        let home: UnsafeRawPointer
    }

    private(set) var pieces: [Piece] = []

    fileprivate mutating func append(_ piece: Piece) { pieces.append(piece) }
}

/// Writes one run after another.
///
/// **Users.** The sorter, one thread; one for each file that runs are written to.
struct SortRunWriter: ~Copyable {
    private let layout: RowLayout
    private let file: SpillFile
    private let blockSize: Int
    private var memory: UnsafeMutableRawBufferPointer
    private var used = 0
    private var run = SortRun()

    init(layout: RowLayout, file: SpillFile, blockSize: Int) {
        self.layout = layout
        self.file = file
        self.blockSize = blockSize
        memory = .allocate(byteCount: blockSize, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// Appends a row to the run in the making; `shift` as in `RowLayout`.
    mutating func append(_ row: UnsafeRawPointer, shift: Int) throws(StorageError) {
        let size = RowLayout.size(of: row)
        if size > memory.count - used {
            try flush()
            if size > memory.count {
                memory.deallocate()
                memory = .allocate(byteCount: size, alignment: 16)
            }
        }
        guard let base = memory.baseAddress else { return }
        layout.copy(row, shift: shift, to: base + used)
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
        let block = try file.write(UnsafeRawBufferPointer(start: base, count: used))
        run.append(SortRun.Piece(block: block, home: UnsafeRawPointer(base)))
        used = 0
    }
}

/// Reads the rows of one run in their order.
///
/// **Users.** The merge, one thread.
///
/// **Always true.** `row` is in memory until the next `advance`; addresses in it are off by
/// `shift`.
final class SortRunReader {
    private let run: SortRun
    private let file: SpillFile
    private var memory: UnsafeMutableRawBufferPointer
    private var nextPiece = 0
    private var offset = 0
    private var end = 0
    private(set) var row: UnsafeRawPointer?
    private(set) var shift = 0

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
        offset += RowLayout.size(of: next)
        row = next
        return next
    }

    private func loadPiece() throws(StorageError) {
        let piece = run.pieces[nextPiece]
        if piece.block.size > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: piece.block.size, alignment: 16)
        }
        guard let base = memory.baseAddress else { return }
        offset = 0
        end = 0
        try file.read(piece.block, into: base)
        end = piece.block.size
        shift = UnsafeRawPointer(base) - piece.home
        nextPiece += 1
    }
}
