import Testing
import WCDBSQL

@Suite struct `Several statements in one text` {
    @Test func `each says where the rest begins`() throws {
        let text = "; SELECT 1 ; -- one\nDELETE FROM t;/* end"
        var parser = Parser(text)
        let first = try #require(try parser.nextStatement())
        #expect(first.statement.sql == "SELECT 1")
        #expect(first.range.start == 2 && first.range.end == 10)
        #expect(first.rest == 12)
        let second = try #require(try parser.nextStatement())
        #expect(second.statement.sql == "DELETE FROM t")
        #expect(try parser.nextStatement() == nil)
        var rest = Parser(bytes: Array(text.utf8), from: first.rest)
        #expect(try rest.nextStatement()?.statement == second.statement)
    }

    @Test(arguments: ["", " ", ";;", "-- nothing", "/* open", "\u{FEFF};"])
    func `may be none`(text: String) throws {
        var parser = Parser(text)
        #expect(try parser.nextStatement() == nil)
    }

    @Test func `remembers where expressions were written`() throws {
        var parser = Parser("SELECT a+1 AS x, count( * ) FROM t; SELECT b  -1")
        for expected in [["a+1", "count( * )"], ["b  -1"]] {
            guard case .select(let select)? = try parser.nextStatement()?.statement,
                case .select(let body) = select.first
            else {
                Issue.record("no query")
                return
            }
            #expect(body.results.map { parser.text(of: $0.range) } == expected)
        }
        #expect(parser.text(of: .none) == "" && parser.text(of: SourceRange(7, 1)) == "")
    }

    @Test func `a semicolon within a trigger does not end it`() throws {
        let text = "CREATE TRIGGER a DELETE ON t BEGIN SELECT 1; SELECT 2; END"
        guard case .createTrigger(let trigger) = try Parser.statement(text + ";") else {
            Issue.record("no trigger")
            return
        }
        #expect(trigger.steps.count == 2)
        #expect(trigger.sql == text)
    }

    @Test func `a position beyond the text is its end`() throws {
        var parser = Parser(bytes: [0x53], from: 99)
        #expect(try parser.nextStatement() == nil)
        parser = Parser(bytes: [], from: -1)
        #expect(try parser.nextStatement() == nil)
    }
}
