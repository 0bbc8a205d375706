import WCDBSQL

// Expressions: a builder can leave out what text cannot, and put things where text has no place for
// them. They are looked through whole, also where nobody would compute them.

extension UnfinishedStatement {
    static func missing(_ expressions: [ExpressionTree]) -> String? {
        for expression in expressions {
            if let part = missing(expression) { return part }
        }
        return nil
    }

    /// Follows the last operand that a node names in a loop: chains may be long.
    static func missing(_ expression: ExpressionTree?) -> String? {
        var next = expression
        while let current = next {
            // Before its parts are missed, which gave way for their size.
            if current.extent.isExceeded { return TreeExtent.refusal }
            let part: String?
            (part, next) = missingHere(current)
            if let part { return part }
        }
        return nil
    }

    /// What is missing in a node or beside its first operand, which is left to the caller.
    private static func missingHere(
        _ expression: ExpressionTree
    ) -> (part: String?, next: ExpressionTree?) {
        switch expression {
        case .literal, .raise: (nil, nil)
        case .tooLarge: (TreeExtent.refusal, nil)
        case .parameter(let parameter): (problem(of: parameter), nil)
        case .column(let column): (problem(of: column), nil)
        case .unary(let node): (nil, node.operand)
        case .binary(let node): (missing(node.right), node.left)
        case .pattern(let node): (missing(node.pattern) ?? missing(node.escape), node.subject)
        case .between(let node): (missing(node.lower) ?? missing(node.upper), node.subject)
        case .membership(let node): (missing(node.candidates), node.subject)
        case .collate(let node):
            (
                node.collation.isEmpty ? "a collation has no name" : unsayable(node.collation),
                node.operand
            )
        case .cast(let node): (problem(ofType: node.type), node.operand)
        case .case(let node): (missing(node), node.operand)
        case .function(let call): (missing(call), nil)
        case .row(let row): (missing(row.elements), nil)
        case .exists(let query), .subquery(let query): (missing(query.select, "SELECT"), nil)
        }
    }

    private static func problem(of parameter: Parameter) -> String? {
        switch parameter {
        case .next: nil
        case .numbered(let number):
            (1...UInt32(ParserLimits.standard.parameters)).contains(number)
                ? nil
                : "variable number must be between ?1 and ?\(ParserLimits.standard.parameters)"
        case .named(_, let name): name.string.isEmpty ? "a parameter has no name" : nil
        }
    }

    private static func problem(of column: ColumnReference) -> String? {
        if column.name.isEmpty { return "a column has no name" }
        return column.isAll ? "* stands where a value is needed" : unsayable(column)
    }

    private static func problem(ofType type: TypeName?) -> String? {
        guard let type else { return "CAST has no type" }
        return type.text == "NULL" ? "CAST cannot make NULL" : nil
    }

    private static func missing(_ candidates: Membership.Candidates) -> String? {
        switch candidates {
        case .list(let expressions): missing(expressions)
        case .select(let query): missing(query.select, "SELECT")
        case .table(let name): name.isEmpty ? "the table of IN has no name" : unsayable(name)
        case .function(let name, let arguments):
            name.isEmpty
                ? "the table function of IN has no name" : unsayable(name) ?? missing(arguments)
        }
    }

    private static func missing(_ choice: CaseExpression) -> String? {
        if choice.branches.isEmpty { return "CASE has no WHEN, or does not pair WHEN and THEN" }
        for branch in choice.branches {
            if let part = missing(branch.condition) ?? missing(branch.result) { return part }
        }
        return missing(choice.otherwise)
    }

    private static func missing(_ call: FunctionCall) -> String? {
        if call.name.quoting == .refusal { return call.name.text }
        if call.name.isEmpty { return "a function has no name" }
        if let part = unsayable(call.name) { return part }
        if call.isStar {
            if call.isDistinct { return "DISTINCT aggregates must have exactly one argument" }
        } else {
            guard call.arguments.count <= ParserLimits.standard.functionArguments else {
                return "too many arguments on function \(call.name.text)"
            }
            if let part = missing(call.arguments) { return part }
        }
        switch call.window {
        case nil: return nil
        case .filter(let filter): return missing(filter)
        case .over(let filter, let window): return missing(filter) ?? missing(window)
        }
    }

    private static func missing(_ window: WindowReference) -> String? {
        switch window {
        case .named(let name): name.isEmpty ? "a window has no name" : unsayable(name)
        case .definition(let definition): missing(definition)
        }
    }

    static func missing(_ window: WindowDefinition) -> String? {
        if window.hasUnfinishedFrame {
            return "the frame of a window has no unit, or lacks a bound"
        }
        if let frame = window.frame {
            guard frame.isPossible else { return "unsupported frame specification" }
            if let part = missing(frame.start.offset) ?? missing(frame.end?.offset) { return part }
        }
        return missing(window.partition) ?? missing(window.order)
    }

    static func missing(_ terms: [OrderingTree]) -> String? {
        for term in terms {
            if let part = missing(term.expression) { return part }
        }
        return nil
    }
}
