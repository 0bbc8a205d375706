// A pattern is looked at beside the tree, one after the other: a pair of both would be a copy, and
// from outside of this module every part that is looked at is one.

extension Expression {
    /// Whether an expression is this one, but for the constants that stand where this one has
    /// numbered parameters, as far as `depth` levels down.
    ///
    /// Only what compares is looked into: operators, BETWEEN, IN with a list.
    package func fits(_ tree: Expression, depth: Int) -> Bool {
        switch self {
        case .parameter(let parameter):
            // The tree's own parameter of that number is another one.
            guard case .numbered = parameter, case .literal(let literal) = tree else {
                return false
            }
            return literal.isPlainValue
        case .column(let one):
            guard case .column(let other) = tree else { return false }
            return one == other
        case .binary(let one) where depth > 0:
            guard case .binary(let other) = tree, one.operation == other.operation else {
                return false
            }
            return one.left.fits(other.left, depth: depth - 1)
                && one.right.fits(other.right, depth: depth - 1)
        case .unary(let one) where depth > 0:
            guard case .unary(let other) = tree, one.operation == other.operation else {
                return false
            }
            return one.operand.fits(other.operand, depth: depth - 1)
        case .between(let one) where depth > 0:
            guard case .between(let other) = tree, one.isNegated == other.isNegated else {
                return false
            }
            return one.subject.fits(other.subject, depth: depth - 1)
                && one.lower.fits(other.lower, depth: depth - 1)
                && one.upper.fits(other.upper, depth: depth - 1)
        case .membership(let one) where depth > 0:
            guard case .membership(let other) = tree else { return false }
            return one.fits(other, depth: depth - 1)
        default: return self == tree
        }
    }

    /// Calls `body` with the number of each parameter and the constant that stands there in a tree
    /// that fits.
    package func eachConstant(
        in tree: Expression, depth: Int, _ body: (UInt32, Literal) -> Void
    ) {
        switch self {
        case .parameter(let parameter):
            guard case .numbered(let number) = parameter, case .literal(let literal) = tree else {
                return
            }
            body(number, literal)
        case .binary(let one) where depth > 0:
            guard case .binary(let other) = tree else { return }
            one.left.eachConstant(in: other.left, depth: depth - 1, body)
            one.right.eachConstant(in: other.right, depth: depth - 1, body)
        case .unary(let one) where depth > 0:
            guard case .unary(let other) = tree else { return }
            one.operand.eachConstant(in: other.operand, depth: depth - 1, body)
        case .between(let one) where depth > 0:
            guard case .between(let other) = tree else { return }
            one.subject.eachConstant(in: other.subject, depth: depth - 1, body)
            one.lower.eachConstant(in: other.lower, depth: depth - 1, body)
            one.upper.eachConstant(in: other.upper, depth: depth - 1, body)
        case .membership(let one) where depth > 0:
            guard case .membership(let other) = tree else { return }
            one.eachConstant(in: other, depth: depth - 1, body)
        default: break
        }
    }
}

extension Membership {
    fileprivate func fits(_ other: Membership, depth: Int) -> Bool {
        guard isNegated == other.isNegated, case .list(let known) = candidates,
            case .list(let list) = other.candidates, known.count == list.count,
            subject.fits(other.subject, depth: depth)
        else { return false }
        return zip(known, list).allSatisfy { $0.fits($1, depth: depth) }
    }

    fileprivate func eachConstant(
        in other: Membership, depth: Int, _ body: (UInt32, Literal) -> Void
    ) {
        guard case .list(let known) = candidates, case .list(let list) = other.candidates else {
            return
        }
        subject.eachConstant(in: other.subject, depth: depth, body)
        for (one, other) in zip(known, list) { one.eachConstant(in: other, depth: depth, body) }
    }
}
