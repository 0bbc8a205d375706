import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Integers at the front of a key` {
    private func integers(_ random: inout SeededRandom) -> [Int64] {
        let edges: [Int64] = [.min, .max, -1, 0, 1, 63, 64, -8, -9, 127, 128]
        let powers = (0..<63).flatMap { [Int64(1) << $0, (Int64(1) << $0) - 1] }
        let drawn = (0..<2_000).map { _ in
            Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
        }
        return edges + powers + drawn
    }

    /// Two in a row: the second one begins where the first one ends, and may be read from the end.
    @Test func `are those that went in, as long as none is below minus eight`() throws {
        var random = SeededRandom(seed: 31)
        var encoder = KeyEncoder()
        let drawn = integers(&random)
        for (place, first) in drawn.enumerated() {
            let second = drawn[(place * 7 + 1) % drawn.count]
            encoder.begin()
            encoder.append(.integer(first))
            encoder.append(.integer(second))
            var found = KeyIntegers(encoder.key)
            #expect(found.next() == (first < -8 ? nil : first))
            guard first >= -8 else { continue }
            #expect(found.next() == (second < -8 ? nil : second))
            if second >= -8 { #expect(found.next() == nil) }
        }
    }

    /// What the decoder refuses, or finds to be something else, is no integer here either.
    @Test func `are what the decoder finds, in bytes of any kind`() throws {
        var random = SeededRandom(seed: 32)
        var decoder = KeyDecoder()
        for _ in 0..<20_000 {
            let count = Int(random.next() % 12)
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if count > 0, random.next() % 2 == 0 { bytes[0] = 0xAF + UInt8(random.next() % 10) }
            if count > 1, random.next() % 4 == 0 { bytes[1] = UInt8(random.next() % 3) }
            try bytes.withUnsafeBytes { key in
                var integers = KeyIntegers(key)
                let found = integers.next()
                try decoder.begin(key: key)
                guard let value = try? decoder.next() else {
                    #expect(found == nil, "\(bytes)")
                    return
                }
                if let found {
                    #expect(value.kind == .integer && value.integer == found, "\(bytes)")
                } else {
                    #expect(value.kind != .integer || value.integer < -8, "\(bytes)")
                }
            }
        }
    }
}
