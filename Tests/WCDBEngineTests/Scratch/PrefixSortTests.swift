import StorageSimulation
import Testing

@testable import WCDBEngine

@Suite struct `Sorting by prefixes` {
    /// Prefixes of many kinds: some bytes tell much, some little, some nothing, and some only
    /// together with others.
    private func prefix(_ kind: Int, _ random: inout SeededRandom) -> UInt64 {
        let number = random.next()
        return switch kind {
        case 0: number
        case 1: number % 7
        case 2: number & 0x0F00_0000_0000_000F
        case 3: UInt64(0x05) &<< 56 | (number & 0x3) &<< 40 | number & 0xFF
        // The first byte says what the others are, so its values seem to tell more than they do.
        case 4: (number % 200) &* 0x0101_0101_0101_0101 ^ (random.oneIn(50) ? 1 : 0)
        default: random.oneIn(3) ? number : 0x4242_0000_0000_0000 | number % 5
        }
    }

    @Test(arguments: 0...5, [2, 17, 500, 3_000, 40_000])
    func `keeps the order of equal ones`(kind: Int, count: Int) {
        var random = SeededRandom(seed: UInt64(kind * 100_000 + count))
        let records = (0..<count).map {
            SortRecord(prefix: prefix(kind, &random), reference: UInt64($0))
        }
        let memory = UnsafeMutablePointer<SortRecord>.allocate(capacity: count * 2)
        defer { memory.deallocate() }
        memory.initialize(from: records, count: count)
        PrefixSort.sort(memory, count: count, scratch: memory + count)
        let expected = records.sorted {
            ($0.prefix, $0.reference) < ($1.prefix, $1.reference)
        }
        let isSame = (0..<count).allSatisfy {
            memory[$0].prefix == expected[$0].prefix
                && memory[$0].reference == expected[$0].reference
        }
        #expect(isSame)
    }
}
