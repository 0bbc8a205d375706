import StorageSimulation
import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `Indexes over keys` {
    @Test(arguments: UInt64(1)...20)
    func `number different keys as they come`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let index = HashIndex(space: ScratchFixture.space(), budget: 1 << 24)
        var model: [[UInt8]: Int] = [:]
        var order: [[UInt8]] = []
        for key in ScratchFixture.keys([50, 3_000][random.below(2)], &random) {
            let (entry, isNew) = try ScratchFixture.lend(key) { try index.insert($0) }
            #expect(isNew == (model[key] == nil))
            if isNew {
                model[key] = order.count
                order.append(key)
            }
            #expect(entry == model[key])
        }
        #expect(index.count == order.count)
        for key in ScratchFixture.keys(300, &random) + order {
            let found = ScratchFixture.lend(key) { index.find($0) }
            #expect(found == model[key] ?? HashIndex.none)
        }
        for (entry, key) in order.enumerated() { #expect(Array(index.key(of: entry)) == key) }
        let sorted = order.indices.sorted { order[$0].lexicographicallyPrecedes(order[$1]) }
        #expect(index.sortedEntries() == sorted)
        index.removeAll()
        #expect(index.count == 0 && index.sortedEntries().isEmpty)
        #expect(ScratchFixture.lend(order[0]) { index.find($0) } == HashIndex.none)
    }

    @Test func `find keys of every length`() throws {
        let index = HashIndex(space: ScratchFixture.space(), budget: 1 << 20)
        // Zeros: nothing but the length tells them apart.
        for size in 0...100 {
            let key = [UInt8](repeating: 0, count: size)
            #expect(try ScratchFixture.lend(key) { try index.insert($0) }.entry == size)
        }
        for size in 0...100 {
            for place in 0..<size {
                var key = [UInt8](repeating: 0, count: size)
                key[place] = 1
                #expect(ScratchFixture.lend(key) { index.find($0) } == HashIndex.none)
            }
        }
    }

    @Test(arguments: UInt64(1)...8)
    func `find an integer's key in a register and in memory alike`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let index = HashIndex(space: ScratchFixture.space(), budget: 1 << 24)
        var encoder = KeyEncoder()
        var model: [Int64: Int] = [:]
        for _ in 0..<4_000 {
            let integer = Int64(bitPattern: random.next()) >> Int64(50 + random.below(14))
            encoder.begin()
            encoder.append(.integer(integer))
            let short = try #require(ShortKey(integer))
            let isNew = model[integer] == nil
            let found =
                random.below(2) == 0 ? try index.insert(short) : try index.insert(encoder.key)
            #expect(found.isNew == isNew)
            if isNew { model[integer] = found.entry }
            #expect(found.entry == model[integer])
            #expect(index.find(short) == found.entry && index.find(encoder.key) == found.entry)
        }
        #expect(index.count == model.count)
        #expect(try index.find(#require(ShortKey(1 << 40))) == HashIndex.none)
    }

    @Test func `take no new keys beyond the budget`() throws {
        var random = SeededRandom(seed: 5)
        let index = HashIndex(space: ScratchFixture.space(), budget: 1 << 13)
        let sorter = Sorter(
            keys: [], payloadCount: 1, tracksKeys: true,
            space: ScratchFixture.space(budget: 1 << 13))
        var counts: [[UInt8]: Int] = [:]
        var groups: [Int] = []
        for _ in 0..<20_000 {
            let key = Array("key \(random.below(3_000))".utf8)
            counts[key, default: 0] += 1
            try ScratchFixture.lend(key) { key in
                let (entry, isNew) = try index.insert(key)
                if isNew { groups.append(0) }
                if entry >= 0 {
                    groups[entry] += 1
                } else {
                    #expect(entry == HashIndex.full && !isNew)
                    try ScratchFixture.lend([.null]) {
                        try sorter.add(encodedKey: key, payload: $0)
                    }
                }
            }
        }
        #expect(index.count > 50 && index.count < 500)
        // The groups of the index, and those of the rows that it did not take.
        var found: [[UInt8]: Int] = [:]
        for entry in index.sortedEntries() { found[Array(index.key(of: entry))] = groups[entry] }
        try sorter.sort()
        while try sorter.next() {
            let key = Array(sorter.key)
            #expect(sorter.startsNewKey == (found[key] == nil))
            found[key, default: 0] += 1
        }
        #expect(found == counts)
    }

    @Test(arguments: UInt64(1)...10)
    func `chain the rows of a key as they came`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let index = JoinIndex(space: ScratchFixture.space(budget: 1 << 24))
        var model: [[UInt8]: [Int]] = [:]
        for (row, key) in ScratchFixture.keys(2_000, &random).enumerated() {
            // Rows whose key is NULL match nothing, and are left out.
            if random.oneIn(10) { continue }
            #expect(try ScratchFixture.lend(key) { try index.add($0, row: row) })
            model[key, default: []].append(row)
        }
        #expect(index.count == model.count)
        for key in ScratchFixture.keys(200, &random) + Array(model.keys) {
            var rows: [Int] = []
            var row = index.firstRow(of: ScratchFixture.lend(key) { index.find($0) })
            while row >= 0 {
                rows.append(row)
                row = index.nextRow(after: row)
            }
            #expect(rows == model[key] ?? [])
        }
    }

    @Test func `of a join stay as they are when they are full`() throws {
        let index = JoinIndex(space: ScratchFixture.space(budget: 1 << 11))
        var added = 0
        while try ScratchFixture.lend(
            [UInt8(added & 0xFF), UInt8(added >> 8)],
            {
                try index.add($0, row: added)
            })
        { added += 1 }
        #expect(added > 50)
        #expect(index.count == added)
        for row in 0..<added {
            let entry = ScratchFixture.lend([UInt8(row & 0xFF), UInt8(row >> 8)]) {
                index.find($0)
            }
            #expect(index.firstRow(of: entry) == row && index.nextRow(after: row) == -1)
        }
    }
}
