import Testing

@testable import WCDBEngine

/// PRAGMA integrity_check looks at the types of STRICT tables.
@Suite struct `Checks of STRICT tables` {
    /// The condition that finds a wrong row has a part for each column: it was as deep as they are
    /// many, and refused beyond the limit of expressions.
    @Test func `know as many columns as there may be`() throws {
        let columns = (0..<1000).map { "c\($0) TEXT" }.joined(separator: ", ")
        let connection = try Connection.memory(
            "CREATE TABLE t(\(columns)) STRICT; INSERT INTO t(c999) VALUES('x')")
        #expect(try connection.rows("PRAGMA integrity_check") == ["ok"])
        try connection.execute("ALTER TABLE t ADD COLUMN d INTEGER DEFAULT 'no number'")
        #expect(try connection.rows("PRAGMA integrity_check") == ["non-INTEGER value in t.d"])
    }
}
