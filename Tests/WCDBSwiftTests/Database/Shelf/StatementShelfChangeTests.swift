import Foundation
import Synchronization
import Testing
import WCDBSwift

/// What a repeated call sees of schemas, errors, listeners and calls within calls.
@Suite struct `Repeated calls among changes` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(9) }

    private func text(_ id: Int) throws -> String? {
        let memo: Memo? = try database.getObject(
            fromTable: "memos", where: Memo.Properties.id == id)
        return memo?.text
    }

    @Test func `another table of the same name`() throws {
        #expect(try text(4) == "text 4")
        try database.drop(table: "memos")
        #expect(throws: WCDBError.self) { _ = try text(4) }
        try database.exec(sql: "CREATE TABLE memos(stars REAL, text TEXT, id INTEGER)")
        try database.exec(sql: "INSERT INTO memos VALUES(1, 'again', 4)")
        #expect(try text(4) == "again")
    }

    @Test func `columns that are missing all of a sudden are added`() throws {
        #expect(try text(4) == "text 4")
        try database.exec(sql: "ALTER TABLE memos DROP COLUMN text")
        #expect(try text(4) == nil)
        try database.insert(Memo(id: 30, text: "back"), intoTable: "memos")
        #expect(try text(30) == "back")
    }

    @Test func `indexes that come and go`() throws {
        func starred(_ stars: Double) throws -> [Int] {
            let memos: [Memo] = try database.getObjects(
                fromTable: "memos", where: Memo.Properties.stars >= stars,
                orderBy: [Memo.Properties.id])
            return memos.map(\.id)
        }
        #expect(try starred(4) == [8, 9])
        try database.exec(sql: "CREATE INDEX good ON memos(stars) WHERE stars >= 4")
        #expect(try starred(4) == [8, 9])
        #expect(try starred(3.5) == [7, 8, 9])
        try database.exec(sql: "DROP INDEX good")
        #expect(try starred(3.5) == [7, 8, 9])
    }

    @Test func `the schema is changed by another thread`() throws {
        #expect(try text(4) == "text 4")
        let database = database
        OtherThread.run {
            try? database.drop(table: "memos")
            try? database.exec(sql: "CREATE TABLE memos(text TEXT, stars REAL, id INTEGER)")
            try? database.exec(sql: "INSERT INTO memos VALUES('moved', 0, 4)")
        }
        #expect(try text(4) == "moved")
    }

    @Test func `errors and listeners are told the statement as it was written`() throws {
        try database.exec(sql: "CREATE UNIQUE INDEX one ON memos(text)")
        let heard = Collected<String>()
        database.traceSQL { _, _, _, sql, _ in heard.add(sql) }
        for number in [4, 5] {
            let error = try #require(throws: WCDBError.self) {
                try database.update(
                    table: "memos", on: [Memo.Properties.text], with: ["text 1"],
                    where: Memo.Properties.id == number)
            }
            #expect(error.sql == "UPDATE memos SET text = ?1 WHERE id == \(number)")
            _ = try text(number)
        }
        database.traceSQL(nil)
        let expected = [
            "UPDATE memos SET text = ?1 WHERE id == 4",
            "SELECT id, text, stars FROM memos WHERE id == 4 LIMIT 1",
            "UPDATE memos SET text = ?1 WHERE id == 5",
            "SELECT id, text, stars FROM memos WHERE id == 5 LIMIT 1",
        ]
        #expect(heard.all.filter { expected.contains($0) } == expected)
    }

    /// An object that reads another of its kind while it is read.
    struct Linked: TableCodable {
        static let database = Mutex<Database?>(nil)
        var id: Int
        var next: Int?
        var chain: [Int]

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Linked
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, next
        }

        init(id: Int, next: Int?) { (self.id, self.next, chain) = (id, next, []) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            id = try container.decode(Int.self, forKey: .id)
            var rest: [Int] = []
            let database = Linked.database.withLock { $0 }
            if let wanted = try container.decodeIfPresent(Int.self, forKey: .next),
                let other: Linked = try database?.getObject(
                    fromTable: "links", where: Linked.Properties.id == wanted)
            {
                rest = other.chain
            }
            next = try container.decodeIfPresent(Int.self, forKey: .next)
            chain = [id] + rest
        }
    }

    @Test func `a call within the same call`() throws {
        Linked.database.withLock { $0 = database }
        defer { Linked.database.withLock { $0 = nil } }
        try database.create(table: "links", of: Linked.self)
        try database.insert(
            [Linked(id: 1, next: 2), Linked(id: 2, next: 3), Linked(id: 3, next: nil)],
            intoTable: "links")
        for _ in 1...2 {
            let first: Linked? = try database.getObject(
                fromTable: "links", where: Linked.Properties.id == 1)
            #expect(first?.chain == [1, 2, 3])
            #expect(first?.next == 2)
        }
    }

    @Test func `an object that cannot be written leaves no transaction open`() throws {
        struct Failure: Error {}
        struct Refusing: TableCodable {
            var id = 1
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Refusing
                static let objectRelationalMapping = TableBinding(CodingKeys.self)
                case id
            }
            func encode(to encoder: any Encoder) throws { throw Failure() }
        }
        for _ in 1...2 {
            #expect(throws: Failure.self) {
                try database.insert(Refusing(), on: [Refusing.Properties.id], intoTable: "memos")
            }
        }
        // The log can be emptied only when nobody reads.
        try database.truncateCheckpoint()
        let size = try FileManager.default.attributesOfItem(atPath: database.path + "-wal")[.size]
        #expect((size as? NSNumber)?.intValue == 0)
    }
}
