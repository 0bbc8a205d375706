#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Bytes in pieces of one size. It grows without moving what is there, and says that there is no
/// memory, where an array ends the process. One thread at a time may use it.
struct PiecedMemory: ~Copyable {
    private static let pieceSize = 256 << 10

    private(set) var count = 0
    /// Each zero where nothing has been written, also beyond `count`.
    private var pieces: [UnsafeMutableRawPointer] = []

    deinit { for piece in pieces { free(piece) } }

    /// Adds zeros. False if there is no memory for them; nothing has changed then.
    mutating func grow(to size: Int) -> Bool {
        guard size > count else { return true }
        let needed = (size - 1) / Self.pieceSize + 1
        let before = pieces.count
        while pieces.count < needed {
            guard let piece = calloc(1, Self.pieceSize) else {
                dropPieces(beyond: before)
                return false
            }
            pieces.append(piece)
        }
        count = size
        return true
    }

    mutating func shrink(to size: Int) {
        guard size < count else { return }
        count = size
        dropPieces(beyond: (size + Self.pieceSize - 1) / Self.pieceSize)
        let rest = size % Self.pieceSize
        guard rest > 0, let last = pieces.last else { return }
        memset(last + rest, 0, Self.pieceSize - rest)
    }

    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) {
        guard let start = target.baseAddress else { return }
        assert(offset >= 0 && target.count <= count - offset)
        var done = 0
        while done < target.count {
            let (piece, length) = part(at: offset + done, upTo: target.count - done)
            memcpy(start + done, piece, length)
            done += length
        }
    }

    mutating func write(_ source: UnsafeRawBufferPointer, at offset: Int) {
        guard let start = source.baseAddress else { return }
        assert(offset >= 0 && source.count <= count - offset)
        var done = 0
        while done < source.count {
            let (piece, length) = part(at: offset + done, upTo: source.count - done)
            memcpy(piece, start + done, length)
            done += length
        }
    }

    /// Where a byte lies, and how many of those that are wanted lie behind it in one piece.
    private func part(at offset: Int, upTo limit: Int) -> (UnsafeMutableRawPointer, Int) {
        let start = offset % Self.pieceSize
        return (pieces[offset / Self.pieceSize] + start, min(limit, Self.pieceSize - start))
    }

    private mutating func dropPieces(beyond kept: Int) {
        while pieces.count > kept { free(pieces.removeLast()) }
    }
}
