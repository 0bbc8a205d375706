import WCDBStorage

/// Does to a database of unknown content everything a program could do to it.
///
/// Errors are what is hoped for; traps, endless loops and great hunger are what is looked for.
struct HostileStore {
    private let options: StoreOptions
    private let path: String

    init(path: String, pageSize: Int) {
        self.path = path
        var options = StoreOptions()
        options.pageSize = pageSize
        options.cacheBudget = 256 << 10
        options.backgroundCheckpoints = false
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
            let tree = try reader.rowidTree(entry.id)
            let cursor = tree.makeCursor()
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
        if let first = findings.first { throw .corrupt(first) }
    }

    private func write(_ store: Store) throws(StorageError) {
        let writer = try store.beginWrite()
        defer { writer.end() }
        let payload = [UInt8](repeating: 7, count: 40)
        let long = [UInt8](repeating: 8, count: options.pageSize * 2)
        for entry in try Catalog(writer).entries() {
            let tree = try writer.rowidTree(entry.id)
            let cursor = tree.makeCursor()
            var rowids: [Int64] = []
            var isThere = try cursor.first()
            while isThere, rowids.count < 60 {
                rowids.append(cursor.rowid)
                isThere = try cursor.next()
            }
            try writer.openSavepoint()
            for rowid in rowids {
                let bytes = rowid & 1 == 0 ? payload : long
                _ = try put(bytes, rowid, in: tree, isNew: false)
                let (next, overflow) = rowid.addingReportingOverflow(1)
                if !overflow { _ = try put(payload, next, in: tree, isNew: true) }
                if rowid % 3 == 0 { _ = try tree.delete(rowid) }
            }
            for rowid in [Int64.min, .max] { _ = try put(long, rowid, in: tree, isNew: true) }
        }
        try writer.releaseSavepoint()
        _ = try Catalog(writer).create(.init(type: "table", name: "n", tableName: "n", sql: nil))
        try writer.commit()
    }

    private func put(
        _ bytes: [UInt8], _ rowid: Int64, in tree: RowidTree, isNew: Bool
    ) throws(StorageError) -> Bool {
        do {
            return try bytes.withUnsafeBytes {
                isNew ? try tree.insert(rowid, $0) : try tree.replace(rowid, $0)
            }
        } catch let error as StorageError {
            throw error
        } catch {
            throw .misuse("\(error)")
        }
    }
}
