import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Keys of integers in a register` {
    private func integers(_ random: inout SeededRandom) -> [Int64] {
        let edges: [Int64] = [.min, .max, -1, 0, 1, 63, 64, -8, -9]
        let powers = (0..<63).flatMap { [Int64(1) << $0, -(Int64(1) << $0)] }
        let drawn = (0..<2_000).map { _ in
            Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
        }
        return edges + powers + powers.map { $0 &- 1 } + drawn
    }

    @Test func `are those that the encoder makes`() throws {
        var random = SeededRandom(seed: 12)
        var encoder = KeyEncoder()
        for integer in integers(&random) {
            encoder.begin()
            encoder.append(.integer(integer))
            let key = Array(encoder.key)
            let first = KeyEncoder.firstBytes(of: integer)
            #expect(first.size == key.count)
            var bytes = (0..<8).map { UInt8(truncatingIfNeeded: first.word >> (56 - 8 * $0)) }
            #expect(bytes.dropFirst(key.count).allSatisfy { $0 == 0 })
            bytes = Array(bytes.prefix(key.count))
            #expect(bytes == Array(key.prefix(8)))
            let short = ShortKey(integer)
            #expect((short == nil) == (key.count > 8))
            if let short { #expect(short.prefix == first.word && short.size == key.count) }
        }
    }
}
