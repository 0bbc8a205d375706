import Foundation
import Testing
import WCDBSwift

// Programs that build on the interfaces: types of their own, generic code, lists in variables.

/// A store of the program's own: what gives out handles has all the calls of a database.
nonisolated final class ClientStore: HandleRepresentable, InsertInterface, UpdateInterface,
    DeleteInterface, RowSelectInterface, SelectInterface, StatementSelectInterface, TableInterface,
    TransactionInterface, InsertChainCallInterface, DeleteChainCallInterface,
    UpdateChainCallInterface, RowSelectChainCallInterface, SelectChainCallInterface,
    MultiSelectChainCallInterface
{
    private let database = Database.createInMemoryDatabase()

    func getHandle(writeHint: Bool) throws -> Handle {
        try database.getHandle(writeHint: writeHint)
    }

    func getDatabase() -> Database { database }
}

/// Its keys have the names of functions that keys have: the words mean the cases.
struct ClientEvent: TableCodable, Equatable {
    var date = Date(timeIntervalSince1970: 0)
    var time = 0
    var json = ""
    var count = 0
    var order: Int?

    enum CodingKeys: String, CodingTableKey, CaseIterable {
        typealias Root = ClientEvent
        static let objectRelationalMapping = TableBinding(CodingKeys.self) {
            BindColumnConstraint(date, isPrimary: true)
            BindColumnConstraint(json, isNotNull: true, defaultTo: "{}")
            BindIndex(time, count.asIndex(orderBy: .descending), namedWith: "_time")
            BindMultiUnique(date, time)
            BindChecks {
                time >= 0
                json.length() < 100 && count != 7
            }
        }
        case date, time, json, count, order
    }
}

/// Types of the program that are what builders take.
nonisolated struct ClientColumn: ColumnConvertible {
    func asColumn() -> Column { Column(named: "count") }
}

nonisolated struct ClientSource: TableOrSubqueryConvertible {
    func asTableOrSubquery() -> TableOrSubquery { TableOrSubquery(withTable: "events") }
}

@Suite struct `Client interfaces` {
    private typealias Keys = ClientEvent.Properties

    /// All events, by what every type of the library that writes and reads offers.
    private func fill<Store>(_ store: Store) throws -> [ClientEvent]
    where Store: InsertInterface & SelectInterface & TableInterface & HandleRepresentable {
        try store.create(table: "events", of: ClientEvent.self)
        try store.insertOrReplace(
            ClientEvent(time: 1, count: 3), ClientEvent(time: 2), intoTable: "events")
        return try store.getObjects(on: Keys.all, fromTable: "events")
    }

    @Test func `a store of the program's own`() throws {
        let store = ClientStore()
        let event = ClientEvent(time: 2)
        #expect(try fill(store) == [event])
        #expect(try fill(store.getDatabase()) == [event])
        try store.run(transaction: { handle in
            #expect(try fill(handle) == [event])
            try handle.update(table: "events", on: Keys.order, with: 5, where: Keys.time == 2)
        })
        let row = try store.getRow(on: Keys.order, Keys.json, fromTable: "events")
        #expect(row.map(\.stringValue) == ["5", ""])
        let select = try store.prepareSelect(of: ClientEvent.self, fromTable: "events")
        #expect(try (select.nextObject() as? ClientEvent)?.order == 5)
        #expect(try store.getValue(from: StatementSelect().select(1))?.intValue == 1)
    }

    /// Through a protocol there are no defaults.
    @Test func `interfaces as types`() throws {
        let database = Database.createInMemoryDatabase()
        _ = try fill(database)
        let writer: any InsertInterface = database
        try writer.insert(
            [ClientEvent(date: Date(timeIntervalSince1970: 1))], on: nil, intoTable: "events")
        let rows: any RowSelectInterface = database
        let times = try rows.getColumn(
            on: Keys.time, fromTable: "events", where: nil, orderBy: [Keys.time], limit: nil,
            offset: nil)
        #expect(times.map(\.intValue) == [0, 2])
        let table = database.getTable(named: "events", of: ClientEvent.self)
        let reader: any RowSelectTableInterface = table
        let count = try reader.getValue(
            on: Keys.any.count(), where: nil, orderBy: nil, limit: nil, offset: nil)
        #expect(count.intValue == 2)
    }

    @Test func `lists that are kept in variables`() throws {
        let database = Database.createInMemoryDatabase()
        _ = try fill(database)
        let keys = [Keys.date, Keys.time]
        let orders = [Keys.time.order(.descending)]
        let conditions = [Keys.time > 1, Keys.count == 0]
        let limit: Int? = nil
        let condition = conditions.dropFirst().reduce(conditions[0]) { $0 && $1 }
        let rows = try database.getRows(
            on: keys, fromTable: "events", where: condition, orderBy: orders, limit: limit)
        #expect(rows.map { $0[1].intValue } == [2])
        try database.update(table: "events", on: keys, with: ClientEvent(time: 4))
        // A row that is a list of numbers would be one value, of a list: so it is in 2.x.
        let values: [any ColumnEncodable] = [8]
        try database.update(table: "events", on: [Keys.count], with: values, where: conditions[0])
        let first: ClientEvent? = try database.getObject(
            on: ClientEvent.Properties.all, fromTable: "events", where: conditions.first,
            orderBy: orders)
        #expect(first?.time == 4 && first?.count == 8)
        #expect(Keys.allCases.map(\.stringValue) == ["date", "time", "json", "count", "order"])
        let select = StatementSelect().select(keys).from(["a", "b"]).group(by: keys)
        #expect("\(select)" == "SELECT date, time FROM a, b GROUP BY date, time")
        let insert = StatementInsert().insert(intoTable: "t").columns(keys).values([8, 9])
        #expect("\(insert)" == "INSERT INTO t(date, time) VALUES(8, 9)")
    }

    @Test func `what the program makes of the library's protocols`() throws {
        let column = ClientColumn()
        let select = StatementSelect().select(column, 1).from(ClientSource())
            .where(Column(named: "a") > column).order(by: column.order(.ascending))
        #expect("\(select)" == "SELECT count, 1 FROM events WHERE a > count ORDER BY count ASC")
        #expect("\(column.in(table: "t"))" == "t.count" && "\(column.asDef())" == "count")
    }
}
