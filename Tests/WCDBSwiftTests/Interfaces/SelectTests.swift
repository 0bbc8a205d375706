import Foundation
import Testing
import WCDBSwift

/// Objects and values come out of tables.
@Suite struct `Reading objects and values` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    init() throws { try temporary.fillMemos(9) }

    @Test func `objects by condition, order, limit and offset`() throws {
        let all: [Memo] = try database.getObjects(fromTable: "memos")
        #expect(all.count == 9)
        #expect(all[1] == Memo(id: 2, text: "text 2", stars: 1))
        let some: [Memo] = try database.getObjects(
            fromTable: "memos", where: Memo.Properties.id > 3,
            orderBy: [Memo.Properties.id.order(.descending)], limit: 2, offset: 1)
        #expect(some.map(\.id) == [8, 7])
        let offsetAlone: [Memo] = try database.getObjects(fromTable: "memos", offset: 5)
        #expect(offsetAlone.count == 9)
    }

    @Test func `one object, or none`() throws {
        let one: Memo? = try database.getObject(
            fromTable: "memos", where: Memo.Properties.id == 4)
        #expect(one == Memo(id: 4, text: "text 4", stars: 2))
        let second: Memo? = try database.getObject(
            on: Memo.Properties.all, fromTable: "memos", orderBy: [Memo.Properties.id], offset: 1)
        #expect(second?.id == 2)
        let none: Memo? = try database.getObject(
            fromTable: "memos", where: Memo.Properties.id == 40)
        #expect(none == nil)
    }

    @Test func `what is not read must be optional`() throws {
        let part: [Memo] = try database.getObjects(
            on: Memo.Properties.id, Memo.Properties.stars, fromTable: "memos", limit: 2)
        #expect(part == [Memo(id: 1, stars: 0.5), Memo(id: 2, stars: 1)])
    }

    @Test func `a property that is neither read nor optional is named`() throws {
        let error = try #require(throws: WCDBError.self) {
            let _: [Memo] = try database.getObjects(on: Memo.Properties.id, fromTable: "memos")
        }
        #expect(error.code == .Misuse)
        #expect(
            error.message
                == "If [stars] would not be decoded, please make it optional. Expected Double. "
                + "(table memos, column stars, row 1)")
    }

    @Test func `columns in another order`() throws {
        let memos: [Memo] = try database.getObjects(
            on: Memo.Properties.stars, Memo.Properties.text, Memo.Properties.id,
            fromTable: "memos", where: Memo.Properties.id == 2)
        #expect(memos == [Memo(id: 2, text: "text 2", stars: 1)])
    }

    @Test func `the results of expressions are read into properties`() throws {
        let memos: [Memo] = try database.getObjects(
            on: Memo.Properties.id.max().as(Memo.Properties.id),
            Memo.Properties.stars.sum().as(Memo.Properties.stars), fromTable: "memos")
        #expect(memos == [Memo(id: 9, text: nil, stars: 22.5)])
    }

    @Test func `an empty list of properties is refused`() throws {
        #expect(throws: WCDBError.self) {
            let _: [Memo] = try database.getObjects(on: [], fromTable: "memos")
        }
        let table = database.getTable(named: "memos", of: Memo.self)
        #expect(try table.getObjects(on: []).count == 9)
    }

    @Test func `rows and columns and values`() throws {
        let rows = try database.getRows(
            on: Memo.Properties.id, Memo.Properties.text, fromTable: "memos",
            orderBy: [Memo.Properties.id], limit: 3)
        #expect(rows.count == 3)
        #expect(rows[row: 1, column: 1].stringValue == "text 2")
        #expect(rows[2][1].type == .null)
        #expect(try database.getRows(fromTable: "memos")[0].count == 3)
        let row = try database.getRow(
            on: [Memo.Properties.id, Memo.Properties.stars], fromTable: "memos",
            orderBy: [Memo.Properties.id], offset: 4)
        #expect(row.map(\.stringValue) == ["5", "2.5"])
        let none = try database.getRow(fromTable: "memos", where: Memo.Properties.id == 40)
        #expect(none.isEmpty)
        let column = try database.getColumn(
            on: Memo.Properties.id, fromTable: "memos", where: Memo.Properties.text.isNull())
        #expect(column.map(\.intValue) == [3, 6, 9])
        let count = try database.getValue(on: Memo.Properties.any.count(), fromTable: "memos")
        #expect(count.intValue == 9)
        let missing = try database.getValue(
            on: Memo.Properties.id, fromTable: "memos", where: Memo.Properties.id > 100)
        #expect(missing.type == .null)
    }

    @Test func `different values, with every filter`() throws {
        let isEven = Memo.Properties.id % 2
        let both = try database.getDistinctColumn(
            on: isEven, fromTable: "memos", orderBy: [isEven.order(.ascending)])
        #expect(both.map(\.intValue) == [0, 1])
        let one = try database.getDistinctValue(
            on: Memo.Properties.id, fromTable: "memos", where: Memo.Properties.id > 7,
            orderBy: [Memo.Properties.id.order(.descending)])
        #expect(one.intValue == 9)
    }

    @Test func `through a handle, in a transaction`() throws {
        try database.run(transaction: { handle in
            try handle.delete(fromTable: "memos", where: Memo.Properties.id > 1)
            let left: [Memo] = try handle.getObjects(fromTable: "memos")
            #expect(left.map(\.id) == [1])
            handle.finalizeAllStatement()
        })
    }
}
