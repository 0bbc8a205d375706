import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Sorting of rows` {
    /// One random sort against the model: terms, collations, NULL orders, budget and limit.
    private func check(_ random: inout SeededRandom, rowCount: Int) throws {
        var model = SortModel(&random)
        let budget = [1 << 12, 1 << 15, 1 << 22][random.below(3)]
        let limit = [nil, nil, 0, 1, random.below(rowCount + 10)][random.below(5)]
        let payloadCount = random.below(4)
        let sorter = Sorter(
            keys: model.terms, payloadCount: payloadCount, limit: limit, tracksKeys: true,
            divideSize: random.oneIn(2) ? 1 << 14 : 4 << 20,
            space: ScratchFixture.space(budget: budget))
        for _ in 0..<rowCount { try sorter.add(model.addRow(&random, payloadCount: payloadCount)) }
        try sorter.sort()
        let expected = Array(model.sorted.prefix(limit ?? Int.max))
        for _ in 0..<2 {
            var previous: SortModel.Row?
            for row in expected {
                guard try sorter.next() else {
                    Issue.record("too few rows")
                    return
                }
                let found = (0..<payloadCount).map { SQLValue(sorter.column($0)) }
                #expect(ScratchFixture.identical(found, row.payload))
                let isNew = previous.map { model.compare($0.keys, row.keys) != 0 } ?? true
                #expect(sorter.startsNewKey == isNew)
                previous = row
            }
            #expect(try !sorter.next())
            #expect(try !sorter.next())
            try sorter.rewind()
        }
    }

    @Test(arguments: UInt64(1)...60)
    func `sorts as the model does`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        try check(&random, rowCount: [0, 1, 2, 20, 300, 1_500][random.below(6)])
    }

    @Test func `merges in several passes`() throws {
        var random = SeededRandom(seed: 3)
        var model = SortModel([SortKey(.descending), SortKey(KeyColumn(collation: .nocase))])
        let sorter = Sorter(
            keys: model.terms, payloadCount: 3, space: ScratchFixture.space(budget: 1 << 12))
        for _ in 0..<6_000 { try sorter.add(model.addRow(&random, payloadCount: 3)) }
        #expect(sorter.runs.count > 49)
        try sorter.sort()
        #expect(sorter.hasSpilled && sorter.runs.count <= 7)
        let found = try sorter.drain()
        #expect(found.count == 6_000)
        #expect(zip(found, model.sorted).allSatisfy { ScratchFixture.identical($0, $1.payload) })
    }

    /// Sixty rows of 20 MB each took 1.6 GB: of every run as much was in memory as of small rows,
    /// which was its largest row.
    @Test func `merges few runs at once if their rows are large`() throws {
        var random = SeededRandom(seed: 5)
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 1, space: ScratchFixture.space(budget: 1 << 16))
        let order = (0..<40).map { Int64($0) }.shuffled(using: &random)
        for key in order {
            let payload = SQLValue.blob([UInt8](repeating: UInt8(key), count: 100_000))
            try ScratchFixture.lend([.integer(key)]) { keys in
                try ScratchFixture.lend([payload]) { try sorter.add(keys: keys, payload: $0) }
            }
        }
        #expect(sorter.runs.count > 16)
        try sorter.sort()
        #expect(sorter.runs.count <= 4)
        let found = try sorter.drain()
        let expected = (0..<40).map { key in
            [SQLValue.blob([UInt8](repeating: UInt8(key), count: 100_000))]
        }
        #expect(found.count == 40)
        #expect(zip(found, expected).allSatisfy { ScratchFixture.identical($0, $1) })
    }

    @Test(arguments: [100, 5_000], [false, true])
    func `keeps the first rows only`(rowCount: Int, isDescending: Bool) throws {
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 1, limit: 10, space: ScratchFixture.space())
        for index in 0..<rowCount {
            let value = SQLValue.integer(Int64(isDescending ? rowCount - index : index))
            try ScratchFixture.lend([value]) { values in
                // As the machine asks before it reads the payload.
                if sorter.admits(keys: values) { try sorter.addAdmitted(payload: values) }
            }
            #expect(sorter.records.count <= 266)
        }
        try sorter.sort()
        let first = isDescending ? 1 : 0
        let expected = (first..<first + 10).map { [SQLValue.integer(Int64($0))] }
        #expect(zip(try sorter.drain(), expected).allSatisfy { ScratchFixture.identical($0, $1) })
        #expect(try !sorter.next())
    }

    @Test func `starts again after removing all`() throws {
        var random = SeededRandom(seed: 8)
        let terms = [SortKey(nulls: .last)]
        let sorter = Sorter(
            keys: terms, payloadCount: 2, limit: 700,
            space: ScratchFixture.space(budget: 1 << 12))
        for _ in 0..<3 {
            var model = SortModel(terms)
            for _ in 0..<2_000 { try sorter.add(model.addRow(&random, payloadCount: 2)) }
            try sorter.sort()
            let found = try sorter.drain()
            #expect(found.count == 700)
            #expect(
                zip(found, model.sorted).allSatisfy { ScratchFixture.identical($0, $1.payload) })
            sorter.removeAll()
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `takes keys that begin with one another`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let keys = ScratchFixture.keys([0, 10, 200, 2_000][random.below(4)], &random)
        let sorter = Sorter(
            keys: [], payloadCount: 1, divideSize: random.oneIn(2) ? 1 << 14 : 4 << 20,
            space: ScratchFixture.space(budget: random.oneIn(2) ? 1 << 12 : 1 << 20))
        for (index, key) in keys.enumerated() {
            try ScratchFixture.lend([.integer(Int64(index))]) { values in
                try ScratchFixture.lend(key) { try sorter.add(encodedKey: $0, payload: values) }
            }
        }
        try sorter.sort()
        let expected = keys.enumerated().sorted { left, right in
            if left.element == right.element { return left.offset < right.offset }
            return left.element.lexicographicallyPrecedes(right.element)
        }
        for (index, key) in expected {
            #expect(try sorter.next())
            #expect(Array(sorter.key) == key && sorter.column(0).integer == Int64(index))
        }
    }

    @Test func `sorts many long keys that differ at their ends`() throws {
        let sorter = Sorter(
            keys: [SortKey()], payloadCount: 0, space: ScratchFixture.space(budget: 1 << 26))
        let beginning = [UInt8](repeating: 0x61, count: 10_000)
        for index in 0..<600 {
            let text = index % 3 == 0 ? beginning : beginning + Array("\(index)".utf8)
            try ScratchFixture.lend([.text(text)]) { try sorter.add(keys: $0, payload: $0) }
        }
        try sorter.sort()
        var last: [UInt8] = []
        for _ in 0..<600 {
            #expect(try sorter.next())
            let key = Array(sorter.key)
            #expect(key == last || last.lexicographicallyPrecedes(key))
            last = key
        }
        #expect(try !sorter.next())
    }

    @Test(arguments: UInt64(1)...40)
    func `refuses no row that is among the first`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let collation: Collation = seed % 3 == 0 ? .nocase : .binary
        let key = SortKey(
            KeyColumn(collation: collation, isDescending: seed % 2 == 0),
            nulls: [nil, .first, .last][random.below(3)])
        let text: [UInt8] = (0..<400).map { _ in
            UInt8(random.below(random.below(9) == 0 ? 3 : 90))
        }
        var encoder = SortKeyEncoder([key, SortKey()])
        for _ in 0..<500 {
            let integer = Int64(bitPattern: random.next()) >> Int64(random.below(64))
            let (place, size) = (random.below(380), random.below(20))
            let kind = random.below(4)
            text.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                let first: ColumnValue = [
                    .integer(integer), .real(Double(integer)), .null,
                    .text(base + place, count: size),
                ][kind]
                let values = [first, .integer(Int64(random.below(9)) - 4)]
                values.withUnsafeBufferPointer { values in
                    guard let start = values.baseAddress else { return }
                    let least = encoder.leastPrefix(start)
                    encoder.encode(start)
                    let prefix = KeyPrefix.load(encoder.key)
                    #expect(least <= prefix)
                    if case .integer = first.kind { #expect(least > 0) }
                    // Of a text the whole word is known, or nothing.
                    if case .text = first.kind { #expect(least == 0 || least == prefix) }
                }
            }
        }
    }
}
