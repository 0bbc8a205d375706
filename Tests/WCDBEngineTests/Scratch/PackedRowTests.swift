import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Packed rows` {
    private static let edges: [SQLValue] = {
        var values: [SQLValue] = [.null, .real(0), .real(-0.0), .real(.infinity), .real(0.1)]
        for bits in 0..<63 {
            let power = Int64(1) << Int64(bits)
            for integer in [power - 1, power, -power, -power - 1] {
                values.append(.integer(integer))
            }
        }
        values += [.integer(.max), .integer(.min)]
        for size in [0, 1, 2, 3, 15, 32, 120, 121, 122, 255, 70_000] {
            values.append(.text([UInt8](repeating: 0x61, count: size)))
            values.append(.blob([UInt8](repeating: 0xFF, count: size)))
        }
        return values
    }()

    /// A row by itself in memory that ends with it, as one behind which nothing may be read.
    private func check(_ values: [SQLValue], key: [UInt8], _ order: [Int]) throws {
        let layout = PackedRow(columnCount: values.count)
        try ScratchFixture.lend(values) { lent in
            try ScratchFixture.lend(key) { key in
                let room = try layout.room(for: lent, keySize: key.count)
                let draft = UnsafeMutableRawPointer.allocate(byteCount: room + 8, alignment: 8)
                defer { draft.deallocate() }
                let size = layout.write(lent, key: key, to: draft)
                #expect(size <= room && PackedRow.size(of: draft) == size)
                let row = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 1)
                defer { row.deallocate() }
                row.copyMemory(from: draft, byteCount: size)
                #expect(layout.key(of: row).elementsEqual(key))
                var reader = layout.reader(of: row)
                for index in order {
                    let found = SQLValue(reader.read(index))
                    #expect(ScratchFixture.identical([found], [values[index]]))
                }
            }
        }
    }

    @Test func `keep each value alone`() throws {
        for value in Self.edges { try check([value], key: [], [0, 0]) }
    }

    @Test(arguments: UInt64(1)...50)
    func `keep values that are read in any order`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let values = (0..<1 + random.below(12)).map { _ in
            Self.edges[random.below(Self.edges.count)]
        }
        let order = (0..<40).map { _ in random.below(values.count) }
        let keySize = [0, 1, 8, 254, 255, 256, 5_000][random.below(7)]
        try check(values, key: [UInt8](repeating: 9, count: keySize), Array(values.indices) + order)
    }
}
