import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Numbers that the operating system draws, fetched many at a time: a call of the system for each
/// took most of the time of a query of `random()`.
///
/// **Users.** Any thread.
///
/// **Always true.** Within a process no word that was drawn is given to two callers.
final class SystemRandom: Sendable {
    private struct Block {
        var words: [UInt64] = []
        /// What `getentropy` fills in one call.
        static let count = 256 / MemoryLayout<UInt64>.size

        mutating func next() -> UInt64 {
            if let word = words.popLast() { return word }
            var fresh = [UInt64](repeating: 0, count: Block.count)
            let isFilled = fresh.withUnsafeMutableBytes {
                $0.baseAddress.map { getentropy($0, Block.count * MemoryLayout<UInt64>.size) == 0 }
            }
            guard isFilled ?? false, let word = fresh.popLast() else {
                var generator = SystemRandomNumberGenerator()
                return generator.next()
            }
            words = fresh
            return word
        }
    }

    private let block = Mutex(Block())

    func next() -> UInt64 { block.withLock { $0.next() } }
}
