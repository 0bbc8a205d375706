import Testing

@testable import WCDBStorage

/// Leaves were cut in the middle unless keys came in one single order, and stayed half empty where
/// several orders were mixed, as in an index of a few states, or where keys came backwards.
@Suite struct `Leaves of keys that come in order` {
    private static let count = 20_000

    /// A tree for rows.
    private func makeTree(_ write: Transaction) throws -> RowidTree {
        let id = try TestDatabase.makeTable(in: write)
        return try write.rowidTree(id)
    }

    /// How many pages of a tree there would be if all of its leaves were full.
    private func leastPages(_ bytes: Int) -> Int { bytes / (4096 - 48) + 1 }

    @Test(arguments: [1, 5, 40], [false, true])
    func `index leaves are full`(streams: Int, isBackward: Bool) throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let id = try TestDatabase.makeIndex(in: write)
        let tree = try write.keyTree(id)
        let before = Int(write.state.pageCount)
        for number in 0..<Self.count {
            let place = isBackward ? Self.count - number : number
            let key = Array("state \(100 + number % streams), \(100_000 + place)".utf8)
            #expect(try key.withUnsafeBytes { try tree.insert($0) })
        }
        #expect(try IntegrityCheck.run(write) == [])
        // Prefixes spare some bytes of each key, and each stream has a leaf that is not full yet.
        let least = leastPages(Self.count * (8 + 9))
        #expect(Int(write.state.pageCount) - before < least * 12 / 10 + streams * 2)
        #expect(try tree.count() == Int64(Self.count))
        try write.commit()
        try store.close()
    }

    @Test(arguments: [Int64(1), 20], [false, true])
    func `leaves of rows are full`(streams: Int64, isBackward: Bool) throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let tree = try makeTree(write)
        let before = Int(write.state.pageCount)
        let payload = [UInt8](repeating: 3, count: 40)
        var rowids: [Int64] = []
        for number in 0..<Int64(Self.count) {
            let place = isBackward ? Int64(Self.count) - number : number
            let rowid = ((number % streams) << 40) + place / streams
            rowids.append(rowid)
            #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
        }
        #expect(try IntegrityCheck.run(write) == [])
        let least = leastPages(Self.count * (4 + 41))
        #expect(
            Int(write.state.pageCount) - before < least * 11 / 10 + Int(streams) * 2)
        let cursor = tree.makeCursor()
        for rowid in rowids.sorted() {
            #expect(try cursor.next() || cursor.first())
            #expect(cursor.rowid == rowid)
        }
        try write.commit()
        try store.close()
    }

    /// A leaf took rows from one side only, and dragged along what stood on the other, or went on
    /// in the leaf of those.
    @Test(arguments: [false, true])
    func `stay full beside rows of another order`(isBackward: Bool) throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let tree = try makeTree(write)
        let payload = [UInt8](repeating: 3, count: 100)
        func insert(_ rowid: Int64) throws {
            #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
        }
        for number in 0..<Int64(34) { try insert(isBackward ? number : 60_000 + number) }
        let before = Int(write.state.pageCount)
        for number in 100..<Int64(5000) { try insert(isBackward ? 60_000 - number : number) }
        #expect(Int(write.state.pageCount) - before < leastPages(4900 * 105) * 11 / 10 + 4)
        #expect(try IntegrityCheck.run(write) == [])
        try write.commit()
        try store.close()
    }

    /// What was too far from the others for narrow slots was thought not to fit into the last leaf:
    /// 100,000 rows with times as rowids took as many pages.
    @Test(arguments: [Int64(300), 5000, 100_000, 1 << 40])
    func `are full of rows that lie far apart`(distance: Int64) throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let tree = try makeTree(write)
        let before = Int(write.state.pageCount)
        let payload = [UInt8](repeating: 3, count: 20)
        for number in 1...Int64(4000) {
            // Now and then one is late.
            for rowid in [number * distance, number * distance - 1] {
                #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
            }
        }
        #expect(try IntegrityCheck.run(write) == [])
        #expect(Int(write.state.pageCount) - before < leastPages(8000 * (10 + 21)) * 13 / 10)
        try write.commit()
        try store.close()
    }

    @Test func `rows at the lowest rowids come backwards too`() throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let tree = try makeTree(write)
        let payload: [UInt8] = [1, 2, 3]
        let rowids = (0..<300).map { Int64.min + 299 - $0 } + [Int64.max, 0]
        for rowid in rowids {
            #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
        }
        #expect(try IntegrityCheck.run(write) == [])
        let cursor = tree.makeCursor()
        for rowid in rowids { #expect(try cursor.seek(rowid)) }
        try write.commit()
        try store.close()
    }

    /// Blocks that descend within ascending order, two fronts that grow towards each other, and
    /// rows between rows that are there: a cut closed leaves that were half empty, or of one entry.
    enum Order: CaseIterable {
        case blocksOf2, blocksOf4, blocksOf5, blocksOf40, fronts, gapsFromBehind

        func place(_ number: Int) -> Int {
            func block(_ size: Int) -> Int { number / size * size + size - 1 - number % size }
            return switch self {
            case .blocksOf2: block(2)
            case .blocksOf4: block(4)
            case .blocksOf5: block(5)
            case .blocksOf40: block(40)
            case .fronts: number % 2 == 0 ? number / 2 : 10_000_000 - number / 2
            case .gapsFromBehind: number < 10_000 ? 2 * number : 39_999 - 2 * (number - 10_000)
            }
        }
    }

    @Test(arguments: Order.allCases)
    func `are not closed before they are full`(order: Order) throws {
        let store = try TestDatabase.store()
        let write = try store.beginWrite()
        let rows = try makeTree(write)
        let id = try TestDatabase.makeIndex(in: write)
        let keys = try write.keyTree(id)
        let payload = [UInt8](repeating: 3, count: 60)
        var pages = [Int(write.state.pageCount)]
        for number in 0..<Self.count {
            let rowid = Int64(order.place(number))
            #expect(try payload.withUnsafeBytes { try rows.insert(rowid, $0) })
        }
        pages.append(Int(write.state.pageCount))
        for number in 0..<Self.count {
            let key = withUnsafeBytes(of: UInt32(order.place(number)).bigEndian) { Array($0) }
            #expect(try key.withUnsafeBytes { try keys.insert($0) })
        }
        pages.append(Int(write.state.pageCount))
        #expect(try IntegrityCheck.run(write) == [])
        #expect(pages[1] - pages[0] < leastPages(Self.count * (4 + 61)) * 16 / 10)
        #expect(pages[2] - pages[1] < leastPages(Self.count * (8 + 3)) * 17 / 10)
        let cursor = rows.makeCursor()
        for rowid in (0..<Self.count).map({ Int64(order.place($0)) }).sorted() {
            #expect(try cursor.next() || cursor.first())
            #expect(cursor.rowid == rowid)
        }
        try write.commit()
        try store.close()
    }

    /// A row with a chain once took two bytes more than half a leaf. Three in one leaf that was cut
    /// in two lay over one another.
    @Test func `are cut between rows of half a leaf`() throws {
        var options = TestDatabase.options
        options.pageSize = 512
        let maxLocal = RowidCell.maxLocal(usableSize: 512)
        for least in [16_384, 2_097_152] {
            // As much of it lies in the leaf as may be.
            let length = try #require(
                (least...).first {
                    RowidCell.localLength(of: $0, maxLocal: maxLocal) == maxLocal
                })
            for shorter in 0..<4 {
                let store = try TestDatabase.store(options: options)
                let write = try store.beginWrite()
                let tree = try makeTree(write)
                // Far apart, for wide slots; the last one between the others.
                for (rowid, count) in [
                    (Int64(0), length - shorter), (200_000, length - shorter), (100_000, length),
                ] {
                    let payload = [UInt8](repeating: 3, count: count)
                    #expect(try payload.withUnsafeBytes { try tree.insert(rowid, $0) })
                }
                #expect(try IntegrityCheck.run(write) == [])
                write.end()
                try store.close()
            }
        }
    }
}
