import Foundation
import Testing
import WCDBSwift

/// A database that is only read, such as a dictionary that comes with the program: code that begins
/// transactions or makes its tables at the start works with it all the same.
@Suite struct `Databases to be read` {
    let temporary = TemporaryDatabase()

    /// The database, closed and opened to read.
    private func readOnly() throws -> Database {
        try temporary.fillMemos(9)
        return Database(at: URL(filePath: temporary.database.path), readOnly: true)
    }

    private func refusal(_ body: () throws -> Void) -> WCDBError.Code? {
        #expect(throws: WCDBError.self, performing: body)?.code
    }

    @Test func `are read in transactions`() throws {
        let database = try readOnly()
        var counts: [Int] = []
        try database.run(transaction: { handle in
            let memos: [Memo] = try handle.getObjects(fromTable: "memos")
            counts.append(memos.count)
        })
        try database.begin()
        #expect(database.isInTransaction)
        try database.begin()
        counts.append(try database.getRows(sql: "SELECT * FROM memos").count)
        try database.rollback()
        try database.commit()
        #expect(!database.isInTransaction)
        #expect(counts == [9, 9])
    }

    @Test func `refuse every change, within transactions too`() throws {
        let database = try readOnly()
        #expect(refusal { try database.delete(fromTable: "memos") } == .Readonly)
        let code = refusal {
            try database.run(transaction: { try $0.delete(fromTable: "memos") })
        }
        #expect(code == .Readonly)
        #expect(!database.isInTransaction)
        #expect(try database.getRows(sql: "SELECT * FROM memos").count == 9)
    }

    @Test func `have the tables that they have`() throws {
        let database = try readOnly()
        try database.create(table: "memos", of: Memo.self)
        #expect(refusal { try database.create(table: "others", of: Memo.self) } == .Readonly)
    }

    @Test func `have temporary tables`() throws {
        let database = try readOnly()
        let handle = try database.getHandle()
        try handle.exec(sql: "CREATE TEMP TABLE best AS SELECT * FROM memos WHERE stars > 3")
        try handle.exec(sql: "DELETE FROM best WHERE id = 9")
        #expect(try handle.getColumn(sql: "SELECT id FROM best").map(\.intValue) == [7, 8])
    }

    @Test func `have nothing to be moved out of the log`() throws {
        let database = try readOnly()
        try database.passiveCheckpoint()
        try database.truncateCheckpoint()
        #expect(refusal { try database.vacuum(with: nil) } == .Readonly)
    }

    @Test func `are files, and no pipes`() throws {
        let path = temporary.directory.path + "/pipe"
        try FileManager.default.createDirectory(
            at: temporary.directory, withIntermediateDirectories: true)
        try #require(mkfifo(path, 0o600) == 0)
        for readOnly in [false, true] {
            let pipe = Database(at: URL(filePath: path), readOnly: readOnly)
            #expect(refusal { try pipe.exec(sql: "CREATE TABLE t(a)") } == .CantOpen)
        }
        let kind = try FileManager.default.attributesOfItem(atPath: path)[.type]
        #expect(kind as? FileAttributeType != .typeRegular)
    }
}
