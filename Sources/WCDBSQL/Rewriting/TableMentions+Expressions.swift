// Expressions: the qualifiers of columns, and queries.

extension TableMentions {
    mutating func note(_ expressions: [Expression]) {
        for expression in expressions { note(expression) }
    }

    mutating func note(_ expression: Expression?) {
        guard var expression else { return }
        // Left sides may be nested deeply.
        while case .binary(let node) = expression {
            note(node.right)
            expression = node.left
        }
        switch expression {
        case .literal, .parameter, .raise, .tooLarge, .binary: break
        case .column(let column): noteQualifier(of: column)
        case .unary(let node): note(node.operand)
        case .collate(let node): note(node.operand)
        case .cast(let node): note(node.operand)
        case .row(let node): note(node.elements)
        case .exists(let query), .subquery(let query): note(query.select)
        case .pattern(let node):
            note([node.subject, node.pattern])
            note(node.escape)
        case .between(let node): note([node.subject, node.lower, node.upper])
        case .membership(let node): note(node)
        case .case(let node): note(node)
        case .function(let node): note(node)
        }
    }

    private mutating func note(_ membership: Membership) {
        note(membership.subject)
        switch membership.candidates {
        case .list(let candidates): note(candidates)
        case .select(let query): note(query.select)
        case .table(let name): noteSource(name)
        case .function(let name, let arguments):
            note(schemaOf: name)
            note(arguments)
        }
    }

    private mutating func note(_ choice: CaseExpression) {
        note(choice.operand)
        for branch in choice.branches { note([branch.condition, branch.result]) }
        note(choice.otherwise)
    }

    private mutating func note(_ call: FunctionCall) {
        note(call.arguments)
        switch call.window {
        case .filter(let filter): note(filter)
        case .over(let filter, let window):
            note(filter)
            if case .definition(let definition) = window { note(definition) }
        case nil: break
        }
    }
}
