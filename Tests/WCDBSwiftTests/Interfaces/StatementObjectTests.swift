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

    @Test func `one property for several parameters`() throws {
        let handle = try database.getHandle()
        let select = StatementSelect()
            .select(BindParameter(1), BindParameter(2), BindParameter(3))
        try handle.prepare(select)
        let memo = Memo(id: 7, text: "seven")
        let pairs: [(any PropertyConvertible, toIndex: Int)] = [
            (Memo.Properties.id, toIndex: 1), (Memo.Properties.text, toIndex: 2),
            (Memo.Properties.id, toIndex: 3),
        ]
        try handle.bind(pairs, of: memo)
        #expect(try handle.step())
        #expect(handle.oneRowValue().map(\.stringValue) == ["7", "seven", "7"])
        handle.finalize()
        // The same in an update: the last assignment counts, and must not be NULL.
        try database.update(
            table: "memos", on: [Memo.Properties.text, Memo.Properties.text], with: memo,
            where: Memo.Properties.id == 2)
        #expect(try temporary.rows(of: "SELECT text FROM memos WHERE id = 2") == ["seven"])
    }

    struct Wide: TableCodable {
        var a = 0
        var b: Int?
        var c: Int?
        enum CodingKeys: String, CodingTableKey {
            typealias Root = Wide
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case a, b, c
        }
    }

    @Test func `columns that another connection drops before the first row`() throws {
        try database.create(table: "wide", of: Wide.self)
        for number in 1...3 {
            try database.insert(Wide(a: number, b: number, c: number), intoTable: "wide")
        }
        let handle = try database.getHandle()
        try handle.prepare(StatementSelect().select(Column.all()).from("wide"))
        let isDropped = DispatchSemaphore(value: 0)
        let thread = Thread { [database] in
            try? database.exec(sql: "ALTER TABLE wide DROP COLUMN c")
            isDropped.signal()
        }
        thread.start()
        try #require(isDropped.wait(timeout: .now() + 300) == .success)
        let objects: [Wide] = try handle.extractAllObjects()
        #expect(objects.map(\.b) == [1, 2, 3])
        #expect(objects.allSatisfy { $0.c == nil })
        handle.finalize()
    }
}
