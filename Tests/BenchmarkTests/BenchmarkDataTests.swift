import StorageSimulation
import Testing

@testable import wcdb_bench

@Suite struct `Benchmark data` {
    @Test func `texts are sixteen hexadecimal digits, the highest first`() {
        let expected = String(SeededRandom.mix(1 ^ 0x5EED_0002), radix: 16)
        let text = Text16(1).withBytes { String(decoding: $0, as: UTF8.self) }
        #expect(text == String(repeating: "0", count: 16 - expected.count) + expected)
    }

    /// The reference counts 31,049 such rows among a million; the same seeds must give the same.
    @Test func `draws and texts are those of the reference`() {
        var random = SeededRandom(seed: 0x5EED_0009)
        var count = 0
        for index in 1...1_000_000 {
            _ = random.next()
            let isLow = random.next() % 1_000_000_000 < 500_000_000
            _ = random.next()
            if isLow, SeededRandom.mix(UInt64(index) ^ 0x5EED_0002) >> 60 == 10 { count += 1 }
        }
        #expect(count == 31_049)
    }

    @Test func `blobs come from the pool, wherever they begin`() {
        let data = BenchmarkData()
        var random = SeededRandom(seed: 0x5EED_0001)
        #expect(data.blob(0).loadUnaligned(as: UInt64.self) == random.next().littleEndian)
        #expect(Array(data.blob(1)) == Array(data.blob(1 + (1 << 20))))
        #expect(Array(data.blob(1)) != Array(data.blob(2)))
    }

    @Test func `a permutation meets every number once`() {
        let values = Set((0..<1000).map { BenchmarkData.permuted($0, count: 1000) })
        #expect(values.count == 1000)
    }
}
