/// First bytes of keys that part a sort into pieces which should get about as many rows each.
///
/// **Users.** The buckets of a sort, one thread.
///
/// **Always true.** They do not descend. Some may be the same: the pieces between stay empty.
struct KeySplitters: ~Copyable {
    /// How many pieces there are.
    static let pieceCount = 64
    /// Fewer different ones are not worth the work.
    private static let least = 8
    private static let sampleSize = 2048

    private let splitters: UnsafeMutablePointer<UInt64>

    private init(_ chosen: [UInt64]) {
        splitters = .allocate(capacity: chosen.count)
        splitters.initialize(from: chosen, count: chosen.count)
    }

    deinit { splitters.deallocate() }

    /// What parts keys like these; nil if there are too few, or their first bytes hardly differ.
    static func make(like records: borrowing ScratchArray<SortRecord>) -> KeySplitters? {
        let size = min(records.count, sampleSize)
        guard size >= pieceCount else { return nil }
        var sample: [UInt64] = []
        for index in 0..<size { sample.append(records[index * records.count / size].prefix) }
        sample.sort()
        let chosen = (1..<pieceCount).map { sample[$0 * size / pieceCount] }
        return Set(chosen).count >= least ? KeySplitters(chosen) : nil
    }

    /// The piece that a key belongs to which begins so. Hot.
    @inline(__always)
    func piece(of prefix: UInt64) -> Int {
        var piece = 0
        var step = KeySplitters.pieceCount / 2
        while step > 0 {
            // No jump depends on the outcome, which nobody can foresee.
            piece = piece &+ (splitters[piece &+ step &- 1] <= prefix ? step : 0)
            step = step &>> 1
        }
        return piece
    }
}
