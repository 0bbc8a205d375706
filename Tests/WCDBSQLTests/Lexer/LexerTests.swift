import Testing
import WCDBSQL

@Suite struct `Tokens` {
    private func kinds(_ text: String) -> [TokenKind] {
        let lexer = Lexer(Array(text.utf8))
        var kinds: [TokenKind] = []
        var token = lexer.token(at: 0)
        while token.kind != .endOfText {
            kinds.append(token.kind)
            token = lexer.token(at: token.end)
        }
        return kinds
    }

    static let samples: [(String, [TokenKind])] = [
        ("", []), (" \t\r\n\u{C}", []), ("-- a", []), ("/* a", []), ("/**/ a /*/ b */", [.word]),
        ("a-- b\nc", [.word, .word]), ("a--", [.word]), ("a/b", [.word, .slash, .word]),
        ("\u{FEFF}a", [.word]), ("_a$1é", [.word]), ("$a", [.parameter]),
        ("a.b", [.word, .dot, .word]),
        ("1.5.", [.real, .dot]), (".5", [.real]), ("1..2", [.real, .real]), ("1e5", [.real]),
        ("1e+", [.illegal, .plus]), ("1_0", [.illegal]), ("0x", [.illegal]), ("0xg", [.illegal]),
        ("0x1G", [.illegal]), ("12a", [.illegal]), ("x'0'", [.illegal]), ("x'0g'", [.illegal]),
        ("X''", [.blob]), ("x ''", [.word, .string]), ("'a''b'", [.string]), ("'a", [.illegal]),
        ("\"a\"\"b\"", [.quotedWord]), ("[a]b", [.quotedWord, .word]), ("[a", [.illegal]),
        ("`a", [.illegal]), ("?1?", [.parameter, .parameter]), (":", [.illegal]), ("@", [.illegal]),
        (":a::b", [.parameter]), ("$a(b)", [.parameter]),
        ("$a(b c)", [.illegal, .leftParenthesis, .word, .word, .rightParenthesis]),
        ("#1", [.illegal]), ("!", [.illegal]), ("!=", [.notEqual]), ("<>", [.notEqual]),
        ("===", [.equal, .equal]), ("<<>>", [.shiftLeft, .shiftRight]),
        ("<=>=", [.lessOrEqual, .greaterOrEqual]),
        ("->->>", [.extractJSON, .extractValue]), ("|||", [.concatenate, .bar]),
        ("'a\0b'", [.string]), ("\"a\0\"", [.illegal, .illegal, .illegal]), ("\0", [.illegal]),
        ("^", [.illegal]),
    ]

    @Test(arguments: samples)
    func `are cut as in SQLite`(text: String, expected: [TokenKind]) {
        #expect(kinds(text) == expected)
    }

    @Test func `always move on`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                let lexer = Lexer([first, second])
                let token = lexer.token(at: 0)
                #expect(token.kind == .endOfText || token.end > token.start)
                #expect(token.end <= 2)
            }
        }
    }
}
