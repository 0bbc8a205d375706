import Foundation
import Testing
import WCDBSwift

/// Calls that are put together step by step.
@Suite struct `Chain calls` {
    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }
    var table: Table<Memo> { temporary.database.getTable(named: "memos", of: Memo.self) }

    init() throws { try temporary.fillMemos(6) }

    @Test func `an insertion runs again and again`() throws {
        let insert = try database.prepareInsert(of: Memo.self, intoTable: "memos")
        try insert.execute(with: Memo(id: 10), Memo(id: 11))
        try insert.execute(with: [Memo(id: 12)])
        #expect(
            insert.statement.description
                == "INSERT INTO memos(id, text, stars) VALUES(?1, ?2, ?3)")
        let ignoring = try table.prepareInsertOrIgnore(on: Memo.Properties.id)
        try ignoring.execute(with: Memo(id: 12), Memo(id: 13))
        let replacing = try table.prepareInsertOrReplace(on: [Memo.Properties.id])
        try replacing.execute(with: Memo(id: 1, text: "kept out"))
        #expect(
            replacing.statement.description == "INSERT OR REPLACE INTO memos(id) VALUES(?1)")
        let open = try database.prepareInsert(on: nil, intoTable: "memos")
        try open.execute(with: Memo(id: 14))
        #expect(
            try temporary.rows(of: "SELECT id FROM memos WHERE text IS NULL AND id <> 3")
                == ["1", "6", "10", "11", "12", "13", "14"])
    }

    @Test func `what is added to the statement of an insertion is kept`() throws {
        for isNamed in [true, false] {
            let insert =
                isNamed
                ? try database.prepareInsert(of: Memo.self, intoTable: "memos")
                : try database.prepareInsert(on: nil, intoTable: "memos")
            _ = insert.statement.upsert(
                Upsert().onConflict().indexed(by: Memo.Properties.id).doUpdate()
                    .set(Memo.Properties.text).to("again"))
            try insert.execute(with: Memo(id: 2, text: "new"), Memo(id: isNamed ? 20 : 21))
            try insert.execute(with: [Memo(id: 3, text: "new")])
            #expect(
                insert.statement.description
                    == "INSERT INTO memos(id, text, stars) VALUES(?1, ?2, ?3) "
                    + "ON CONFLICT(id) DO UPDATE SET text = 'again'")
        }
        #expect(
            try temporary.rows(of: "SELECT id FROM memos WHERE text = 'again' OR id > 6")
                == ["2", "3", "20", "21"])
    }

    @Test func `an update tells how many rows it changed`() throws {
        let update = try database.prepareUpdate(table: "memos", on: Memo.Properties.stars)
            .where(Memo.Properties.id > 2).order(by: Memo.Properties.id).limit(3, offset: 1)
        #expect(update.changes == nil)
        try update.execute(with: [9.5])
        #expect(update.changes == 3)
        update.changes = nil
        #expect(update.changes == nil)
        #expect(
            update.statement.description
                == "UPDATE memos SET stars = ?1 WHERE id > 2 ORDER BY id LIMIT 3 OFFSET 1")
        #expect(
            try temporary.rows(of: "SELECT id FROM memos WHERE stars = 9.5") == ["4", "5", "6"])
        let other = try table.prepareUpdate(on: [Memo.Properties.text]).limit(from: 1, to: 1)
        try other.execute(with: Memo(text: "second"))
        #expect(other.changes == 1)
        #expect(try temporary.rows(of: "SELECT id FROM memos WHERE text = 'second'") == ["2"])
    }

    @Test func `a deletion tells how many rows it deleted`() throws {
        let deletion = try database.prepareDelete(fromTable: "memos")
            .where(Memo.Properties.id > 1).order(by: [Memo.Properties.id]).limit(2)
        try deletion.execute()
        #expect(deletion.changes == 2)
        deletion.changes = nil
        #expect(deletion.changes == nil)
        let rest = try table.prepareDelete().where(Memo.Properties.id == 4)
        try rest.execute()
        try rest.execute()
        #expect(rest.changes == 0)
        #expect(try temporary.rows(of: "SELECT id FROM memos") == ["1", "5", "6"])
    }

    @Test func `objects one by one, and all that are left`() throws {
        let select = try database.prepareSelect(of: Memo.self, fromTable: "memos")
            .where(Memo.Properties.id < 5).order(by: Memo.Properties.id.order(.descending))
        let first: Memo? = try select.nextObject()
        #expect(first?.id == 4)
        let rest: [Memo] = try select.allObjects()
        #expect(rest.map(\.id) == [3, 2, 1])
        // After the end it begins again.
        #expect(try (select.nextObject() as Any? as? Memo)?.id == 4)
    }

    @Test func `objects without saying their type`() throws {
        let select = try table.prepareSelect(on: Memo.Properties.all).limit(2)
        let objects: [Any] = try select.allObjects()
        #expect(objects.compactMap { ($0 as? Memo)?.id } == [1, 2])
        let column = Column(named: "id").as(Property(named: "id", with: nil))
        let nobody = try database.prepareSelect(on: column, fromTable: "memos")
        #expect(throws: WCDBError.self) { let _: Any? = try nobody.nextObject() }
    }

    @Test func `two selects of one text do not share a cursor`() throws {
        func next(_ select: Select) throws -> Int? {
            let memo: Memo? = try select.nextObject()
            return memo?.id
        }
        let handle = try database.getHandle()
        let a = try handle.prepareSelect(of: Memo.self, fromTable: "memos")
        let b = try handle.prepareSelect(of: Memo.self, fromTable: "memos")
        #expect(try next(a) == 1)
        #expect(try next(a) == 2)
        #expect(try next(b) == 1)
        #expect(try next(a) == 3)
        let other: Memo? = try handle.getObject(
            fromTable: "memos", where: Memo.Properties.id == 6)
        #expect(other?.id == 6)
        #expect(try next(b) == 2)
    }

    @Test func `rows and values`() throws {
        let select = try database.prepareRowSelect(
            on: Memo.Properties.text.isNull(), Memo.Properties.any.count(), fromTable: "memos"
        )
        .group(by: Memo.Properties.text.isNull()).having(Memo.Properties.any.count() > 3)
        #expect(try select.allRows().map { $0.map(\.intValue) } == [[0, 4]])
        let values = try table.prepareRowSelect(on: Memo.Properties.id, isDistinct: true)
            .order(by: Memo.Properties.id)
        #expect(try values.nextValue()?.intValue == 1)
        #expect(try values.nextRow()?.first?.intValue == 2)
        #expect(try values.allValues().map(\.intValue) == [3, 4, 5, 6])
        let pairs = try database.prepareRowSelect(
            on: [Column(named: "id").in(table: "a").count()],
            fromTables: ["memos AS a", "memos"])
        #expect(throws: WCDBError.self) { try pairs.next() }
    }
}
