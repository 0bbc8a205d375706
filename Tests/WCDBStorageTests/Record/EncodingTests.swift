import StorageSimulation
import Testing

@testable import WCDBStorage

@Suite struct `Encodings` {
    @Test(arguments: UInt64(1)...8)
    func `of keys keep order, come back exactly and have one form`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4_000 { try EncodingCheck.keys(&random) }
    }

    @Test(arguments: UInt64(1)...8)
    func `of records come back exactly and have one form`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<4_000 { try EncodingCheck.record(&random) }
    }

    @Test func `of a number and a blob of 100 bytes take 107 bytes`() {
        let blob = [UInt8](repeating: 1, count: 100)
        let size = blob.withUnsafeBytes { bytes -> Int in
            guard let base = bytes.baseAddress else { return 0 }
            var writer = RecordWriter()
            writer.begin(columnCount: 2)
            writer.appendInteger(1_000_000)
            writer.append(.blob(base, count: 100))
            return writer.finish().count
        }
        #expect(size <= 107)
    }
}
