import WCDBStorage

/// Blocks of one size for rows: cut from large pieces once there are many, and used again
/// when rows have left them.
///
/// **Users.** Whoever keeps rows, one thread.
///
/// **Always true.** A block is either free or in one hand. Pieces go back all at once.
struct ChunkPool: ~Copyable {
    let blockSize: Int
    /// How many blocks a large piece has: it is a small part of the budget.
    private let pieceCount: Int
    private var free = ScratchArray<UnsafeMutableRawPointer>(capacity: 4)
    private var pieces = ScratchArray<UnsafeMutableRawPointer>(capacity: 4)

    init(_ space: ScratchSpace) {
        self.init(
            blockSize: space.blockSize,
            pieceCount: max(
                1, min(LargeMemory.pieceSize, space.budget / 16) / space.blockSize))
    }

    init(blockSize: Int, pieceCount: Int) {
        self.blockSize = blockSize
        self.pieceCount = pieceCount
    }

    deinit { freeAll() }

    /// So many blocks come one by one: a store of few rows takes no large piece.
    private static let singleCount = 16

    mutating func take() -> UnsafeMutableRawPointer {
        if free.count == 0 { addPiece() }
        return free.removeLast()
    }

    mutating func give(_ block: UnsafeMutableRawPointer) { free.append(block) }

    /// Requires: no block is used any more.
    mutating func removeAll() {
        freeAll()
        free.removeAll()
        pieces.removeAll()
    }

    private func freeAll() {
        for index in 0..<pieces.count { pieces[index].deallocate() }
    }

    private mutating func addPiece() {
        let count = pieces.count >= ChunkPool.singleCount ? pieceCount : 1
        let piece = LargeMemory.allocate(byteCount: count * blockSize)
        pieces.append(piece)
        for index in (0..<count).reversed() { free.append(piece + index * blockSize) }
    }
}
