import WCDBStorage

/// Does to a database of unknown content everything a program could do to it.
///
/// Errors are fine; traps, endless loops and great hunger for memory are what it looks for.
struct HostileStore {
    private let options: StoreOptions
    private let path: String

    init(path: String, pageSize: Int) {
        self.path = path
        var options = StoreOptions()
        options.pageSize = pageSize
        options.cacheBudget = 256 << 10
        options.backgroundCheckpoints = false
        options.readsInBackground = false
        self.options = options
    }

    /// What kept the store from doing it all, if anything did.
    func exercise(_ image: DiskImage) -> StorageError? {
        let disk = SimulatedFileSystem(image: image, recordsTrace: false)
        // The disk is no memory: what a file claims to be must not count as such.
        disk.limit(to: disk.usedBytes + 1 << 20)
        var problem: StorageError?
        func attempt(_ body: () throws(StorageError) -> Void) {
            do { try body() } catch { problem = problem ?? error }
        }
        let store: Store
        do {
            store = try Store.open(path, options: options, fileSystem: disk)
        } catch {
            return error
        }
        attempt { () throws(StorageError) in try read(store) }
        attempt { () throws(StorageError) in try write(store) }
        attempt { () throws(StorageError) in _ = try store.checkpoint(.restart) }
        attempt { () throws(StorageError) in try store.close() }
        return problem
    }

    private func read(_ store: Store) throws(StorageError) {
        let reader = try store.beginRead()
        defer { reader.end() }
        let findings = try IntegrityCheck.run(reader)
        for entry in try Catalog(reader).entries() {
            if entry.kind == .index {
                try read(try reader.keyTree(entry.id))
            } else {
                try read(try reader.rowidTree(entry.id))
            }
        }
        if let first = findings.first { throw .corrupt(first) }
    }

    private func read(_ tree: RowidTree) throws(StorageError) {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            _ = try cursor.payload()
            isThere = try cursor.next()
        }
        isThere = try cursor.last()
        var steps = 0
        while isThere, steps < 300 {
            isThere = try cursor.previous()
            steps += 1
        }
        for rowid in [Int64.min, -1, 0, 7, 100, .max] { _ = try cursor.seek(rowid) }
        _ = try tree.count()
    }

    private func read(_ tree: KeyTree) throws(StorageError) {
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            _ = try cursor.key()
            _ = try cursor.value()
            isThere = try cursor.next()
        }
        isThere = try cursor.last()
        var steps = 0
        while isThere, steps < 300 {
            isThere = try cursor.previous()
            steps += 1
        }
        for key in HostileStore.keys {
            _ = try HostileStore.typed { try key.withUnsafeBytes { try cursor.seek($0) } }
        }
        _ = try tree.count()
    }

    private static let keys: [[UInt8]] = [
        [], [0], Array("key 3 1".utf8), Array("key 8 98".utf8), [0xFF, 0xFF],
        Array("key 5 5".utf8) + .init(repeating: 3, count: 700),
    ]

    private func write(_ store: Store) throws(StorageError) {
        let writer = try store.beginWrite()
        defer { writer.end() }
        for entry in try Catalog(writer).entries() {
            try writer.openSavepoint()
            if entry.kind == .index {
                try change(try writer.keyTree(entry.id))
            } else {
                try change(try writer.rowidTree(entry.id))
            }
            try writer.releaseSavepoint()
        }
        _ = try Catalog(writer).create(.init(kind: .table, name: "n", tableName: "n", sql: nil))
        _ = try writer.vacuum(pages: 3)
        try writer.commit()
    }

    private func change(_ tree: RowidTree) throws(StorageError) {
        let short = [UInt8](repeating: 7, count: 40)
        let long = [UInt8](repeating: 8, count: options.pageSize * 2)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var rowids: [Int64] = []
        var isThere = try cursor.first()
        while isThere, rowids.count < 60 {
            rowids.append(cursor.rowid)
            isThere = try cursor.next()
        }
        for rowid in rowids {
            _ = try HostileStore.typed {
                try (rowid & 1 == 0 ? short : long).withUnsafeBytes { try tree.replace(rowid, $0) }
            }
            let (next, overflow) = rowid.addingReportingOverflow(1)
            if !overflow {
                _ = try HostileStore.typed {
                    try short.withUnsafeBytes { try tree.insert(next, $0) }
                }
            }
            if rowid % 3 == 0 { _ = try tree.delete(rowid) }
        }
        for rowid in [Int64.min, .max] {
            _ = try HostileStore.typed { try long.withUnsafeBytes { try tree.insert(rowid, $0) } }
        }
    }

    private func change(_ tree: KeyTree) throws(StorageError) {
        let value = [UInt8](repeating: 7, count: 30)
        let cursor = tree.makeCursor()
        defer { tree.remove(cursor) }
        var keys: [[UInt8]] = []
        var isThere = try cursor.first()
        while isThere, keys.count < 60 {
            keys.append(Array(try cursor.key()))
            isThere = try cursor.next()
        }
        try HostileStore.typed {
            for (index, key) in keys.enumerated() {
                try key.withUnsafeBytes { key in
                    try value.withUnsafeBytes { _ = try tree.replace(key, $0) }
                    if index % 3 == 0 { _ = try tree.delete(key) }
                }
            }
            for key in HostileStore.keys + keys.map({ $0 + [1] }) {
                try key.withUnsafeBytes { key in
                    try value.withUnsafeBytes { _ = try tree.insert(key, $0) }
                }
            }
            try HostileStore.keys[2].withUnsafeBytes { first in
                try HostileStore.keys[3].withUnsafeBytes {
                    _ = try tree.delete(from: first, below: $0)
                }
            }
        }
    }

    /// The standard library's closures forget what their bodies throw.
    private static func typed<R>(_ body: () throws -> R) throws(StorageError) -> R {
        do {
            return try body()
        } catch let error as StorageError {
            throw error
        } catch {
            throw .misuse("\(error)")
        }
    }
}
