/// Why a text is no statement. The messages are those of SQLite, which has no bound for nesting.
package enum ParseError: Error, Hashable, Sendable {
    /// A token that cannot stand where it stands.
    case syntax(near: String, offset: Int)
    /// Bytes that are no token.
    case unrecognizedToken(String, offset: Int)
    /// The text ends within the statement.
    case incompleteInput(offset: Int)
    /// Operators are nested deeper than `TreeExtent` allows.
    case expressionTooLarge(offset: Int)
    /// Parentheses, calls or queries are nested too deeply.
    case nestedTooDeeply(offset: Int)
    /// Anything the grammar allows and the language refuses.
    case refused(String, offset: Int)

    package var message: String {
        switch self {
        case .syntax(let near, _): "near \"\(near)\": syntax error"
        case .unrecognizedToken(let text, _): "unrecognized token: \"\(text)\""
        case .incompleteInput: "incomplete input"
        case .expressionTooLarge: TreeExtent.refusal
        case .nestedTooDeeply: "parser stack overflow"
        case .refused(let message, _): message
        }
    }

    /// Where in the text, in bytes.
    package var offset: Int {
        switch self {
        case .syntax(_, let offset), .unrecognizedToken(_, let offset),
            .incompleteInput(let offset), .expressionTooLarge(let offset),
            .nestedTooDeeply(let offset), .refused(_, let offset):
            offset
        }
    }
}
