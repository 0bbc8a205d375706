import Foundation
import Testing
import WCDBSwift

/// Tables are made what their types say.
@Suite struct `Tables of types` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    struct Wide: TableCodable {
        var id = 0
        var text: String?
        var number: Int?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Wide
            static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                BindColumnConstraint(id, isPrimary: true)
                BindColumnConstraint(number, isNotNull: true, defaultTo: 7)
                BindIndex(number, namedWith: "_number")
            }
            case id, text, number
        }
    }

    private func schema() -> [String] {
        let rows = try? temporary.rows(
            of: "SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name")
        return rows ?? ["unreadable"]
    }

    @Test func `are created with their indexes`() throws {
        #expect(try !database.isTableExists("wide"))
        try database.create(table: "wide", of: Wide.self)
        #expect(try database.isTableExists("wide"))
        #expect(
            schema() == [
                "CREATE TABLE wide(id INTEGER PRIMARY KEY, text TEXT, "
                    + "number INTEGER NOT NULL DEFAULT 7)",
                "CREATE INDEX wide_number ON wide(number)",
            ])
        try database.create(table: "wide", of: Wide.self)
        #expect(schema().count == 2)
    }

    @Test func `get the columns and indexes that are missing`() throws {
        try database.exec(StatementSQL("CREATE TABLE wide(ID INTEGER PRIMARY KEY, other TEXT)"))
        try database.exec(StatementSQL("INSERT INTO wide VALUES (1, 'kept')"))
        let notices = Notices(database)
        try database.create(table: "wide", of: Wide.self)
        #expect(
            try temporary.rows(of: "SELECT * FROM wide") == ["1|kept|NULL|7"])
        #expect(schema().last == "CREATE INDEX wide_number ON wide(number)")
        #expect(notices.all.contains("Skip column: wide.other"))
    }

    @Test func `a table that cannot be changed so is left alone`() throws {
        struct Unique: TableCodable {
            var a: Int?
            var b: Int?
            var c: Int?
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Unique
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindColumnConstraint(c, isUnique: true)
                }
                case a, b, c
            }
        }
        try database.exec(StatementSQL("CREATE TABLE u(a INTEGER)"))
        #expect(throws: WCDBError.self) { try database.create(table: "u", of: Unique.self) }
        #expect(schema() == ["CREATE TABLE u(a INTEGER)"])
        #expect(!database.isInTransaction)
    }

    @Test func `keys of a table that is there begin to count on`() throws {
        struct Counting: TableCodable {
            var id: Int?
            var isAutoIncrement: Bool { true }
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Counting
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindColumnConstraint(
                        id, isPrimary: true, isAutoIncrement: true,
                        enableAutoIncrementForExistingTable: true)
                }
                case id
            }
        }
        try database.exec(StatementSQL("CREATE TABLE c(id INTEGER PRIMARY KEY)"))
        try database.exec(StatementSQL("INSERT INTO c VALUES (5), (9)"))
        try database.create(table: "c", of: Counting.self)
        #expect(schema() == ["CREATE TABLE c(id INTEGER PRIMARY KEY AUTOINCREMENT)"])
        try database.delete(fromTable: "c", where: Counting.Properties.id == 9)
        try database.insert(Counting(), intoTable: "c")
        #expect(try temporary.rows(of: "SELECT id FROM c") == ["5", "10"])
        try database.create(table: "c", of: Counting.self)
        try database.exec(StatementSQL("CREATE TABLE wrong(id TEXT PRIMARY KEY)"))
        #expect(throws: WCDBError.self) {
            try database.create(table: "wrong", of: Counting.self)
        }
    }

    @Test func `by columns, and their indexes`() throws {
        let a = ColumnDef(with: Column(named: "a"), and: .integer64).makePrimary()
        let b = ColumnDef(with: Column(named: "b"), and: .text)
        try database.create(
            table: "plain", with: a, b,
            and: [TableConstraint().unique().indexed(by: Column(named: "b"))])
        try database.create(table: "plain", with: [a])
        try database.addColumn(
            with: ColumnDef(with: Column(named: "c"), and: .float), forTable: "plain")
        try database.create(index: "plain_c", with: Column(named: "c"), forTable: "plain")
        #expect(
            schema() == [
                "CREATE TABLE plain(a INTEGER PRIMARY KEY, b TEXT, c REAL, UNIQUE(b))",
                "CREATE INDEX plain_c ON plain(c)",
            ])
        try database.drop(index: "plain_c")
        try database.drop(index: "plain_c")
        try database.drop(table: "plain")
        try database.drop(table: "plain")
        #expect(schema().isEmpty)
        try database.exec(
            StatementCreateTable().create(table: "s").of(schema: "main").ifNotExists()
                .with(columns: a))
        try database.exec(
            StatementCreateView().create(view: "v").ifNotExists().as(
                StatementSelect().select(Column(named: "a")).from("s")))
        #expect(
            schema() == [
                "CREATE TABLE s(a INTEGER PRIMARY KEY)", "CREATE VIEW v AS SELECT a FROM s",
            ])
    }

    @Test func `their names may be quoted`() throws {
        try database.create(table: "'my notes'", of: Note.self)
        #expect(try database.isTableExists("'my notes'"))
        try database.insert(Note(1, "a"), intoTable: "'my notes'")
        let notes: [Note] = try database.getObjects(fromTable: "'my notes'")
        #expect(notes.map(\.text) == ["a"])
        #expect(schema().last?.hasPrefix("CREATE INDEX 'my notes_text'") == true)
    }

    @Test func `the master table is a table like others`() throws {
        try database.create(table: "notes", of: Note.self)
        let objects: [Master] = try database.getObjects(
            on: Master.Properties.all, fromTable: Master.builtinTableName,
            where: Master.Properties.tableName == "notes")
        #expect(objects.map(\.name) == ["notes", "notes_text"])
        #expect(objects.map(\.type) == ["table", "index"])
    }

    @Test func `a virtual table whose module is missing says so`() throws {
        struct Search: TableCodable {
            var text: String?
            enum CodingKeys: String, CodingTableKey {
                typealias Root = Search
                static let objectRelationalMapping = TableBinding(CodingKeys.self) {
                    BindVirtualTable(withModule: "nothing_like_it")
                }
                case text
            }
        }
        let error = try #require(throws: WCDBError.self) {
            try database.create(virtualTable: "search", of: Search.self)
        }
        #expect(error.code == .Error)
        #expect(error.sql?.contains("USING nothing_like_it(text TEXT)") == true)
    }

    struct Accented: TableCodable {
        var id = 0
        var size: Int?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Accented
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id = "ID"
            case size = "\u{C9}"
        }
    }

    @Test func `columns are the same as the engine sees it`() throws {
        // ASCII has two cases of a letter; é is another column than É.
        try database.exec(StatementSQL("CREATE TABLE accented(id, `\u{E9}`)"))
        try database.create(table: "accented", of: Accented.self)
        let pragma = StatementPragma().pragma(.tableInfo).with("accented")
        let columns = try database.getRows(from: pragma).map { $0[1].stringValue }
        #expect(columns == ["id", "\u{E9}", "\u{C9}"])
        try database.insert(Accented(id: 1, size: 2), intoTable: "accented")
    }
}
