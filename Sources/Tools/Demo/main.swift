import Foundation
import WCDBStorage

/// Creates a database file, fills it, reads it back, and says what it did. SQL and the ORM take
/// over from here as they come; today it shows the storage engine beneath them.
func runDemo(in directory: URL) throws {
    let path = directory.appendingPathComponent("demo.db").path
    for name in [path, StoreFiles.log(path), StoreFiles.lock(path)] {
        try? FileManager.default.removeItem(atPath: name)
    }
    let store = try Store.open(path, fileSystem: SystemFileSystem.shared)
    print("created  \(path)")

    let people = ["Ada Lovelace", "Grace Hopper", "Barbara Liskov", "Frances Allen"]
    let write = try store.beginWrite()
    let table = try Catalog(write).create(
        .init(type: "table", name: "person", tableName: "person", sql: nil))
    let rows = try write.rowidTree(table)
    var record = RecordWriter()
    for (number, name) in people.enumerated() {
        record.begin(columnCount: 2)
        record.appendText(name)
        record.appendInteger(Int64(1000 + number))
        _ = try rows.insert(Int64(number + 1), record.finish())
    }
    try write.commit()
    print("inserted \(people.count) rows in commit \(store.state.lsn)")

    // A savepoint that is rolled back leaves nothing behind.
    try write.beginWrite(until: nil)
    try write.openSavepoint()
    _ = try write.rowidTree(table).delete(1)
    try write.rollbackToSavepoint()
    try write.commit()

    let read = try store.beginRead()
    let cursor = try read.rowidTree(table).makeCursor()
    var isThere = try cursor.first()
    while isThere {
        var columns = try RecordReader(checking: try cursor.payload())
        let name = columns.next().map { String(decoding: $0.bytes, as: UTF8.self) } ?? ""
        print("row \(cursor.rowid)    \(name), \(columns.next()?.integer ?? 0)")
        isThere = try cursor.next()
    }
    print("counted  \(try read.rowidTree(table).count()) rows")
    read.end()

    try store.close()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0
    print("closed   one file of \(size) bytes")
}

do {
    try runDemo(in: FileManager.default.temporaryDirectory)
} catch {
    FileHandle.standardError.write(Data("wcdb-demo: \(error)\n".utf8))
    exit(1)
}
