import Testing
import WCDBStorage

@testable import WCDBEngine

@Suite struct `The check of unique indexes` {
    /// Two rows with one key were committed once, and the check called the file sound.
    @Test func `finds two rows with one key`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a UNIQUE, b); INSERT INTO t VALUES('x', 1), ('y', 2), (NULL, 3)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        let database = connection.databases[0]
        try connection.execute("BEGIN IMMEDIATE")
        let table = try #require(try database.table("t", collations: connection.collations))
        let row: [Value] = [.text("x"), .integer(4)]
        var writer = RecordWriter()
        var encoder = KeyEncoder(capacity: 64)
        writer.begin(columnCount: 2)
        for value in row { value.withColumnValue { writer.append($0) } }
        encoder.begin(recordingFixups: true)
        row[0].withColumnValue { encoder.append($0, table.indexes[0].keys[0]) }
        encoder.appendRowid(4)
        let rows = try database.transaction.rowidTree(table.tree)
        let keys = try database.transaction.keyTree(table.indexes[0].tree)
        #expect(try rows.insert(4, writer.finish()))
        #expect(try keys.insert(encoder.key, encoder.fixups))
        try connection.execute("INSERT INTO t VALUES(NULL, 5); COMMIT")
        #expect(
            try connection.rows("PRAGMA integrity_check") == [
                "non-unique entry in index sqlite_autoindex_t_1"
            ])
        #expect(throws: EngineError.self) { try connection.execute("REINDEX t") }
    }

    /// As many entries as there are rows, in order, and one of them is not the row's.
    @Test(arguments: ["", "UNIQUE"]) func `finds an entry of other values`(kind: String) throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); CREATE \(kind) INDEX i ON t(a);"
                + "INSERT INTO t VALUES('x'), ('y'), (NULL), (NULL)")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.execute("BEGIN IMMEDIATE")
        let database = connection.databases[0]
        let table = try #require(try database.table("t", collations: connection.collations))
        let keys = try database.transaction.keyTree(table.indexes[0].tree)
        var encoder = KeyEncoder(capacity: 64)
        for (value, isThere) in [("y", true), ("z", false)] {
            encoder.begin(recordingFixups: true)
            Value.text(value).withColumnValue { encoder.append($0, table.indexes[0].keys[0]) }
            encoder.appendRowid(2)
            if isThere {
                #expect(try keys.delete(encoder.key))
            } else {
                #expect(try keys.insert(encoder.key, encoder.fixups))
            }
        }
        #expect(
            try connection.rows("PRAGMA integrity_check") == ["row 2 missing from index i"])
        try connection.execute("ROLLBACK")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }

    /// The key alone does not tell 1 from 1.0: the entry does.
    @Test func `finds an entry that would be read as another value`() throws {
        let connection = try Connection.memory(
            "CREATE TABLE t(a); CREATE INDEX i ON t(a); INSERT INTO t VALUES(1.0), (2)")
        try connection.execute("BEGIN IMMEDIATE")
        let database = connection.databases[0]
        let table = try #require(try database.table("t", collations: connection.collations))
        let keys = try database.transaction.keyTree(table.indexes[0].tree)
        var encoder = KeyEncoder(capacity: 64)
        encoder.begin(recordingFixups: true)
        encoder.append(.integer(1), table.indexes[0].keys[0])
        encoder.appendRowid(1)
        #expect(try keys.delete(encoder.key))
        #expect(try keys.insert(encoder.key, encoder.fixups))
        #expect(
            try connection.rows("PRAGMA integrity_check")
                == ["row 1 values differ from index i"])
        try connection.execute("REINDEX")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
    }
}
