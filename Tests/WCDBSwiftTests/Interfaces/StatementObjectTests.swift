import Foundation
import Testing
import WCDBSwift

/// Objects in the place of parameters and rows of statements that are built by hand.
@Suite struct `Objects of statements` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(3) }

    @Test func `are bound and read`() throws {
        let handle = try database.getHandle()
        let insert = StatementInsert().insert(intoTable: "memos").columns(Memo.Properties.all)
            .values(BindParameter.bindParameters(3))
        let statement = try handle.getOrCreatePreparedStatement(with: insert)
        for id in 10...12 {
            statement.reset()
            try statement.bind(Memo.Properties.all, of: Memo(id: id, text: "bound", stars: 1))
            try statement.step()
        }
        try handle.prepare(
            StatementSelect().select(Memo.Properties.id, Memo.Properties.stars).from("memos")
                .where(Memo.Properties.text == "bound"))
        #expect(try handle.step())
        let properties: [any PropertyConvertible] = [Memo.Properties.id, Memo.Properties.stars]
        let first = try handle.extractObject(on: properties, of: Memo.self)
        #expect(first == Memo(id: 10, stars: 1))
        let rest: [Memo] = try handle.extractAllObjects(on: properties)
        #expect(rest.map(\.id) == [11, 12])
        #expect(throws: WCDBError.self) {
            let _: Memo = try handle.extractObject(on: properties)
        }
        handle.finalize()
    }

    @Test func `single properties`() throws {
        let handle = try database.getHandle()
        try handle.prepare(
            StatementUpdate().update(table: "memos").set(Memo.Properties.text).to(BindParameter(2))
                .where(Memo.Properties.id == BindParameter(1)))
        let memo = Memo(id: 2, text: "two")
        try handle.bind(Memo.Properties.id, of: memo)
        try handle.bind([(Memo.Properties.text, toIndex: 2)], of: memo)
        try handle.step()
        handle.finalize()
        #expect(try temporary.rows(of: "SELECT text FROM memos WHERE id = 2") == ["two"])
    }
}
