// An operand that is an operator stands in parentheses, wherever it stands: the text shows the
// tree and nobody has to know which operator binds more strongly.

extension Expression: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        switch self {
        case .literal(let node): writer.write(node)
        case .parameter(let node): writer.write(node)
        case .column(let node): writer.write(node)
        case .unary(let node): writer.write(node)
        case .binary(let node): writer.write(node)
        case .function(let node): writer.write(node)
        default: renderRest(into: &writer)
        }
    }

    /// The rarer nodes, apart, because each case costs a frame of the stack.
    private func renderRest(into writer: inout SQLWriter) {
        switch self {
        case .pattern(let node): writer.write(node)
        case .between(let node): writer.write(node)
        case .membership(let node): writer.write(node)
        case .collate(let node): writer.write(node)
        case .cast(let node): writer.write(node)
        case .case(let node): writer.write(node)
        case .row(let node): writer.writeParenthesised(node.elements)
        case .exists(let query):
            writer.write("EXISTS")
            writer.write(query)
        case .subquery(let query): writer.write(query)
        case .raise(let node): writer.write(node)
        // Not SQL, so that nobody takes it for a smaller tree.
        default: writer.write("<expression too large>")
        }
    }

    /// What is around an operand.
    enum Surrounding { case logic, minus, other }

    func renderOperand(of surrounding: Surrounding, into writer: inout SQLWriter) {
        let isWrapped = needsParentheses(in: surrounding)
        if isWrapped { writer.write("(") }
        render(into: &writer)
        if isWrapped { writer.write(")") }
    }

    func needsParentheses(in surrounding: Surrounding) -> Bool {
        switch self {
        case .binary, .pattern, .between, .collate: true
        case .unary(let node): surrounding != .logic || !node.isNotExists
        case .membership: surrounding != .logic
        // Behind a minus the sign would become part of the number.
        case .literal(let literal): surrounding == .minus && literal.isNumber
        default: false
        }
    }
}

extension UnaryOperation: SQLRenderable {
    /// `NOT EXISTS(…)` looks like one word, and is treated like IN.
    var isNotExists: Bool {
        guard operation == .not, case .exists = operand else { return false }
        return true
    }

    package func render(into writer: inout SQLWriter) {
        switch operation {
        case .minus: writer.write("-")
        case .plus: writer.write("+")
        case .bitNot: writer.write("~")
        case .not: writer.write("NOT ")
        case .isNull, .notNull: break
        }
        let surrounding: Expression.Surrounding =
            operation == .not ? .logic : operation == .minus ? .minus : .other
        operand.renderOperand(of: surrounding, into: &writer)
        writer.write(" ISNULL", if: operation == .isNull)
        writer.write(" NOTNULL", if: operation == .notNull)
    }
}

extension BinaryOperation: SQLRenderable {
    package func render(into writer: inout SQLWriter) {
        // Left sides are followed in a loop: outermost operator first.
        var chain = [self]
        var left = self.left
        while case .binary(let next) = left {
            chain.append(next)
            left = next.left
            writer.write("(")
        }
        var isInner = false
        for node in chain.reversed() {
            let surrounding = node.surrounding
            if isInner {
                writer.write(")")
            } else {
                left.renderOperand(of: surrounding, into: &writer)
            }
            isInner = true
            writer.write(node.operation.text)
            node.right.renderOperand(of: surrounding, into: &writer)
        }
    }

    private var surrounding: Expression.Surrounding {
        operation == .and || operation == .or ? .logic : .other
    }
}

extension BinaryOperator {
    /// The operator with the spaces around it.
    var text: StaticString {
        switch self {
        case .or: " OR "
        case .and: " AND "
        case .equal: " == "
        case .notEqual: " != "
        case .is: " IS "
        case .isNot: " IS NOT "
        case .less: " < "
        case .lessOrEqual: " <= "
        case .greater: " > "
        case .greaterOrEqual: " >= "
        case .bitAnd: " & "
        case .bitOr: " | "
        case .shiftLeft: " << "
        case .shiftRight: " >> "
        case .add: " + "
        case .subtract: " - "
        case .multiply: " * "
        case .divide: " / "
        case .remainder: " % "
        case .concatenate: " || "
        case .extractJSON: " -> "
        case .extractValue: " ->> "
        }
    }
}
