import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Checksums` {
    private func sum(_ page: [UInt8]) -> UInt64 {
        var sums = [UInt64](repeating: 0, count: 8)
        return page.withUnsafeBytes { bytes in
            sums.withUnsafeMutableBufferPointer { sums in
                guard let base = bytes.baseAddress, let target = sums.baseAddress else { return 0 }
                return Checksum.page(base, pageSize: page.count, seed: 42, sums: target)
            }
        }
    }

    @Test func `find every single bit of a page`() {
        var random = SeededRandom(seed: 1)
        var page = (0..<512).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        let whole = sum(page)
        for bit in 64..<page.count * 8 {
            page[bit >> 3] ^= 1 << UInt8(bit & 7)
            #expect(sum(page) != whole)
            page[bit >> 3] ^= 1 << UInt8(bit & 7)
        }
    }

    @Test func `find every change inside one word`() {
        var random = SeededRandom(seed: 2)
        var page = [UInt8](repeating: 0, count: 4096)
        var seen = Set<UInt64>()
        for _ in 0..<20_000 {
            let word = random.next()
            for index in 0..<8 {
                page[2048 + index] = UInt8(truncatingIfNeeded: word >> (8 * index))
            }
            seen.insert(sum(page))
        }
        #expect(seen.count == 20_000)
    }

    @Test func `do not cover the field they lie in`() {
        var page = [UInt8](repeating: 7, count: 1024)
        let whole = sum(page)
        for index in 0..<8 { page[index] = 0 }
        #expect(sum(page) == whole)
    }
}
