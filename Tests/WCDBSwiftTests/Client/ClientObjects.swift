import Foundation
import Testing
import WCDBSwift

// Programs that write and read objects, as clients write them.

/// A base class whose properties are columns of its subclass's table. Where the main actor is the
/// default isolation, such classes say `nonisolated`.
nonisolated class ClientAnimal: Codable {
    var name = ""

    private enum BaseKeys: String, CodingKey { case name }

    init() {}

    required init(from decoder: any Decoder) throws {
        name = try decoder.container(keyedBy: BaseKeys.self).decode(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: BaseKeys.self)
        try container.encode(name, forKey: .name)
    }
}

nonisolated final class ClientDog: ClientAnimal, TableCodable {
    var id = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = ClientDog
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(id, isPrimary: true)
        }
        case id, name
    }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
    }
}

@Suite struct `Client programs with objects` {
    private let path = FileManager.default.temporaryDirectory
        .appendingPathComponent("wcdb-client-\(UUID().uuidString)/test.db").path

    /// Runs a program on a database of its own.
    private func withDatabase(_ program: (Database) throws -> Void) throws {
        let database = Database(at: path)
        defer {
            database.close()
            try? FileManager.default.removeItem(
                at: URL(fileURLWithPath: path).deletingLastPathComponent())
        }
        try program(database)
    }

    @Test func `classes with keys that the database gives out`() throws {
        try withDatabase { database in
            try database.create(table: "notes", of: ClientNote.self)
            let note = ClientNote()
            note.text = "first"
            note.isAutoIncrement = true
            try database.insert(note, intoTable: "notes")
            #expect(note.lastInsertedRowID == 1)
            let objects: [ClientNote] = try database.getObjects(
                on: ClientNote.Properties.all, fromTable: "notes",
                where: ClientNote.Properties.identifier == 1)
            #expect(objects.first?.text == "first")
            note.text = "second"
            try database.update(
                table: "notes", on: ClientNote.Properties.text, with: note,
                where: ClientNote.Properties.text == "first")
            let text = try database.getValue(on: ClientNote.Properties.text, fromTable: "notes")
            #expect(text.stringValue == "second")
            try database.delete(fromTable: "notes")
            let count = try database.getValue(
                on: ClientNote.Properties.any.count(), fromTable: "notes")
            #expect(count.int32Value == 0)
        }
    }

    @Test func `structures, enumerations, generics and subclasses`() throws {
        try withDatabase { database in
            try database.create(table: "points", of: ClientPoint.self)
            let points = database.getTable(named: "points", of: ClientPoint.self)
            try points.insertOrReplace(
                ClientPoint(x: 1, y: 2, label: "a"), ClientPoint(x: 1, y: 2, label: "b"))
            #expect(try points.getObjects().map(\.label) == ["b"])

            try database.create(table: "choices", of: ClientChoice.self)
            try database.insert(ClientChoice.number(7), intoTable: "choices")
            let choice: ClientChoice? = try database.getObject(fromTable: "choices")
            if case .number(let number)? = choice { #expect(number == 7) } else { Issue.record() }

            try database.create(table: "boxes", of: ClientBox<String>.self)
            var box = ClientBox(content: "c")
            box.mood = .happy
            box.size.width = 2
            try database.insert(box, intoTable: "boxes")
            let boxes: [ClientBox<String>] = try database.getObjects(
                fromTable: "boxes", where: ClientBox<String>.Properties.mood == ClientMood.happy)
            #expect(boxes.map(\.content) == ["c"] && boxes.first?.size.width == 2)

            try database.create(table: "dogs", of: ClientDog.self)
            let dog = ClientDog()
            dog.id = 3
            dog.name = "Rex"
            try database.insert(dog, intoTable: "dogs")
            let found: ClientDog? = try database.getObject(fromTable: "dogs")
            #expect(found?.id == 3 && found?.name == "Rex")
        }
    }

    @Test func `transactions and chain calls`() throws {
        try withDatabase { database in
            try database.create(table: "bases", of: ClientBase.self)
            try database.run(transaction: { handle in
                for id in 1...3 {
                    let base = ClientBase()
                    base.id = id
                    try handle.insert(base, intoTable: "bases")
                }
            })
            let select = try database.prepareSelect(of: ClientBase.self, fromTable: "bases")
                .where(ClientBase.Properties.id > 1)
                .order(by: ClientBase.Properties.id.order(.descending))
            var ids: [Int] = []
            while let base: ClientBase = try select.nextObject() { ids.append(base.id) }
            #expect(ids == [3, 2])
            let update = try database.prepareUpdate(table: "bases", on: ClientBase.Properties.name)
                .where(ClientBase.Properties.id < 3)
            try update.execute(with: ["new"])
            #expect(update.changes == 2)
            let rows = try database.prepareRowSelect(
                on: ClientBase.Properties.name, ClientBase.Properties.any.count(),
                fromTable: "bases"
            ).group(by: ClientBase.Properties.name).allRows()
            #expect(rows.count == 2 && rows[row: 1, column: 1].intValue == 2)
            let deletion = try database.prepareDelete(fromTable: "bases")
                .where(ClientBase.Properties.id == 1)
            try deletion.execute()
            #expect(deletion.changes == 1)
        }
    }

    /// Without a form for plain numbers this did not compile where the index is computed.
    @Test func `numbers are bound by computed indexes`() throws {
        try withDatabase { database in
            let handle = try database.getHandle()
            try handle.prepare(
                StatementSelect().select(
                    BindParameter.colon(named: "a"), BindParameter.colon(named: "b"),
                    BindParameter.colon(named: "c")))
            let interface: any StatementInterface = handle
            let last = 3
            handle.bind(19, toIndex: handle.indexOf(bindParameter: ":a"))
            interface.bind(-1, toIndex: last - 1)
            handle.bind(nil, toIndex: last)
            #expect(try handle.step())
            #expect(handle.oneRowValue().map(\.intValue) == [19, -1, 0])
            #expect(handle.columnType(atIndex: 2) == .null)
            handle.finalize()
        }
    }

    @Test func `the 1_x spellings`() throws {
        try withDatabase { database in
            try database.create(table: "old", of: ClientOld.self)
            let table = database.getTable(named: "old", of: ClientOld.self)
            let old = ClientOld()
            old.identifier = 1
            old.part = 5
            try database.insert(objects: old, intoTable: "old")
            try database.insertOrReplace(objects: [old], intoTable: "old")
            try table.insertOrReplace(objects: old)
            try database.insertOrIgnore(objects: old, intoTable: "old")
            try database.insertOrIgnore(objects: [old, old], intoTable: "old")
            try table.insertOrIgnore(objects: [old])
            try table.insertOrIgnore(objects: old, old)
            #expect(throws: WCDBError.self) { try table.insert(objects: [old]) }
            let rows: FundamentalRowXColumn = try database.getRows(
                on: ClientOld.Properties.part, fromTable: "old")
            #expect(rows[row: 0, column: 0].int32Value == 5)
            let row: [any ColumnEncodableBase] = [6]
            try database.update(table: "old", on: ClientOld.Properties.part, with: row)
            let select = try database.prepareMultiSelect(
                on: ClientOld.Properties.part.in(table: "old"), fromTables: ["old"],
                where: ClientOld.Properties.part.in(table: "old") == 6)
            let objects = try select.nextMultiObject()
            #expect((objects?["old"] as? ClientOld)?.part == 6)
            #expect(select.path == database.path && table.tag == nil)
        }
    }

    @Test func `the 1_x changes of tables`() throws {
        try withDatabase { database in
            try database.create(table: "old", of: ClientOld.self)
            let table = database.getTable(named: "old", of: ClientOld.self)
            let old = ClientOld()
            old.part = 5
            try table.run(transaction: { try table.insert(objects: old) })
            try table.run(transaction: { handle in
                let kept: [any ColumnCodableBase] = [6]
                try handle.update(table: "old", on: [ClientOld.Properties.part], with: kept)
                try handle.update(table: "old", on: ClientOld.Properties.part, with: kept)
                try table.update(on: [ClientOld.Properties.part], with: kept)
                try table.update(on: ClientOld.Properties.part, with: kept)
                try table.prepareUpdate(on: ClientOld.Properties.part).execute(with: kept)
            })
            #expect(try table.getValue(on: ClientOld.Properties.part).intValue == 6)
        }
    }
}
