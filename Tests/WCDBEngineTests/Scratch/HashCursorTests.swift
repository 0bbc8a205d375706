import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `The inner side of a hash join` {
    /// In memory, in part beyond it with keys in memory, and with keys in a tree.
    @Test(arguments: [1 << 20, 1 << 14, 1 << 11], UInt64(1)...8)
    func `gives the rows of a key as they came`(budget: Int, seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let cursor = makeCursor(budget: budget, columns: 3)
        var model: [[UInt8]: [[SQLValue]]] = [:]
        let keys = ScratchFixture.keys(1_500, &random)
        for key in keys {
            // A row that is larger than any chunk is among them now and then.
            let limit = random.oneIn(400) ? 90_000 : 40
            let row = ScratchFixture.row(3, &random, atMost: limit)
            try add(row, at: .blob(key), to: cursor)
            model[key, default: []].append(row)
        }
        for key in ScratchFixture.keys(200, &random) + keys {
            let found = try rows(at: .blob(key), of: cursor, columns: 3)
            #expect(areIdentical(found, model[key] ?? []))
        }
    }

    @Test(arguments: [1 << 20, 1 << 11])
    func `finds integers and equal reals alike`(budget: Int) throws {
        let cursor = makeCursor(budget: budget, columns: 1)
        let numbers: [Int64] = [0, 1, -1, 255, 256, 1 << 40, .max, .min, (1 << 53) + 1]
        for round in 0..<100 {
            for number in numbers {
                let row = SQLValue.integer(Int64(round))
                try add([row], at: .integer(number), to: cursor)
            }
        }
        for number in numbers {
            let found = try rows(at: .integer(number), of: cursor, columns: 1)
            #expect(areIdentical(found, (0..<100).map { [.integer($0)] }))
            let count = try rows(at: .real(Double(number)), of: cursor, columns: 1).count
            #expect(count == (Int64(exactly: Double(number)) == number ? 100 : 0))
        }
    }

    @Test func `is empty, and may have rows without columns`() throws {
        let cursor = makeCursor(budget: 1 << 20, columns: 0)
        #expect(try rows(at: .integer(1), of: cursor, columns: 0).isEmpty)
        let other = makeCursor(budget: 1 << 20, columns: 0)
        try add([], at: .text("a"), to: other)
        try add([], at: .text("a"), to: other)
        #expect(try rows(at: .text("a"), of: other, columns: 0).count == 2)
        #expect(try rows(at: .text("A"), of: other, columns: 0).isEmpty)
        #expect(try !other.next())
    }

    @Test func `takes rows that come after a search behind the others`() throws {
        let cursor = makeCursor(budget: 1 << 20, columns: 1)
        try add([.integer(1)], at: .integer(7), to: cursor)
        #expect(try rows(at: .integer(7), of: cursor, columns: 1).count == 1)
        try add([.integer(2)], at: .integer(7), to: cursor)
        try add([.integer(3)], at: .integer(8), to: cursor)
        let found = try rows(at: .integer(7), of: cursor, columns: 1)
        #expect(areIdentical(found, [[.integer(1)], [.integer(2)]]))
        let others = try rows(at: .integer(8), of: cursor, columns: 1)
        #expect(areIdentical(others, [[.integer(3)]]))
    }

    private func makeCursor(budget: Int, columns: Int) -> HashCursor {
        HashCursor(
            Program.SetShape(keys: [KeyColumn()]), columnCount: columns,
            space: ScratchFixture.space(budget: budget))
    }

    private func add(_ row: [SQLValue], at key: SQLValue, to cursor: HashCursor) throws {
        try ScratchFixture.lend([key]) { key in
            try ScratchFixture.lend(row) { try cursor.add(key, $0) }
        }
    }

    private func areIdentical(_ left: [[SQLValue]], _ right: [[SQLValue]]) -> Bool {
        left.count == right.count
            && zip(left, right).allSatisfy { ScratchFixture.identical($0, $1) }
    }

    private func rows(
        at key: SQLValue, of cursor: HashCursor, columns: Int
    ) throws -> [[SQLValue]] {
        var rows: [[SQLValue]] = []
        var isThere = try ScratchFixture.lend([key]) { try cursor.seek($0) }
        while isThere {
            rows.append((0..<columns).map { SQLValue(cursor.column($0)) })
            isThere = try cursor.next()
        }
        return rows
    }
}
