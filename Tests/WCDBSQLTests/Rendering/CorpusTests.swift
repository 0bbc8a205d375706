import Testing
import WCDBSQL

@Suite struct `Statements of the scripts` {
    @Test(.enabled(if: ScriptCorpus.isPresent, "the scripts are not there"))
    func `are equal after rendering and parsing`() throws {
        var count = 0
        try ScriptCorpus.forEachScript { statements in
            let step = ScriptCorpus.isWhole ? 1 : max(1, statements.count / 500)
            for index in stride(from: 0, to: statements.count, by: step) {
                try check(statements[index])
                count += 1
            }
        }
        #expect(count > 500)
    }

    private func check(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        var parser = Parser(bytes: bytes)
        while let parsed = try nextStatement(&parser, text) {
            let rendered = parsed.statement.sql
            let again = try Parser.statement(rendered)
            #expect(again == parsed.statement, "\(text)\n\(rendered)")
            #expect(again.hashValue == parsed.statement.hashValue)
        }
    }

    private func nextStatement(
        _ parser: inout Parser, _ text: String
    ) throws -> ParsedStatement? {
        do {
            return try parser.nextStatement()
        } catch {
            Issue.record("\(error.message): \(text)")
            return nil
        }
    }
}
