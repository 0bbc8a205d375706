import Foundation
import Testing
import WCDBSwift

/// Rows are changed and deleted.
@Suite struct `Updating and deleting` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    var table: Table<Memo> { temporary.database.getTable(named: "memos", of: Memo.self) }

    init() throws { try temporary.fillMemos(4) }

    var texts: [String] {
        get throws { try temporary.rows(of: "SELECT id, text, stars FROM memos ORDER BY id") }
    }

    @Test func `with an object`() throws {
        let source = Memo(id: 99, text: "new", stars: 7)
        try database.update(
            table: "memos", on: Memo.Properties.text, Memo.Properties.stars, with: source,
            where: Memo.Properties.id == 2)
        try database.update(
            table: "memos", on: [Memo.Properties.text], with: source,
            where: Memo.Properties.id == 3)
        #expect(try texts == ["1|text 1|0.5", "2|new|7.0", "3|new|1.5", "4|text 4|2.0"])
    }

    @Test func `with values`() throws {
        try database.update(
            table: "memos", on: Memo.Properties.text, Memo.Properties.stars, with: "v", 3.5,
            where: Memo.Properties.id == 1)
        try database.update(
            table: "memos", on: [Memo.Properties.text], with: nil, where: Memo.Properties.id == 2)
        try database.update(
            table: "memos", on: [Memo.Properties.text, Memo.Properties.stars], with: ["a"],
            where: Memo.Properties.id == 4)
        #expect(try texts == ["1|v|3.5", "2|NULL|1.0", "3|NULL|1.5", "4|a|NULL"])
    }

    @Test func `no row is no error`() throws {
        try database.update(
            table: "memos", on: Memo.Properties.text, with: "v", where: Memo.Properties.id == 100)
        try database.delete(fromTable: "memos", where: Memo.Properties.id == 100)
        #expect(try texts.count == 4)
    }

    @Test func `with an order and a limit`() throws {
        try database.update(
            table: "memos", on: Memo.Properties.text, with: "last",
            orderBy: [Memo.Properties.id.order(.descending)], limit: 1)
        #expect(try texts.last == "4|last|2.0")
        try database.delete(
            fromTable: "memos", orderBy: [Memo.Properties.id.order(.ascending)], limit: 2,
            offset: 1)
        #expect(try texts == ["1|text 1|0.5", "4|last|2.0"])
    }

    @Test func `through a table`() throws {
        try table.update(on: Memo.Properties.text, with: "t", where: Memo.Properties.id == 1)
        try table.update(
            on: Memo.Properties.all, with: Memo(id: 40), where: Memo.Properties.id == 4)
        try table.insertOrReplace(Memo(id: 2, text: "r"))
        try table.insertOrIgnore([Memo(id: 2, text: "i")])
        try table.delete(where: Memo.Properties.id == 3)
        #expect(try texts == ["1|t|0.5", "2|r|0.0", "40|NULL|0.0"])
        #expect(try table.getObject(where: Memo.Properties.id == 2)?.text == "r")
        #expect(try table.getObjects(limit: 2).count == 2)
        #expect(try table.getValue(on: Memo.Properties.any.count()).intValue == 3)
        #expect(try table.getColumn(on: Memo.Properties.id).map(\.intValue) == [1, 2, 40])
        #expect(try table.getRows(on: Memo.Properties.id, where: Memo.Properties.id > 1).count == 2)
        #expect(table.rootType == Memo.self)
    }
}
