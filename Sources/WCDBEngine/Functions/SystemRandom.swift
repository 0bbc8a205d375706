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
            let isFilled = fresh.withUnsafeMutableBytes { Block.fill($0) }
            guard isFilled, let word = fresh.popLast() else {
                var generator = SystemRandomNumberGenerator()
                return generator.next()
            }
            words = fresh
            return word
        }

        private static func fill(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
            guard let start = bytes.baseAddress else { return false }
            #if canImport(Darwin)
                arc4random_buf(start, bytes.count)
                return true
            #else
                return getentropy(start, bytes.count) == 0
            #endif
        }
    }

    private let block = Mutex(Block())

    func next() -> UInt64 { block.withLock { $0.next() } }
}
