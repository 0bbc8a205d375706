import Testing
import WCDBStorage

@testable import WCDBEngine

/// LIKE and GLOB, which are instructions between two values, beside the functions they stand for.
@Suite struct `Patterns` {
    private static let values = [
        "NULL", "''", "'a'", "'abc'", "'ABC'", "'xabc'", "'ärger'", "'ÄRGER'", "'a_c'", "'a%c'",
        "'12'", "12", "1.5", "-0.0", "x'616263'", "'a' || char(0) || 'b'", "'aaaaaaaaab'",
    ]
    private static let patterns = [
        "NULL", "''", "'a%'", "'A%'", "'%c'", "'a_c'", "'%b%'", "'ä%'", "'Ä%'", "'1%'", "'%'", "12",
        "1.5", "x'6125'", "'a%a%b'", "'_'", "'%' || char(0)",
    ]

    private func connection() throws -> Connection {
        let connection = try Connection.memory("CREATE TABLE v(v); CREATE TABLE p(p);")
        for value in Self.values { try connection.execute("INSERT INTO v VALUES(\(value))") }
        for pattern in Self.patterns { try connection.execute("INSERT INTO p VALUES(\(pattern))") }
        return connection
    }

    /// With an escape character that is nowhere the function is called.
    @Test(arguments: [false, true])
    func `match as the function does`(isSensitive: Bool) throws {
        let connection = try connection()
        try connection.execute("PRAGMA case_sensitive_like = \(isSensitive ? 1 : 0)")
        let found = try connection.rows("SELECT v LIKE p FROM v, p")
        #expect(found.count == Self.values.count * Self.patterns.count)
        #expect(try found == connection.rows("SELECT like(p, v, '~') FROM v, p"))
        #expect(Set(found) == ["", "0", "1"])
    }

    @Test func `of GLOB mind the case`() throws {
        let connection = try connection()
        #expect(
            try connection.rows("SELECT v FROM v WHERE v GLOB 'a*' ORDER BY 1")
                == connection.rows(
                    "SELECT v FROM v WHERE typeof(v) = 'text' AND substr(v, 1, 1) = 'a' ORDER BY 1")
        )
        #expect(try connection.rows("SELECT count(*) FROM v WHERE v GLOB '[A-B]B?'") == ["1"])
        #expect(try connection.rows("SELECT count(*) FROM v WHERE v NOT GLOB '1*'") == ["13"])
    }

    @Test func `that are too long are refused, whatever the text is`() throws {
        let connection = try connection()
        for subject in ["'a'", "NULL", "1"] {
            #expect(throws: EngineError.self) {
                _ = try connection.rows(
                    "SELECT \(subject) LIKE replace(hex(zeroblob(30000)), '0', 'a') FROM v")
            }
        }
    }
}
