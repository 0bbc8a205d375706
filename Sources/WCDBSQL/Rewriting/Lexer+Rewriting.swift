extension Lexer {
    /// The text with other words in the place of some; everything else stays as it was written.
    /// `word` says what stands for a token.
    package func replacing(at offsets: Set<Int>, by word: (Token) -> String) -> String {
        var result: [UInt8] = []
        var position = 0
        for offset in offsets.sorted() where offset >= position {
            let token = token(at: offset)
            result += bytes[position..<token.start]
            result += word(token).utf8
            position = token.end
        }
        result += bytes[position...]
        return String(decoding: result, as: UTF8.self)
    }
}

extension String {
    /// The text in quotes; those within are doubled.
    package func quoted(by quote: Character) -> String {
        let doubled = split(separator: quote, omittingEmptySubsequences: false)
            .joined(separator: "\(quote)\(quote)")
        return "\(quote)\(doubled)\(quote)"
    }
}
