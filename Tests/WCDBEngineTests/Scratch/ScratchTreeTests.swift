import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

/// More keys than the cache of a tree holds, which is a quarter of a megabyte at least.
@Suite struct `Trees of keys that memory has no room for` {
    private func key(_ number: Int) -> [UInt8] {
        let hash = SeededRandom.mix(UInt64(bitPattern: Int64(number)))
        return Array("\(hash), a key that takes some room in its page".utf8)
    }

    private func insert(_ number: Int, _ tree: ScratchTree) throws -> Bool {
        try ScratchFixture.lend(key(number)) { try tree.insert($0) }
    }

    private func contains(_ number: Int, _ tree: ScratchTree) throws -> Bool {
        try ScratchFixture.lend(key(number)) { try tree.contains($0) }
    }

    @Test func `know each key they were given, and no other`() throws {
        let disk = RecordingFileSystem()
        let tree = try ScratchTree(space: ScratchFixture.space(budget: 1 << 16, fileSystem: disk))
        for number in 0..<5_000 { #expect(try insert(number, tree)) }
        #expect(disk.written.count > 100, "pages leave memory")
        for number in stride(from: 0, to: 5_000, by: 7) {
            #expect(try contains(number, tree))
            #expect(try insert(number, tree) == false)
            #expect(try contains(-1 - number, tree) == false)
        }
    }

    @Test func `give the rows of a key in the order they were added`() throws {
        let space = ScratchFixture.space(budget: 1 << 14)
        let tree = try ScratchTree(space: space, hasRows: true)
        // Zeros in keys and rows: the end of a key is not the beginning of its row.
        let keys: [[UInt8]] = [[0], [1, 0], [1, 1, 0], [2, 0], [255]]
        for row in 0..<3_000 where row % 5 != 3 {
            try ScratchFixture.lend(keys[row % 5]) { try tree.add($0, row: row) }
        }
        for (number, key) in keys.enumerated() {
            var rows: [Int] = []
            try ScratchFixture.lend(key) { key in
                var row = try tree.firstRow(of: key)
                while row >= 0 {
                    rows.append(row)
                    row = try tree.nextRow(of: key)
                }
            }
            let expected = number == 3 ? [] : Array(stride(from: number, to: 3_000, by: 5))
            #expect(rows == expected)
        }
    }

    @Test func `hold nothing in clear when there is a codec`() throws {
        let (codec, disk) = (MaskingCodec(), RecordingFileSystem())
        let tree = try ScratchTree(
            space: ScratchFixture.space(budget: 1 << 16, fileSystem: disk, codec: codec))
        for number in 0..<5_000 { _ = try insert(number, tree) }
        for number in 0..<5_000 { #expect(try contains(number, tree)) }
        #expect(codec.sealed > 100)
        let part = Array("takes some room".utf8)
        #expect(disk.written.count > 100)
        #expect(disk.written.prefix(20).allSatisfy { !ScratchFixture.contains($0, part) })
    }

    /// Adds and finds keys, with one fault at the given call of the disk.
    private func work(_ plan: FaultPlan?) throws -> (calls: Int, isRight: Bool) {
        let disk = SimulatedFileSystem(recordsTrace: false, faults: plan)
        let tree = try ScratchTree(space: ScratchFixture.space(budget: 1 << 16, fileSystem: disk))
        var isRight = true
        for number in 0..<2_500 { isRight = try insert(number, tree) && isRight }
        for number in stride(from: 0, to: 2_500, by: 13) {
            isRight = try contains(number, tree) && isRight
        }
        return (disk.callCount, isRight)
    }

    @Test(arguments: [
        SimulatedFault.error(5), .diskFull, .interrupted, .shortTransfer, .lostWrite,
        .misdirectedWrite(16), .flippedRead,
    ])
    func `give an error or the right answer when the disk fails`(fault: SimulatedFault) throws {
        let (calls, isRight) = try work(nil)
        #expect(isRight && calls > 50)
        let errors = try ScratchFixture.errors(
            stride(from: 1, through: calls, by: max(1, calls / 12))
        ) { call in
            try work(FaultPlan(fault, call: call)).isRight
        }
        switch fault {
        case .interrupted, .shortTransfer: #expect(errors == 0)
        case .error, .diskFull: #expect(errors > 4)
        default: #expect(errors > 1)
        }
    }
}
