import StorageSimulation
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

    /// What comes behind a wildcard is looked for eight bytes at a time; a model tries every place.
    @Test(arguments: 1...8) func `match what a model says`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let letters = ["a", "A", "b", "é", "É", "_", "x", "%", "abcdefgh", "-"]
        let connection = try Connection.memory()
        for _ in 0..<300 {
            let text = Self.random(letters, upTo: 14, &random)
            let pattern = Self.random(letters + ["%", "%", "_"], upTo: 6, &random)
            let isMatch = Self.matches(Array(text), Array(pattern))
            #expect(
                try connection.rows("SELECT '\(text)' LIKE '\(pattern)'") == [isMatch ? "1" : "0"],
                "'\(text)' LIKE '\(pattern)', seed \(seed)")
            let searched = Self.random(letters, upTo: 2, &random)
            let place = text.ranges(of: searched).first.map {
                text.distance(from: text.startIndex, to: $0.lowerBound) + 1
            }
            #expect(
                try connection.rows("SELECT instr('\(text)', '\(searched)')")
                    == ["\(searched.isEmpty ? 1 : place ?? 0)"],
                "'\(searched)' in '\(text)', seed \(seed)")
        }
    }

    private static func random(
        _ letters: [String], upTo count: Int, _ random: inout SeededRandom
    ) -> String {
        (0..<random.below(count + 1)).map { _ in letters[random.below(letters.count)] }.joined()
    }

    private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = Array(pattern.dropFirst())
        if first == "%" {
            return (0...text.count).contains { matches(Array(text.dropFirst($0)), rest) }
        }
        guard let character = text.first else { return false }
        let isSame =
            first == "_" || first == character
            || first.isASCII && character.isASCII && first.lowercased() == character.lowercased()
        return isSame && matches(Array(text.dropFirst()), rest)
    }

    /// A blob that is no text: a byte within a character is found where one begins only.
    @Test func `of bytes are found where characters begin`() throws {
        let connection = try Connection.memory()
        #expect(try connection.rows("SELECT instr('aéa', CAST(x'A9' AS TEXT))") == ["0"])
        #expect(try connection.rows("SELECT instr(x'61C3A961', x'A9')") == ["3"])
        #expect(try connection.rows("SELECT instr(x'C3A9A961', CAST(x'61' AS TEXT))") == ["2"])
        #expect(try connection.rows("SELECT instr(x'808061', 'a')") == ["2"])
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
