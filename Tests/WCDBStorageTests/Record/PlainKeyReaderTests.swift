import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Plain values at the front of a key` {
    private func integers(_ random: inout SeededRandom) -> [Int64] {
        let edges: [Int64] = [.min, .max, -1, 0, 1, 63, 64, -8, -9, 127, 128]
        let powers = (0..<63).flatMap { [Int64(1) << $0, (Int64(1) << $0) - 1] }
        let drawn = (0..<2_000).map { _ in
            Int64(bitPattern: random.next()) >> Int64(random.next() % 64)
        }
        return edges + powers + drawn
    }

    /// Two in a row: the second one begins where the first one ends, and may be read from the end.
    @Test func `are the integers that went in, as long as none is below minus eight`() throws {
        var random = SeededRandom(seed: 31)
        var encoder = KeyEncoder()
        let drawn = integers(&random)
        for (place, first) in drawn.enumerated() {
            let second = drawn[(place * 7 + 1) % drawn.count]
            encoder.begin()
            encoder.append(.integer(first))
            encoder.append(.integer(second))
            var found = PlainKeyReader(encoder.key)
            #expect(found.nextInteger() == (first < -8 ? nil : first))
            guard first >= -8 else { continue }
            #expect(found.nextInteger() == (second < -8 ? nil : second))
            if second >= -8 { #expect(found.nextInteger() == nil) }
        }
    }

    @Test func `are the texts and NULLs that went in`() throws {
        var random = SeededRandom(seed: 33)
        var encoder = KeyEncoder()
        for count in (0..<70).flatMap({ [Int](repeating: $0, count: 20) }) {
            let text = (0..<count).map { _ in UInt8(2 + random.next() % 126) }
            encoder.begin()
            encoder.append(.integer(5))
            text.withUnsafeBytes { text in
                let base = text.baseAddress ?? encoder.key.baseAddress!
                encoder.append(.text(base, count: text.count))
            }
            encoder.append(.null)
            var reader = PlainKeyReader(encoder.key)
            let number = reader.next(textIsBinary: true)
            let refused = reader.next(textIsBinary: false)
            #expect(number?.integer == 5 && refused == nil)
            let next = reader.next(textIsBinary: true)
            let found = try #require(next)
            #expect(found.kind == .text && Array(found.bytes) == text)
            let last = reader.next(textIsBinary: false)
            #expect(last?.kind == .null && reader.isAtEnd)
            let nothing = reader.next(textIsBinary: true)
            #expect(nothing == nil)
        }
    }

    private func isSame(_ left: ColumnValue, _ right: ColumnValue) -> Bool {
        guard left.kind == right.kind else { return false }
        switch left.kind {
        case .null: return true
        case .integer: return left.integer == right.integer
        case .real: return left.real == right.real
        case .text, .blob: return left.bytes.elementsEqual(right.bytes)
        }
    }

    /// What the decoder refuses, or finds to be something else, is nothing plain here either.
    @Test func `are what the decoder finds, in bytes of any kind`() throws {
        var random = SeededRandom(seed: 32)
        var decoder = KeyDecoder()
        for _ in 0..<40_000 {
            let count = Int(random.next() % 14)
            var bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            if count > 0, random.next() % 2 == 0 { bytes[0] = 0xAF + UInt8(random.next() % 10) }
            if count > 1, random.next() % 4 == 0 { bytes[1] = UInt8(random.next() % 3) }
            if count > 0, random.next() % 4 == 0 {
                bytes[0] = random.next() % 4 == 0 ? 0x05 : 0xC0
                for index in 1..<count where random.next() % 8 != 0 { bytes[index] &= 0x7F }
                bytes[count - 1] = UInt8(random.next() % 2)
            }
            try bytes.withUnsafeBytes { key in
                var reader = PlainKeyReader(key)
                let found = reader.next(textIsBinary: true)
                try decoder.begin(key: key)
                guard let value = try? decoder.next() else {
                    #expect(found == nil, "\(bytes)")
                    return
                }
                if let found {
                    #expect(isSame(found, value), "\(bytes)")
                } else {
                    let isPlain = value.kind == .null || value.kind == .integer
                    #expect(!isPlain || value.kind == .integer && value.integer < -8, "\(bytes)")
                }
            }
        }
    }
}
