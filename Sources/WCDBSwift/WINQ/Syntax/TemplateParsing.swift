import WCDBSQL

/// A template as text with parameters, and what stands for them.
///
/// The parameters have a prefix that the text does not contain, so they cannot be mistaken.
struct TemplateParsing {
    private let pieces: [SQLTemplate.Piece]
    private var text = ""
    private var substitutes: [Parameter: ExpressionTree] = [:]

    init(_ template: SQLTemplate) {
        pieces = template.pieces
        let prefix = TemplateParsing.prefix(for: template)
        for piece in template.pieces {
            switch piece {
            case .text(let part): text += part
            case .value(let tree):
                let name = prefix + String(substitutes.count)
                // The spaces keep it apart from words and parentheses around it.
                text += " :" + name + " "
                substitutes[.named(.colon, SQLText(name))] = tree
            }
        }
    }

    var expression: ExpressionTree {
        do {
            var parser = parser
            let tree = try parser.wholeExpression()
            return isComplete(parser) ? tree : .refused("a value stands within quotes: " + written)
        } catch {
            return .refused(error.message + ": " + written)
        }
    }

    var statement: StatementSyntax {
        do {
            var parser = parser
            let tree = try parser.wholeStatement()
            return isComplete(parser)
                ? StatementSyntax(tree) : refused("a value stands within quotes")
        } catch {
            return refused(error.message)
        }
    }

    private func refused(_ problem: String) -> StatementSyntax {
        StatementSyntax(.refused(problem + ": " + written), problem: problem, written: written)
    }

    /// The text with the values in it.
    private var written: String {
        pieces.reduce(into: "") { text, piece in
            switch piece {
            case .text(let part): text += part
            case .value(let tree): text += tree.sql
            }
        }
    }

    private var parser: Parser {
        var parser = Parser(text)
        parser.substitutes = substitutes
        return parser
    }

    private func isComplete(_ parser: Parser) -> Bool {
        parser.substitutionCount == substitutes.count
    }

    private static func prefix(for template: SQLTemplate) -> String {
        let texts = template.pieces.map { piece in
            if case .text(let text) = piece { text } else { "" }
        }
        var prefix = "value"
        while texts.contains(where: { $0.contains(prefix) }) { prefix += "_" }
        return prefix
    }
}

extension ExpressionTree {
    /// What stands for a text that is no SQL: a call of a function that cannot exist. Whoever
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
