/// `t(key INTEGER, value BLOB)` without a primary key, rows `(i, blob(i))` from 0: the shape of
/// WCDB's own benchmarks.
enum TableT {
    static func createPeer(_ connection: SQLiteConnection) throws {
        try connection.execute("CREATE TABLE t(key INTEGER, value BLOB)")
    }

    static func peerInsert(_ connection: SQLiteConnection) throws -> SQLiteStatement {
        try connection.prepare("INSERT INTO t(key,value) VALUES(?,?)")
    }

    /// Inserts `count` rows inside one transaction.
    static func fillPeer(_ connection: SQLiteConnection, count: Int, _ data: BenchmarkData) throws {
        let insert = try peerInsert(connection)
        try connection.execute("BEGIN")
        for index in 0..<count {
            try insert.bind(Int64(index), at: 1)
            try insert.bindBlob(data.blob(index), at: 2)
            try insert.run()
        }
        try connection.execute("COMMIT")
    }

    static func fillOurs(_ store: OurStore, count: Int, _ data: BenchmarkData) throws {
        var writer = OurRecord.Writer()
        let transaction = try store.beginWrite()
        for index in 0..<count {
            let record = writer.keyed(Int64(index), data.blob(index))
            try transaction.append(Int64(index + 1), record)
        }
        try transaction.commit()
    }

    static func digestPeer(_ connection: SQLiteConnection) throws -> UInt64 {
        try connection.digest("SELECT key,value FROM t", columns: [.integer, .blob])
    }

    static func digestOurs(_ store: OurStore) throws -> UInt64 {
        var digest = RowDigest()
        let transaction = try store.beginRead()
        let cursor = try transaction.cursor()
        var isRow = try cursor.first()
        while isRow {
            let (key, blob) = try OurRecord.readKeyed(cursor.payload())
            digest.add(key)
            digest.add(blob)
            isRow = try cursor.next()
        }
        try transaction.end()
        return digest.value
    }
}
