import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Memory that sets of keys share` {
    private let disk = RecordingFileSystem()

    private func memory() -> KeyMemory {
        KeyMemory(space: ScratchFixture.space(budget: 1 << 16, fileSystem: disk))
    }

    /// Inserts texts from `numbers`; answers how many were new.
    private func insert(_ numbers: Range<Int>, _ set: DistinctValues) throws -> Int {
        var encoder = KeyEncoder(capacity: 64)
        var new = 0
        for number in numbers {
            try ScratchFixture.lend([.text("the text of number \(number)")]) { values in
                if try set.insert(values[0], &encoder) { new += 1 }
            }
        }
        return new
    }

    @Test func `is used by one set if the others are small`() throws {
        let memory = memory()
        let small = (0..<100).map { _ in DistinctValues(.binary, memory) }
        for set in small { #expect(try insert(0..<20, set) == 20) }
        let large = DistinctValues(.binary, memory)
        #expect(try insert(0..<5_000, large) == 5_000)
        #expect(disk.written.isEmpty)
    }

    @Test func `sends keys to disk that find nothing left, each to its own set`() throws {
        let memory = memory()
        let sets = (0..<10).map { _ in DistinctValues(.binary, memory) }
        // In turns, and each set has other texts than its neighbours.
        for part in 0..<10 {
            for (number, set) in sets.enumerated() {
                let start = number * 500 + part * 500
                #expect(try insert(start..<start + 500, set) == 500)
                #expect(try insert(start..<start + 100, set) == 0)
            }
        }
        #expect(!disk.written.isEmpty)
        for (number, set) in sets.enumerated() {
            #expect(try insert(0..<10_000, set) == 5_000, "\(number)")
        }
    }

    @Test func `comes back from sets that end`() throws {
        let memory = memory()
        for _ in 0..<50 {
            let set = DistinctValues(.binary, memory)
            #expect(try insert(0..<5_000, set) == 5_000)
        }
        #expect(disk.written.isEmpty)
    }

    /// A key of its that went to disk would have come into memory as a new one.
    @Test func `lends nothing to a set that was refused`() throws {
        let memory = memory()
        let other = DistinctValues(.binary, memory)
        var ended: DistinctValues? = DistinctValues(.binary, memory)
        #expect(try insert(0..<3_000, try #require(ended)) == 3_000)
        #expect(try insert(0..<6_000, other) == 6_000)
        ended = nil
        #expect(try insert(6_000..<6_500, other) == 500)
        #expect(try insert(0..<6_500, other) == 0)
    }

    @Test func `forgets what ended sets had on disk`() throws {
        let memory = memory()
        for _ in 0..<3 {
            let sets = (0..<3).map { _ in DistinctValues(.nocase, memory) }
            for set in sets { #expect(try insert(0..<8_000, set) == 8_000) }
            for set in sets { #expect(try insert(0..<8_000, set) == 0) }
            #expect(!disk.written.isEmpty)
            disk.forget()
        }
    }
}
