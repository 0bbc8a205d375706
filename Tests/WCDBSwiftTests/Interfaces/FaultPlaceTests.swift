import Foundation
import Testing
import WCDBSwift

/// Objects that cannot be read or written: the error says where, and tracers hear of it.
@Suite struct `Faults of objects` {
    struct Strict: TableCodable {
        var id = 0
        var when = Moment()

        /// A value that reads only what it wrote.
        struct Moment: ColumnJSONCodable {
            var seconds = 0
        }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Strict
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id, when
        }
    }

    /// An object that is no row.
    struct Single: TableEncodable {
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(1)
        }

        enum CodingKeys: String, CodingTableKey {
            typealias Root = Single
            static let objectRelationalMapping = TableBinding(CodingKeys.self)
            case id
        }
    }

    let temporary = TemporaryDatabase()
    var database: Database { temporary.database }

    @Test func `a row that does not fit its type`() throws {
        try database.create(table: "strict", of: Strict.self)
        try database.insert(Strict(id: 1), intoTable: "strict")
        try database.exec(sql: "UPDATE strict SET \"when\" = 'no document'")
        database.tag = 7
        let heard = Collected<WCDBError>()
        database.traceError { heard.add($0) }
        defer { database.traceError(nil) }
        func check(_ error: WCDBError?) {
            #expect(error?.path == database.path)
            #expect(error?.sql?.contains("FROM strict") == true)
            #expect(error?.tag == 7)
            #expect(error?.message?.contains("table strict, column when, row 1") == true)
            #expect(heard.all.contains { $0 === error })
        }
        check(
            #expect(throws: WCDBError.self) {
                let _: [Strict] = try database.getObjects(fromTable: "strict")
            })
        let handle = try database.getHandle()
        try handle.prepare(StatementSelect().select(Strict.Properties.all).from("strict"))
        #expect(try handle.step())
        check(
            #expect(throws: WCDBError.self) {
                let _: Strict = try handle.extractObject()
            })
        handle.finalize()
    }

    /// Three rows, of which the second does not fit.
    private func fillWithBadRow() throws {
        try database.create(table: "strict", of: Strict.self)
        try database.insert((1...3).map { Strict(id: $0) }, intoTable: "strict")
        try database.exec(sql: "UPDATE strict SET \"when\" = 'no document' WHERE id = 2")
    }

    private func row(of read: () throws -> Void) -> Int? {
        #expect(throws: WCDBError.self) { try read() }?.extInfos["Row"]?.intValue
    }

    /// Readers that were made anew called every row the first, and those that were used again
    /// counted on from the rows of the last time.
    @Test func `rows are counted from the first of the result`() throws {
        try fillWithBadRow()
        let handle = try database.getHandle()
        try handle.prepare(StatementSelect().select(Strict.Properties.all).from("strict"))
        #expect(try handle.step() && handle.step())
        #expect(row { let _: Strict = try handle.extractObject() } == 2)
        handle.finalize()
        let select = try database.prepareSelect(of: Strict.self, fromTable: "strict")
        for _ in 1...2 {
            #expect(try select.next())
            #expect(row { let _: Strict? = try select.nextObject() } == 2)
            #expect(try select.nextObject(of: Strict.self)?.id == 3)
            #expect(try select.nextObject() == nil)
        }
    }

    /// Whoever tried again got the rows behind the one that failed, as if they were all.
    @Test func `all rows are read again after a failure`() throws {
        try fillWithBadRow()
        let select = try database.prepareSelect(of: Strict.self, fromTable: "strict")
        let several = try database.prepareMultiSelect(
            on: Strict.Properties.all.map { $0.in(table: "strict") }, fromTables: ["strict"])
        for _ in 1...2 {
            #expect(row { let _: [Strict] = try select.allObjects() } == 2)
            #expect(row { _ = try several.allMultiObjects() } == 2)
        }
        try database.delete(fromTable: "strict", where: Strict.Properties.id == 2)
        #expect(try select.allObjects(of: Strict.self).map(\.id) == [1, 3])
        #expect(try several.allMultiObjects().count == 2)
    }

    @Test func `an object that is no row`() throws {
        try database.exec(sql: "CREATE TABLE single(id)")
        let heard = Collected<WCDBError>()
        database.traceError { heard.add($0) }
        defer { database.traceError(nil) }
        let error = #expect(throws: WCDBError.self) {
            try database.insert(Single(), intoTable: "single")
        }
        #expect(error?.path == database.path)
        #expect(error?.sql?.hasPrefix("INSERT INTO single") == true)
        #expect(heard.all.contains { $0 === error })
    }
}
