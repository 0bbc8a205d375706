package import WCDBStorage

/// A small database with one tree, as bytes: what media faults are tried on.
package struct TreeFixture {
    package static let path = "/db/fixture"
    package let image: DiskImage
    package let tree: TreeID
    package let rows: [Int64: [UInt8]]
    /// The rows at each commit that the log may end with.
    package let history: [LSN: [Int64: [UInt8]]]
    package let options: StoreOptions

    /// About `pageCount` pages in the main file; with a log, some of the rows are only there.
    package init(seed: UInt64, pageCount: Int, pageSize: Int, hasLog: Bool) throws {
        var random = SeededRandom(seed: seed)
        var options = StoreOptions()
        options.pageSize = pageSize
        options.backgroundCheckpoints = false
        options.directThreshold = 8
        let disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        let store = try Store.open(TreeFixture.path, options: options, fileSystem: disk)
        var rows: [Int64: [UInt8]] = [:]
        let write = try store.beginWrite()
        tree = try Catalog(write).create(
            .init(type: "table", name: "t", tableName: "t", sql: "CREATE TABLE t(v)"))
        var rowid: Int64 = 0
        while Int(write.state.pageCount) < pageCount {
            rowid += 1 + Int64(random.below(3))
            try TreeFixture.put(rowid, in: try write.rowidTree(tree), &rows, &random, pageSize)
        }
        try write.commit()
        _ = try store.checkpoint(.truncate)
        var history = [store.state.lsn: rows]
        if hasLog {
            for number in 0..<12 {
                // A log that was begun anew has leftovers of its former life behind its end.
                if number == 5, seed & 2 != 0 {
                    _ = try store.checkpoint(.restart)
                    history = [store.state.lsn: rows]
                }
                try write.beginWrite(until: nil)
                let count = number == 7 && seed & 4 != 0 ? 60 : 1
                for _ in 0..<count {
                    let rowid = Int64(random.below(Int(rowid) * (count > 1 ? 3 : 1)))
                    let open = try write.rowidTree(tree)
                    if try open.delete(rowid) { rows[rowid] = nil }
                    try TreeFixture.put(rowid, in: open, &rows, &random, pageSize)
                }
                try write.commit(level: number % 3 == 0 ? .full : .normal)
                history[store.state.lsn] = rows
            }
            try store.flush()
            image = disk.image
            store.abandon()
        } else {
            try store.close()
            image = disk.image
        }
        self.rows = rows
        self.history = history
        self.options = options
    }

    private static func put(
        _ rowid: Int64, in tree: RowidTree, _ rows: inout [Int64: [UInt8]],
        _ random: inout SeededRandom, _ pageSize: Int
    ) throws {
        let count = random.oneIn(40) ? pageSize + random.below(pageSize) : random.below(200)
        let payload = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        _ = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
        rows[rowid] = payload
    }

    /// What became of the database: an error, the right rows, or something else.
    package enum Verdict: Equatable, Sendable {
        case detected
        case harmless
        case wrong(String)
    }

    /// Opens an image that something happened to, and reads every row. All of them must be there,
    /// or, where the end of the log may be gone, all that one of the commits had.
    package func examine(_ image: DiskImage, acceptsPrefix: Bool = false) -> Verdict {
        let disk = SimulatedFileSystem(image: image, recordsTrace: false)
        do {
            let store = try Store.open(TreeFixture.path, options: options, fileSystem: disk)
            defer { store.abandon() }
            let reader = try store.beginRead()
            defer { reader.end() }
            guard let rows = acceptsPrefix ? history[reader.state.lsn] : rows else {
                return .wrong("commit \(reader.state.lsn) was never made")
            }
            _ = try reader.pagesInUse()
            let cursor = try reader.rowidTree(tree).makeCursor()
            var count = 0
            var isThere = try cursor.first()
            while isThere {
                count += 1
                guard let expected = rows[cursor.rowid] else {
                    return .wrong("row \(cursor.rowid) was never written")
                }
                guard try cursor.payload().elementsEqual(expected) else {
                    return .wrong("row \(cursor.rowid) differs")
                }
                isThere = try cursor.next()
            }
            return count == rows.count ? .harmless : .wrong("\(count) of \(rows.count) rows")
        } catch {
            return .detected
        }
    }
}
