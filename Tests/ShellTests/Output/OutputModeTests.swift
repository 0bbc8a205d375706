import Testing
import WCDBEngine

@testable import wcdb

@Suite struct `Output modes` {
    /// What the printer sent to the console, piece by piece.
    private final class Sent {
        var pieces: [[UInt8]] = []
        var console: Console {
            Console(send: { self.pieces.append(Array($0)) }, writeError: { _ in })
        }
        var text: String { String(decoding: pieces.joined(), as: UTF8.self) }
    }

    private static let query =
        "SELECT 1 AS id, 'it''s' AS note UNION ALL SELECT 0.5, NULL UNION ALL SELECT X'41', 'x\ny'"

    private func text(
        _ mode: OutputMode, headers: Bool = false, null: String = "", _ sql: String = query
    ) throws -> String {
        let connection = try Connection(path: nil)
        let statement = try #require(try connection.prepare(sql))
        let sent = Sent()
        try ResultPrinter(sent.console).print(
            statement, OutputStyle(mode: mode, showsHeaders: headers, nullText: null))
        return sent.text
    }

    @Test func `list puts a stroke between values`() throws {
        #expect(try text(.list) == "1|it's\n0.5|\nA|x\ny\n")
        #expect(try text(.list, headers: true, null: "-").hasPrefix("id|note\n1|it's\n0.5|-\n"))
    }

    @Test func `csv quotes what could be misread`() throws {
        #expect(try text(.csv, headers: true) == "id,note\r\n1,\"it's\"\r\n0.5,\r\nA,\"x\ny\"\r\n")
    }

    @Test func `quote writes literals`() throws {
        #expect(try text(.quote) == "1,'it''s'\n0.5,NULL\nX'41','x\ny'\n")
    }

    @Test func `json escapes and knows null`() throws {
        #expect(
            try text(.json)
                == #"""
                [{"id":1,"note":"it's"},
                {"id":0.5,"note":null},
                {"id":"A","note":"x\ny"}]

                """#)
    }

    @Test func `line aligns names`() throws {
        #expect(try text(.line).hasPrefix("   id = 1\n note = it's\n\n   id = 0.5\n note = \n"))
    }

    @Test func `box draws a table with lines of a value below each other`() throws {
        #expect(
            try text(.box, null: "~") == """
                ┌─────┬──────┐
                │ id  │ note │
                ├─────┼──────┤
                │ 1   │ it's │
                ├─────┼──────┤
                │ 0.5 │ ~    │
                ├─────┼──────┤
                │ A   │ x    │
                │     │ y    │
                └─────┴──────┘

                """)
    }

    @Test(arguments: OutputMode.allCases)
    func `no rows print nothing`(_ mode: OutputMode) throws {
        #expect(try text(mode, headers: true, "SELECT 1 AS a WHERE 0").isEmpty)
    }

    @Test func `bytes are printed as they are, up to a NUL`() throws {
        let connection = try Connection(path: nil)
        let statement = try #require(
            try connection.prepare("SELECT X'C328', X'4100FF', 'a' || char(0) || 'b'"))
        let sent = Sent()
        try ResultPrinter(sent.console).print(statement, OutputStyle())
        #expect(Array(sent.pieces.joined()) == [0xC3, 0x28] + Array("|A|a\n".utf8))
        #expect(
            try text(.quote, "SELECT X'4100FF', 'a' || char(0) || 'b'")
                == "X'4100ff',CAST(X'610062' AS TEXT)\n")
    }

    @Test(arguments: [OutputMode.list, .csv, .quote, .json, .line])
    func `a large result goes out in pieces`(_ mode: OutputMode) throws {
        let connection = try Connection(path: nil)
        let statement = try #require(
            try connection.prepare(
                "WITH RECURSIVE k(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM k WHERE i < 30000) "
                    + "SELECT i, 'text ' || i FROM k"))
        let sent = Sent()
        try ResultPrinter(sent.console).print(statement, OutputStyle(mode: mode))
        #expect(sent.pieces.count > 4)
        #expect(sent.pieces.allSatisfy { $0.count < 70_000 })
        #expect(
            sent.text.contains("text 1\u{22}") || sent.text.contains("text 1\n")
                || sent.text.contains("text 1'") || sent.text.contains("text 1\r\n"))
        #expect(sent.text.contains("text 30000"))
    }

    @Test(arguments: [(OutputMode.list, "1\n2\n"), (.json, "[{\"a\":1},\n{\"a\":2}]\n")])
    func `rows that come before an error are printed`(mode: OutputMode, rows: String) throws {
        let connection = try Connection(path: nil)
        try connection.execute("CREATE TABLE t(i); INSERT INTO t VALUES(1), (2), (3)")
        let statement = try #require(
            try connection.prepare(
                "SELECT CASE WHEN i < 3 THEN i ELSE abs(-9223372036854775807 - 1) END AS a FROM t"))
        let sent = Sent()
        #expect(throws: EngineError.self) {
            try ResultPrinter(sent.console).print(statement, OutputStyle(mode: mode))
        }
        #expect(sent.text == rows)
    }
}
