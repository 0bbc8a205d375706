import Foundation
import Testing
import WCDBSwift

/// Objects go into tables, all or none.
@Suite struct `Inserting objects` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws {
        try temporary.database.create(table: "notes", of: Note.self)
        try temporary.database.create(table: "memos", of: Memo.self)
    }

    @Test func `one, several, a list`() throws {
        try database.insert(Memo(id: 1, text: "one"), intoTable: "memos")
        try database.insert(Memo(id: 2), Memo(id: 3), intoTable: "memos")
        try database.insert([Memo(id: 4, stars: 2.5)], intoTable: "memos")
        try database.insert([Memo](), intoTable: "no such table")
        #expect(
            try temporary.rows(of: "SELECT * FROM memos ORDER BY id")
                == ["1|one|0.0", "2|NULL|0.0", "3|NULL|0.0", "4|NULL|2.5"])
    }

    @Test func `a conflict undoes the whole list`() throws {
        try database.insert(Memo(id: 2), intoTable: "memos")
        let error = try #require(throws: WCDBError.self) {
            try database.insert([Memo(id: 1), Memo(id: 2), Memo(id: 3)], intoTable: "memos")
        }
        #expect(error.code == .Constraint)
        #expect(error.extendedCode == .ConstraintPrimaryKey)
        #expect(try temporary.rows(of: "SELECT id FROM memos") == ["2"])
        #expect(!database.isInTransaction)
    }

    /// The statement that inserts keeps its cursors from object to object, and what an object does
    /// while it is asked for its values happens in between.
    @Test func `objects may use the database while they are inserted`() throws {
        try database.create(table: "meddlers", of: Meddler.self)
        let database = database
        Meddler.act = { number in
            switch number {
            case 3: try database.insert(Meddler(id: 30), intoTable: "meddlers")
            case 4: try database.exec(StatementSQL("CREATE INDEX more ON meddlers(text)"))
            case 5: #expect(try database.getValue(from: Self.count)?.int32Value == 5)
            case 6: try database.delete(fromTable: "meddlers", where: Meddler.Properties.id == 1)
            default: break
            }
        }
        defer { Meddler.act = { _ in } }
        try database.insert((1...8).map { Meddler(id: $0) }, intoTable: "meddlers")
        #expect(
            try temporary.rows(of: "SELECT id, text FROM meddlers ORDER BY id").joined(
                separator: " ") == "2|2 3|3 4|4 5|5 6|6 7|7 8|8 30|30")
        #expect(try temporary.rows(of: "PRAGMA integrity_check") == ["ok"])
    }

    private static var count: StatementSelect {
        StatementSelect().select(Column.all().count()).from("meddlers")
    }

    @Test func `or replace, or ignore`() throws {
        try database.insert(Memo(id: 1, text: "old"), intoTable: "memos")
        try database.insertOrIgnore(
            Memo(id: 1, text: "new"), Memo(id: 2, text: "two"), intoTable: "memos")
        #expect(try temporary.rows(of: "SELECT text FROM memos ORDER BY id") == ["old", "two"])
        try database.insertOrReplace([Memo(id: 1, text: "new")], intoTable: "memos")
        #expect(try temporary.rows(of: "SELECT text FROM memos ORDER BY id") == ["new", "two"])
    }

    @Test func `columns that are not listed get their default`() throws {
        try database.exec(
            StatementSQL("CREATE TABLE d(id INTEGER, text TEXT DEFAULT 'd', stars REAL)"))
        try database.insert(
            Memo(id: 7, text: "kept out", stars: 1),
            on: [Memo.Properties.stars, Memo.Properties.id], intoTable: "d")
        #expect(try temporary.rows(of: "SELECT * FROM d") == ["7|d|1.0"])
    }

    @Test func `an empty list of columns is refused`() throws {
        let error = try #require(throws: WCDBError.self) {
            try database.insert(Memo(id: 1), on: [], intoTable: "memos")
        }
        #expect(error.code == .Misuse)
    }

    @Test func `a missing table is named`() throws {
        let error = try #require(throws: WCDBError.self) {
            try database.insert(Memo(id: 1), intoTable: "nowhere")
        }
        #expect(error.code == .Error)
        #expect(error.message == "no such table: nowhere")
    }

    @Test func `keys that the database gives out`() throws {
        let first = Note(100, "the key is passed over")
        first.isAutoIncrement = true
        let second = Note(nil, "b")
        second.isAutoIncrement = true
        try database.insert(first, second, intoTable: "notes")
        #expect([first.lastInsertedRowID, second.lastInsertedRowID] == [1, 2])
        let own = Note(50, "its own key")
        try database.insert(own, intoTable: "notes")
        #expect(own.lastInsertedRowID == 0)
        #expect(try temporary.rows(of: "SELECT id FROM notes ORDER BY id") == ["1", "2", "50"])
        try database.delete(fromTable: "notes")
        try database.insert(second, intoTable: "notes")
        #expect(second.lastInsertedRowID == 51)
    }

    @Test func `insertion works before the table was ever created in this process`() throws {
        struct Late: TableCodable {
            var id: Int?
            var isAutoIncrement: Bool { true }
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Late
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindColumnConstraint(id, isPrimary: true, isAutoIncrement: true)
                }
                case id
            }
        }
        try database.exec(
            StatementSQL("CREATE TABLE late(id INTEGER PRIMARY KEY AUTOINCREMENT)"))
        try database.insert(Late(id: 99), Late(id: 99), intoTable: "late")
        #expect(try temporary.rows(of: "SELECT id FROM late") == ["1", "2"])
    }

    @Test func `an error of the object's own encoding comes through`() throws {
        struct Refusing: TableEncodable {
            struct Refused: Error {}
            var id = 0
            func encode(to encoder: any Encoder) throws { throw Refused() }
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Refusing
                static let objectRelationalMapping = TableBinding(CodingKeys.self)
                case id
            }
        }
        #expect(throws: Refusing.Refused.self) {
            try database.insert(Refusing(), Refusing(), intoTable: "memos")
        }
        #expect(!database.isInTransaction)
    }

    @Test func `values with parts are refused with their place`() throws {
        struct Outer: TableCodable {
            struct Inner: Codable { var x = 0 }
            var id = 0
            var inner = Inner()
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Outer
                static let objectRelationalMapping = TableBinding(CodingKeys.self)
                case id, inner
            }
        }
        let refusal = try #require(throws: WCDBError.self) {
            try database.create(table: "outer", of: Outer.self)
        }
        #expect(
            refusal.message == "inner: Inner cannot be stored in a column: "
                + "let it conform to ColumnJSONCodable, or ColumnCodable")
        #expect(try !database.isTableExists("outer"))
        try database.exec(StatementSQL("CREATE TABLE `outer`(id, `inner`)"))
        let error = try #require(throws: WCDBError.self) {
            try database.insert(Outer(), intoTable: "outer")
        }
        #expect(
            error.message
                == "A column has no parts: make the type ColumnJSONCodable. "
                + "(table outer, column inner, row 1)")
    }
}

/// A model that does something else while it is asked for its values. Only one test uses it.
private struct Meddler: TableCodable {
    nonisolated(unsafe) static var act: (Int) throws -> Void = { _ in }

    var id = 0
    var text = ""

    init(id: Int) { self.id = id }

    enum CodingKeys: String, CodingTableKey {
        typealias Root = Meddler
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, text
    }

    func encode(to encoder: any Encoder) throws {
        try Meddler.act(id)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode("\(id)", forKey: .text)
    }
}
