import WCDBStorage

/// Memory that is handed out piece by piece and given back all at once. A piece stays where it is.
///
/// **Users.** One owner, one thread.
///
/// **Always true.** Pieces are aligned to eight bytes, lie in blocks that this arena owns, and do
/// not overlap.
struct ByteArena: ~Copyable {
    private static let firstBlock = 4 << 10
    private static let usualBlock = 64 << 10
    /// An arena of so many bytes goes on in large pieces.
    private static let largeSize = 1 << 20

    private var next: UnsafeMutableRawPointer
    private var room: Int
    private var blocks = ScratchArray<UnsafeMutableRawBufferPointer>()
    /// The bytes of all pieces.
    private(set) var used = 0

    init() {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: ByteArena.firstBlock, alignment: 16)
        blocks.append(UnsafeMutableRawBufferPointer(start: block, count: ByteArena.firstBlock))
        next = block
        room = ByteArena.firstBlock
    }

    deinit { for index in 0..<blocks.count { blocks[index].deallocate() } }

    /// A new piece. Hot. Requires: `count >= 0`.
    @inline(__always)
    mutating func allocate(_ count: Int) -> UnsafeMutableRawPointer {
        let rounded = (count &+ 7) & ~7
        if rounded > room { addBlock(rounded) }
        let piece = next
        next = piece + rounded
        room = room &- rounded
        used = used &+ rounded
        return piece
    }

    /// Room for the next piece, of at most `count` bytes, and eight behind them that may be spoilt.
    /// Hot. Requires: `count >= 0`; `take` comes next.
    @inline(__always)
    mutating func reserve(_ count: Int) -> UnsafeMutableRawPointer {
        if count &+ 8 > room { addBlock(count &+ 8) }
        return next
    }

    /// The piece that there was room for has so many bytes. Hot.
    @inline(__always)
    mutating func take(_ count: Int) {
        let rounded = (count &+ 7) & ~7
        next += rounded
        room = room &- rounded
        used = used &+ rounded
    }

    /// Takes all pieces back; keeps the first block.
    mutating func removeAll() {
        while blocks.count > 1 { blocks.removeLast().deallocate() }
        used = 0
        room = blocks[0].count
        if let base = blocks[0].baseAddress { next = base }
    }

    /// Blocks double up to a size at which what is left unused at their ends does not count.
    /// Much later they are large.
    @inline(never)
    private mutating func addBlock(_ needed: Int) {
        let usual =
            used >= ByteArena.largeSize
            ? LargeMemory.pieceSize
            : min(blocks[blocks.count - 1].count * 2, ByteArena.usualBlock)
        let count = max(usual, needed)
        let block = LargeMemory.allocate(byteCount: count)
        blocks.append(UnsafeMutableRawBufferPointer(start: block, count: count))
        next = block
        room = count
    }
}
