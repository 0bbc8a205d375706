/// Copies what a snapshot contains into an empty database, tree by tree in ascending order: every
/// page of the copy is full, and neighbours in a tree are neighbours in the file.
///
/// **Users.** The thread of both transactions.
struct DatabaseRebuild {
    let source: Transaction
    let target: Transaction
    /// Told the rows done and the rows of all; false stops the copy with `interrupted`.
    let progress: (Int64, Int64) -> Bool

    func run() throws(StorageError) {
        let entries = try Catalog(source).entries()
        var total: Int64 = 0
        for entry in entries {
            // It is only told; the rows are counted anew.
            let (sum, isTooLarge) = total.addingReportingOverflow(
                try source.anyTree(entry.id)?.count() ?? 0)
            total = isTooLarge ? .max : sum
        }
        var done: Int64 = 0
        for entry in entries {
            var copy = entry
            copy.root = .none
            try Catalog(target).add(copy)
            guard let tree = try source.anyTree(entry.id) else { continue }
            do throws(StorageError) {
                if let rows = tree as? RowidTree {
                    try copyRows(rows, &done, total)
                } else if let keys = tree as? KeyTree {
                    try copyKeys(keys, &done, total)
                }
            } catch .misuse(let reason) {
                // The builder is used rightly: it is the source that has no order.
                throw .corrupt(Corruption(.cell, tree: entry.id, reason))
            }
        }
        target.state.nextTreeID = source.state.nextTreeID
        target.state.userVersion = source.state.userVersion
        target.state.applicationID = source.state.applicationID
        target.state.autoVacuum = source.state.autoVacuum
        target.state.schemaCookie = source.state.schemaCookie
    }

    private func report(_ done: inout Int64, _ total: Int64) throws(StorageError) {
        done += 1
        if done & 0x3FF == 0 || done == total, !progress(done, total) { throw .interrupted }
    }

    private func copyRows(
        _ rows: RowidTree, _ done: inout Int64, _ total: Int64
    ) throws(StorageError) {
        var builder = try RowidTreeBuilder(try target.rowidTree(rows.tree))
        let cursor = rows.makeCursor()
        defer { rows.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            try builder.append(cursor.rowid, try cursor.payload())
            try report(&done, total)
            isThere = try cursor.next()
        }
        try builder.finish()
    }

    private func copyKeys(
        _ keys: KeyTree, _ done: inout Int64, _ total: Int64
    ) throws(StorageError) {
        var builder = try KeyTreeBuilder(try target.keyTree(keys.tree))
        let cursor = keys.makeCursor()
        defer { keys.remove(cursor) }
        var isThere = try cursor.first()
        while isThere {
            try builder.append(try cursor.key(), try cursor.value())
            try report(&done, total)
            isThere = try cursor.next()
        }
        try builder.finish()
    }
}
