import Foundation
import Testing
import WCDBSwift

/// Updates, insertions and transactions of tables as the 1.x tutorials spell them.
@Suite struct `Changes of 1.x` {
    struct Shape: ColumnCodableBase {
        static var columnType: ColumnType { .text }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    var table: Table<Memo> { temporary.database.getTable(named: "memos", of: Memo.self) }

    init() throws { try temporary.fillMemos(2) }

    private var texts: [String] {
        get throws { try temporary.rows(of: "SELECT id, text, stars FROM memos ORDER BY id") }
    }

    @Test func `rows of what has a column type`() throws {
        let row: [any ColumnCodableBase] = ["a", 3]
        let gaps: [(any ColumnCodableBase)?] = [nil, 4.5]
        let (text, stars) = (Memo.Properties.text, Memo.Properties.stars)
        let (first, second) = (Memo.Properties.id == 1, Memo.Properties.id == 2)
        try database.update(table: "memos", on: [text, stars], with: row, where: first)
        try database.update(table: "memos", on: text, stars, with: gaps, where: second)
        #expect(try texts == ["1|a|3.0", "2|NULL|4.5"])
        try table.update(on: [text, stars], with: gaps, where: first)
        try table.update(on: text, stars, with: row, where: second)
        #expect(try texts == ["1|NULL|4.5", "2|a|3.0"])
        let update = try table.prepareUpdate(on: text, stars)
        try update.execute(with: row)
        #expect(try texts == ["1|a|3.0", "2|a|3.0"] && update.changes == 2)
    }

    @Test func `what cannot be stored is refused`() throws {
        let row: [any ColumnCodableBase] = ["a", Shape()]
        let error = try #require(throws: WCDBError.self) {
            try table.update(on: Memo.Properties.text, Memo.Properties.stars, with: row)
        }
        #expect(error.code == .Misuse)
        #expect(error.message == "Shape cannot be stored: it is not ColumnEncodable")
        #expect(try texts == ["1|text 1|0.5", "2|text 2|1.0"])
    }

    @Test func `no objects are no insertion, and no ambiguity`() throws {
        try table.insert(on: [Memo.Properties.id])
        try table.insertOrReplace()
        try table.insert(objects: Memo(id: 3), on: [Memo.Properties.id])
        #expect(try texts.count == 3)
    }

    @Test func `a transaction of a table`() throws {
        try table.run(transaction: { try table.insert(objects: Memo(id: 3)) })
        try table.run(transaction: { handle in
            try handle.insert(Memo(id: 4), intoTable: "memos")
        })
        try table.run { handle in try handle.insert(Memo(id: 5), intoTable: "memos") }
        #expect(throws: CancellationError.self) {
            try table.run(transaction: {
                try table.delete()
                throw CancellationError()
            })
        }
        #expect(try texts.count == 5)
    }
}
