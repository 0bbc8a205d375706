import Foundation
import Testing
import WCDBSwift

/// Swift takes "é" in one piece and "é" in two for the same text. To SQL, and to the file systems
/// that keep bytes, they are two names.
@Suite struct `Names that only look alike` {
    private static let composed = "\u{e9}"
    private static let decomposed = "e\u{301}"

    private let temporary = TemporaryDatabase()
    private var database: Database { temporary.database }

    private func create(_ table: String) -> StatementCreateTable {
        StatementCreateTable().create(table: table)
            .with(columns: ColumnDef(with: Column(named: "a"), and: .text))
    }

    private func insert(_ text: String, into table: String) -> StatementInsert {
        StatementInsert().insert(intoTable: table).values(text)
    }

    private func texts(of table: String) throws -> [String] {
        try database.getColumn(on: Column(named: "a"), fromTable: table).map(\.stringValue)
    }

    @Test func `two tables keep their rows apart`() throws {
        #expect(Self.composed == Self.decomposed)
        for table in [Self.composed, Self.decomposed] {
            try database.exec(create(table))
            try database.exec(insert("first", into: table))
        }
        try database.exec(insert("c", into: Self.composed))
        try database.exec(insert("d", into: Self.decomposed))
        #expect(try texts(of: Self.composed) == ["first", "c"])
        #expect(try texts(of: Self.decomposed) == ["first", "d"])
        database.close()
        #expect(try texts(of: Self.composed) == ["first", "c"])
        #expect(try texts(of: Self.decomposed) == ["first", "d"])
        try database.drop(table: Self.decomposed)
        #expect(try texts(of: Self.composed) == ["first", "c"])
    }

    /// The calls for objects keep statements by the names of tables.
    @Test func `objects go to their own table`() throws {
        try database.create(table: Self.composed, of: Memo.self)
        try database.create(table: Self.decomposed, of: Memo.self)
        let handle = try database.getHandle()
        try handle.insert(Memo(id: 1), intoTable: Self.composed)
        try handle.insert(Memo(id: 2), intoTable: Self.decomposed)
        let first: [Memo] = try handle.getObjects(fromTable: Self.composed)
        let second: [Memo] = try handle.getObjects(fromTable: Self.decomposed)
        #expect(first.map(\.id) == [1])
        #expect(second.map(\.id) == [2])
    }

    /// As many bytes, in another order.
    @Test func `two columns with the marks of a letter in another order`() throws {
        let above = "q\u{307}\u{323}"
        let below = "q\u{323}\u{307}"
        #expect(above == below)
        try database.exec(
            StatementCreateTable().create(table: "t").with(
                columns: ColumnDef(with: Column(named: above), and: .text),
                ColumnDef(with: Column(named: below), and: .text)))
        try database.exec(StatementInsert().insert(intoTable: "t").values("above", "below"))
        let row = try database.getRow(
            on: Column(named: below), Column(named: above), fromTable: "t")
        #expect(row.map(\.stringValue) == ["below", "above"])
        let handle = try database.getHandle()
        try handle.prepare(StatementSelect().select(Column.all()).from("t"))
        #expect(handle.index(byName: below) == 1)
        handle.finalize()
    }

    @Test func `two parameters`() throws {
        let handle = try database.getHandle()
        try handle.prepare(
            StatementSelect().select(
                BindParameter(Self.composed), BindParameter(Self.decomposed)))
        #expect(handle.indexOf(bindParameter: ":" + Self.composed) == 1)
        #expect(handle.indexOf(bindParameter: ":" + Self.decomposed) == 2)
        handle.finalize()
    }

    #if os(Linux)
        @Test func `two files`() throws {
            let directory = temporary.directory
            let first = Database(at: directory.path + "/p" + Self.composed)
            let second = Database(at: directory.path + "/p" + Self.decomposed)
            try first.exec(create("t"))
            try second.exec(create("t"))
            try first.exec(insert("first", into: "t"))
            #expect(try second.getRows(fromTable: "t").isEmpty)
            first.tag = 1
            second.tag = 2
            #expect(first.tag == 1)
            first.close()
            second.close()
        }
    #endif
}
