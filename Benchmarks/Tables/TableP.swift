/// `p(id INTEGER PRIMARY KEY, k TEXT, v BLOB)`, rows `(i, text16(i), blob(i))` from 1.
enum TableP {
    static func rowCount(_ bench: Workbench) -> Int { bench.scaled(1_000_000) }

    static func fillPeer(_ connection: SQLiteConnection, count: Int, _ data: BenchmarkData) throws {
        try connection.execute("CREATE TABLE p(id INTEGER PRIMARY KEY, k TEXT, v BLOB)")
        let insert = try connection.prepare("INSERT INTO p(id,k,v) VALUES(?,?,?)")
        try connection.execute("BEGIN")
        for index in 1...count {
            try insert.bind(Int64(index), at: 1)
            try Text16(index).withBytes { text throws in
                try insert.bindText(text, at: 2)
                try insert.bindBlob(data.blob(index), at: 3)
                try insert.run()
            }
        }
        try connection.execute("COMMIT")
    }

    static func fillOurs(_ store: OurStore, count: Int, _ data: BenchmarkData) throws {
        try store.createTree()
        var writer = OurRecord.Writer()
        let transaction = try store.beginWrite()
        for index in 1...count {
            let record = Text16(index).withBytes { writer.texted($0, data.blob(index)) }
            try transaction.append(Int64(index), record)
        }
        try transaction.commit()
    }

    static func digestPeer(_ connection: SQLiteConnection) throws -> UInt64 {
        try connection.digest("SELECT id,k,v FROM p", columns: [.integer, .text, .blob])
    }

    static func digestOurs(_ store: OurStore) throws -> UInt64 {
        var digest = RowDigest()
        let transaction = try store.beginRead()
        let cursor = try transaction.cursor()
        var isRow = try cursor.first()
        while isRow {
            let (text, blob) = try OurRecord.readTexted(cursor.payload())
            digest.add(cursor.rowid)
            digest.add(text)
            digest.add(blob)
            isRow = try cursor.next()
        }
        try transaction.end()
        return digest.value
    }
}

/// A lookup by primary key in SQLite: bind, step, read both columns, reset.
struct PeerLookup {
    private let select: SQLiteStatement

    init(_ connection: SQLiteConnection) throws {
        select = try connection.prepare("SELECT k,v FROM p WHERE id=?")
    }

    /// What the row's columns sum up to; 0 if there is no such row.
    @inline(__always)
    func find(_ id: Int64) throws -> UInt64 {
        try select.bind(id, at: 1)
        var sum: UInt64 = 0
        if try select.step() { sum = select.text(0).touched &+ select.blob(1).touched }
        try select.reset()
        return sum
    }
}

/// The same lookup in our engine: seek, read both columns.
struct OurLookup {
    private let cursor: OurCursor

    init(_ transaction: OurTransaction) throws { cursor = try transaction.cursor() }

    @inline(__always)
    func find(_ id: Int64) throws -> UInt64 {
        guard try cursor.seek(id) else { return 0 }
        let (text, blob) = try OurRecord.readTexted(cursor.payload())
        return text.touched &+ blob.touched
    }

}

/// Lookups that are read transactions of their own. It keeps its transaction between them, as the
/// other side keeps connection and statement; one thread.
struct OurReader {
    private let transaction: OurTransaction

    init(_ store: OurStore) throws { transaction = try store.makeTransaction() }

    @inline(__always)
    func find(_ id: Int64) throws -> UInt64 {
        try transaction.beginRead()
        let sum = try OurLookup(transaction).find(id)
        transaction.leave()
        return sum
    }
}

extension OurTransaction {
    /// `UPDATE p SET v=? WHERE id=?`: reads the row, makes the new record, replaces it.
    func update(
        _ id: Int64, blob: UnsafeRawBufferPointer, _ writer: inout OurRecord.Writer
    ) throws {
        let cursor = try cursor()
        guard try cursor.seek(id) else { return }
        let record = try writer.texted(OurRecord.readTexted(cursor.payload()).text, blob)
        try replace(id, record)
    }
}
