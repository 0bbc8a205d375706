import Testing
import WCDBSwift

@testable import WCDBSQL

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

    @Test func `models of every kind have definitions`() {
        #expect(
            ClientChoice.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(number INTEGER)")
        #expect(
            ClientPoint.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(x REAL, y REAL, label TEXT, "
                + "PRIMARY KEY(x, y) ON CONFLICT REPLACE)")
        #expect(
            ClientBox<Int>.CodingKeys.objectRelationalMapping.outline.createTable("t").sql
                == "CREATE TABLE IF NOT EXISTS t(content INTEGER PRIMARY KEY, size BLOB, "
                + "mood INTEGER DEFAULT 1)")
        let note = ClientNote.CodingKeys.objectRelationalMapping.outline
        #expect(note.problems.isEmpty && note.autoIncrementKeys == ["id"])
        #expect(note.indexes.map(\.suffix).sorted() == ["_both", "_text"])
    }
}
