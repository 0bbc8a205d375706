import Foundation
import Testing

@testable import WCDBSQL
@testable import WCDBSwift

/// Bindings declared in dictionaries, and what the clients' other models say.
@Suite struct `WINQ dictionary bindings` {
    @Test func `give the same definitions`() {
        let outline = ClientOld.CodingKeys.objectRelationalMapping.outline
        #expect(
            outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(identifier INTEGER PRIMARY KEY ASC, "
                + "part INTEGER NOT NULL DEFAULT 1, "
                + "CONSTRAINT unique_part UNIQUE(identifier, part))")
        #expect(
            outline.createIndexes(on: "t").map(\.sql)
                == ["CREATE UNIQUE INDEX IF NOT EXISTS t_part ON t(part DESC)"])
    }

    @Test func `defaults are constants, times, or expressions`() {
        func text(_ value: ColumnDef.DefaultType) -> String {
            nonisolated(unsafe) let configuration = ColumnConstraintBinding(defaultTo: value)
                .configuration(of: ClientOld.CodingKeys.identifier)
            let binding = TableBinding(ClientOld.CodingKeys.self) { configuration }
            return binding.outline.createTable("t").sql
        }
        let before = "(identifier INTEGER DEFAULT "
        #expect(text(.currentTimestamp).contains(before + "CURRENT_TIMESTAMP PRIMARY"))
        #expect(text(.currentDate).contains(before + "CURRENT_DATE PRIMARY"))
        #expect(text(.currentTime).contains(before + "CURRENT_TIME PRIMARY"))
        #expect(text(.null).contains(before + "NULL PRIMARY"))
        #expect(text(.int32(-3)).contains(before + "-3 PRIMARY"))
        #expect(text(.int64(1 << 40)).contains(before + "1099511627776 PRIMARY"))
        #expect(text(.bool(true)).contains(before + "TRUE PRIMARY"))
        #expect(text(.float(0.5)).contains(before + "0.5 PRIMARY"))
        #expect(text(.text("it's")).contains(before + "'it''s' PRIMARY"))
        #expect(text(.BLOB(Data([1, 0xAB]))).contains(before + "X'01AB' PRIMARY"))
        let sum = WCDBSwift.Expression(with: 1) + 2
        #expect(text(.expression(sum)).contains(before + "(1 + 2) PRIMARY"))
        #expect("\(ColumnDef.DefaultType.int32(7))" == "7")
    }

    @Test func `models of every kind have definitions`() {
        #expect(
            ClientChoice.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(number INTEGER)")
        #expect(
            ClientPoint.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(x REAL, y REAL, label TEXT, "
                + "PRIMARY KEY(x, y) ON CONFLICT REPLACE)")
        #expect(
            ClientPlace.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(room INTEGER, shelf INTEGER, label TEXT, "
                + "PRIMARY KEY(room, shelf), UNIQUE(shelf, label) ON CONFLICT REPLACE)")
        #expect(
            ClientBox<Int>.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(content INTEGER PRIMARY KEY, size BLOB, "
                + "mood INTEGER DEFAULT 1)")
        let note = ClientNote.CodingKeys.objectRelationalMapping.outline
        #expect(note.problems.isEmpty && note.autoIncrementKeys == ["id"])
        #expect(note.indexes.map(\.suffix).sorted() == ["_both", "_text"])
    }

    /// A program for 1.x says that a column is the primary key, and no more; an object says whether
    /// it wants a new one. All its objects were inserted with the key 0.
    @Test func `primary keys are given out where objects ask for them`() throws {
        let database = Database.createInMemoryDatabase()
        try database.create(table: "old", of: OldNote.self)
        let notes = [OldNote(), OldNote()]
        for note in notes { try database.insert(objects: note, intoTable: "old") }
        #expect(notes.map(\.lastInsertedRowID) == [1, 2])
        let own = OldNote()
        own.identifier = 7
        own.isAutoIncrement = false
        try database.insert(objects: own, intoTable: "old")
        let all: [OldNote] = try database.getObjects(on: OldNote.Properties.all, fromTable: "old")
        #expect(all.map(\.identifier) == [1, 2, 7])
        #expect(
            OldNote.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(identifier INTEGER PRIMARY KEY, title TEXT)")
    }
}

private final class OldNote: TableCodable {
    var identifier = 0
    var title = ""
    var isAutoIncrement = true
    var lastInsertedRowID: Int64 = 0

    enum CodingKeys: String, CodingTableKey {
        typealias Root = OldNote
        case identifier, title
        static let objectRelationalMapping = TableBinding(CodingKeys.self)
        static var columnConstraintBindings: [CodingKeys: ColumnConstraintBinding]? {
            [identifier: ColumnConstraintBinding(isPrimary: true)]
        }
    }
}
