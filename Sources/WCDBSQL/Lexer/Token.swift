/// A word, a sign or a literal of the text. Its bytes are `start..<end` of the lexer.
package struct Token: Sendable {
    package var kind: TokenKind
    /// The keyword that a plain word spells.
    package var keyword: Keyword?
    package var start: Int
    package var end: Int
    /// Of a plain word.
    var letters: KeywordTable.Letters

    init(
        _ kind: TokenKind, _ start: Int, _ end: Int, keyword: Keyword? = nil,
        letters: KeywordTable.Letters = KeywordTable.Letters()
    ) {
        self.kind = kind
        self.keyword = keyword
        self.start = start
        self.end = end
        self.letters = letters
    }
}

/// What a token is, as far as its first bytes tell.
package enum TokenKind: UInt8, Sendable {
    /// The end of the text, an impossible token.
    case endOfText, illegal
    /// A plain word, which may be a keyword; a word in `"`, `` ` `` or `[]`.
    case word, quotedWord
    case string, blob, integer, real, parameter
    case leftParenthesis, rightParenthesis, comma, semicolon, dot
    case star, plus, minus, slash, percent
    case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual
    case shiftLeft, shiftRight, ampersand, bar, tilde
    case concatenate, extractJSON, extractValue
}
