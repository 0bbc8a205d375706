import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Deltas` {
    @Test(arguments: [512, 4096])
    func `of touched lines make the old page the new one`(pageSize: Int) throws {
        var random = SeededRandom(seed: UInt64(pageSize))
        let line = pageSize / 64
        for round in 0..<200 {
            let old = (0..<pageSize).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            var new = old
            // One line, runs that end with the page, all lines.
            let touched: UInt64 =
                round == 0 ? ~0 : random.next() & random.next() | (round & 1 == 0 ? 3 << 62 : 1)
            for number in 0..<64 where touched >> UInt64(number) & 1 != 0 {
                new[number * line + random.below(line)] ^= 0x55
            }
            var result = old
            var payload = [UInt8](repeating: 0, count: pageSize * 2)
            let isWritten = payload.withUnsafeMutableBytes { target in
                new.withUnsafeBytes { new in
                    guard let target = target.baseAddress, let new = new.baseAddress else {
                        return (fits: false, count: 0, ranges: 0)
                    }
                    var writer = DeltaWriter(target: target, limit: pageSize * 2)
                    let fits = writer.writeLines(of: new, touched: touched, pageSize: pageSize)
                    return (fits, writer.count, Int(writer.rangeCount))
                }
            }
            #expect(isWritten.fits && isWritten.ranges <= 32)
            let isApplied = result.withUnsafeMutableBytes { page in
                payload[..<isWritten.count].withUnsafeBytes { payload in
                    page.baseAddress.map {
                        DeltaWriter.apply(
                            payload, rangeCount: isWritten.ranges, to: $0, pageSize: pageSize)
                    }
                }
            }
            #expect(isApplied == true)
            #expect(result == new)
        }
    }
}
