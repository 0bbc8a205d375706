/// Expressions that mean the same wherever they stand.
extension Expression {
    /// Whether it needs neither a row nor a query nor a value from outside: what DEFAULT may say.
    /// Functions may be unknown; they are looked for when the value is needed.
    package var isIndependent: Bool {
        var rest = self
        // Left sides may be deep.
        while case .binary(let node) = rest {
            guard node.right.isIndependent else { return false }
            rest = node.left
        }
        switch rest {
        case .literal, .raise: return true
        case .parameter, .column, .exists, .subquery, .tooLarge, .binary: return false
        case .unary(let node): return node.operand.isIndependent
        case .collate(let node): return node.operand.isIndependent
        case .cast(let node): return node.operand.isIndependent
        case .pattern(let node):
            return node.subject.isIndependent && node.pattern.isIndependent
                && node.escape?.isIndependent ?? true
        case .between(let node):
            return node.subject.isIndependent && node.lower.isIndependent
                && node.upper.isIndependent
        case .membership(let node):
            guard case .list(let list) = node.candidates else { return false }
            return node.subject.isIndependent && list.allSatisfy(\.isIndependent)
        case .case(let node): return node.isIndependent
        case .function(let call):
            return call.window == nil && (call.isStar || call.arguments.allSatisfy(\.isIndependent))
        case .row(let node): return node.elements.allSatisfy(\.isIndependent)
        }
    }
}

extension CaseExpression {
    fileprivate var isIndependent: Bool {
        operand?.isIndependent ?? true
            && branches.allSatisfy { $0.condition.isIndependent && $0.result.isIndependent }
            && otherwise?.isIndependent ?? true
    }
}
