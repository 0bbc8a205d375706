package import WCDBStorage

/// A small database with a tree of rows and one of keys that lead to them, as bytes: what media
/// faults are tried on.
package struct TreeFixture {
    package static let path = "/db/fixture"
    package let image: DiskImage
    private let tree: TreeID
    private let index: TreeID
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
        options.readsInBackground = false
        options.directThreshold = 8
        let disk = SimulatedFileSystem(seed: seed, recordsTrace: false)
        let store = try Store.open(TreeFixture.path, options: options, fileSystem: disk)
        var rows: [Int64: [UInt8]] = [:]
        let write = try store.beginWrite()
        tree = try Catalog(write).create(
            .init(kind: .table, name: "t", tableName: "t", sql: "CREATE TABLE t(v)"))
        index = try Catalog(write).create(
            .init(kind: .index, name: "i", tableName: "t", sql: "CREATE INDEX i ON t(v)"))
        let put = TreeFixture.Change(tree: tree, index: index, pageSize: pageSize)
        var rowid: Int64 = 0
        while Int(write.state.pageCount) < pageCount {
            rowid += 1 + Int64(random.below(3))
            try put.insert(rowid, write, &rows, &random)
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
                    try put.delete(rowid, write, &rows)
                    try put.insert(rowid, write, &rows, &random)
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

    /// Rows come and go together with their keys.
    private struct Change {
        let tree: TreeID
        let index: TreeID
        let pageSize: Int

        func insert(
            _ rowid: Int64, _ write: Transaction, _ rows: inout [Int64: [UInt8]],
            _ random: inout SeededRandom
        ) throws {
            let count = random.oneIn(40) ? pageSize + random.below(pageSize) : random.below(200)
            let payload = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let tree = try write.rowidTree(tree)
            _ = try payload.withUnsafeBytes { try tree.insert(rowid, $0) }
            rows[rowid] = payload
            let index = try write.keyTree(index)
            let value = payload.prefix(12)
            _ = try TreeFixture.key(rowid, payload).withUnsafeBytes { key in
                try value.withUnsafeBytes { try index.insert(key, $0) }
            }
        }

        func delete(
            _ rowid: Int64, _ write: Transaction, _ rows: inout [Int64: [UInt8]]
        ) throws {
            guard let payload = rows.removeValue(forKey: rowid) else { return }
            _ = try write.rowidTree(tree).delete(rowid)
            let index = try write.keyTree(index)
            _ = try TreeFixture.key(rowid, payload).withUnsafeBytes { try index.delete($0) }
        }
    }

    /// Begins alike for many rows, and is sometimes too long for its leaf.
    private static func key(_ rowid: Int64, _ payload: [UInt8]) -> [UInt8] {
        Array("key \(rowid % 9) \(rowid)".utf8) + payload.dropFirst(150)
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
            guard count == rows.count else { return .wrong("\(count) of \(rows.count) rows") }
            for id in [tree, index] {
                let counted = try reader.anyTree(id)?.count()
                guard counted == Int64(count) else {
                    return .wrong("\(counted ?? -1) of \(count) are counted in tree \(id.rawValue)")
                }
            }
            return try examineKeys(reader, rows)
        } catch {
            return .detected
        }
    }

    /// Each row has its key, and there are no others.
    private func examineKeys(
        _ reader: Transaction, _ rows: [Int64: [UInt8]]
    ) throws -> Verdict {
        let keys = try reader.keyTree(index)
        let cursor = keys.makeCursor()
        defer { keys.remove(cursor) }
        for (rowid, payload) in rows {
            let isThere = try TreeFixture.key(rowid, payload).withUnsafeBytes {
                try cursor.seek($0)
            }
            guard isThere, try cursor.value().elementsEqual(payload.prefix(12)) else {
                return .wrong("the key of row \(rowid)")
            }
        }
        var count = 0
        var isThere = try cursor.first()
        while isThere {
            count += 1
            isThere = try cursor.next()
        }
        return count == rows.count ? .harmless : .wrong("\(count) keys of \(rows.count) rows")
    }
}
