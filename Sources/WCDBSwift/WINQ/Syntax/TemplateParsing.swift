import WCDBSQL

/// A template as text, where the values and names stand in it, and what the text says.
///
/// A value is a parameter in the text, and the parser puts its tree there; a name is text. Both
/// have a space on each side, so that they are tokens of their own, unless the text around them
/// has opened quotes or a comment.
struct TemplateParsing {
    private let pieces: [SQLTemplate.Piece]
    private var text: [UInt8] = []
    private var values: [Int: ExpressionTree] = [:]
    /// Where the values and names are in the text, in its order.
    private var insertions: [Insertion] = []
    /// Why the template cannot mean anything, whatever its text says.
    private var refusal: Refusal?
    /// Where a name would be one word with what is beside it, were there no space. Whoever wrote
    /// that did not mean two words.
    private var touch: Int?

    private struct Insertion {
        let range: Range<Int>
        let isName: Bool
    }

    /// What is wrong with the template, and where in `text`, if it has a place.
    private struct Refusal: Error {
        let message: String
        let offset: Int?
    }

    init(_ template: SQLTemplate) {
        pieces = template.pieces
        for piece in pieces {
            switch piece {
            case .text(let part):
                if let last = insertions.last, last.isName, last.range.upperBound + 1 == text.count,
                    let first = part.utf8.first, TemplateParsing.isPartOfToken(first)
                {
                    touch = touch ?? text.count
                }
                text += part.utf8
            case .value(let tree):
                insert("?", isName: false)
                values[text.count - 2] = tree
            case .name(let name):
                if name == nil { refuse("a name is empty", at: text.count) }
                if name?.utf8.contains(0) ?? false {
                    refuse("a name has a zero character", at: text.count)
                }
                insert(name ?? "", isName: true)
            }
        }
        if let misplaced {
            refuse(
                (misplaced.isName ? "a name" : "a value") + " stands within quotes",
                at: misplaced.range.lowerBound)
        }
        if let touch { refuse("a name touches what stands beside it", at: touch) }
    }

    /// Notes what is wrong; the first that is found counts.
    private mutating func refuse(_ message: String, at offset: Int) {
        refusal = refusal ?? Refusal(message: message, offset: offset)
    }

    /// What the text says, if it is an expression.
    var expression: ExpressionTree {
        do {
            return try parsed { (parser: inout Parser) throws(ParseError) in
                try parser.wholeExpression()
            }
        } catch {
            return .refused(error.message + ": " + written)
        }
    }

    /// What the text says, if it is a statement.
    var statement: StatementSyntax {
        do {
            let tree = try parsed { (parser: inout Parser) throws(ParseError) in
                try parser.wholeStatement()
            }
            return StatementSyntax(tree)
        } catch {
            let message = error.message
            return StatementSyntax(
                .refused(message + ": " + written), problem: message, written: written,
                offset: error.offset.map(offsetInWritten))
        }
    }

    private func parsed<Tree>(
        _ parse: (inout Parser) throws(ParseError) -> Tree
    ) throws(Refusal) -> Tree {
        if let refusal { throw refusal }
        var parser = Parser(bytes: text)
        parser.substitutes = values
        let tree: Tree
        do {
            tree = try parse(&parser)
        } catch {
            throw Refusal(message: error.message, offset: error.offset)
        }
        // Some places take any tokens and look at none, such as the arguments of a module.
        guard parser.substitutionCount == values.count else {
            throw Refusal(message: "a value stands where none may", offset: nil)
        }
        return tree
    }

    private mutating func insert(_ inserted: String, isName: Bool) {
        if touchesToken(isName: isName) { touch = touch ?? text.count }
        text.append(UInt8(ascii: " "))
        let start = text.count
        text += inserted.utf8
        insertions.append(Insertion(range: start..<text.count, isName: isName))
        text.append(UInt8(ascii: " "))
    }

    /// Whether nothing is between what comes next and what is there already, and one of them is a
    /// name.
    private func touchesToken(isName: Bool) -> Bool {
        guard let byte = text.last else { return false }
        if let last = insertions.last, last.range.upperBound + 1 == text.count {
            return isName || last.isName
        }
        return isName && (TemplateParsing.isPartOfToken(byte) || endsInNumber)
    }

    /// Whether the text ends in a number and its point: `1.` and a name would be two words, and the
    /// second one an alias.
    private var endsInNumber: Bool {
        guard text.last == UInt8(ascii: ".") else { return false }
        let word = text.dropLast().reversed().prefix(while: Lexer.isWordByte)
        return word.last.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
    }

    /// Bytes of words, numbers, quoted words and parameters.
    private static func isPartOfToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "?"):
            true
        default: Lexer.isWordByte(byte)
        }
    }

    /// The first value or name that does not begin and end where tokens do. One that does means
    /// what it means alone: the lexer keeps nothing from token to token.
    private var misplaced: Insertion? {
        guard !insertions.isEmpty else { return nil }
        let lexer = Lexer(text)
        var token = lexer.token(at: 0)
        for insertion in insertions {
            while token.start < insertion.range.lowerBound { token = lexer.token(at: token.end) }
            var isWhole = token.start == insertion.range.lowerBound
            while token.end < insertion.range.upperBound { token = lexer.token(at: token.end) }
            isWhole = isWhole && token.end == insertion.range.upperBound && token.kind != .illegal
            guard isWhole else { return insertion }
        }
        return nil
    }

    /// The text with the values in it.
    private var written: String {
        pieces.reduce(into: "") { $0 += TemplateParsing.written($1) }
    }

    private static func written(_ piece: SQLTemplate.Piece) -> String {
        switch piece {
        case .text(let part): part
        case .value(let tree): tree.sql
        case .name(let name): name ?? ""
        }
    }

    /// Where in `written` something is that is at an offset of `text`. What was inserted is a place
    /// as a whole.
    private func offsetInWritten(_ offset: Int) -> Int {
        var insertions = insertions[...]
        var inText = 0
        var inWritten = 0
        for piece in pieces {
            let count = TemplateParsing.written(piece).utf8.count
            let size: Int
            if case .text = piece {
                if offset < inText + count { return inWritten + offset - inText }
                size = count
            } else {
                // With a space on each side.
                size = (insertions.popFirst()?.range.count ?? 0) + 2
                if offset < inText + size { return inWritten }
            }
            inText += size
            inWritten += count
        }
        return inWritten
    }
}

extension ExpressionTree {
    /// What stands for a text that is not SQL: a call of a function that cannot exist. Whoever
    /// prepares it gets an error that says why.
    static func refused(_ message: String) -> ExpressionTree {
        .function(FunctionCall(Name(message, quoting: .refusal)))
    }
}

extension StatementTree {
    static func refused(_ message: String) -> StatementTree {
        .select(SelectStatement(.select([ExpressionTree.refused(message)])))
    }
}
