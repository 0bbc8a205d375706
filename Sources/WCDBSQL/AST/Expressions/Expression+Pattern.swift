// A pattern is looked at beside the tree, one after the other: a pair of both would be a copy, and
// from outside of this module every part that is looked at is one.

extension Expression {
    /// Whether an expression is this one, but for the constants that stand where this one has
    /// numbered parameters, as far as `depth` levels down. `body` is called with the number of each
    /// and the constant, before it is known whether the rest fits.
    ///
    /// Only what compares is looked into: operators, BETWEEN, IN with a list.
    package func fits(
        _ tree: Expression, depth: Int, _ body: (UInt32, Literal) -> Void
    ) -> Bool {
        switch self {
        case .parameter(let parameter):
            // The tree's own parameter of that number is another one.
            guard case .numbered(let number) = parameter, case .literal(let literal) = tree,
                literal.isPlainValue
            else { return false }
            body(number, literal)
            return true
        case .column(let one):
            guard case .column(let other) = tree else { return false }
            return one == other
        case .binary(let one) where depth > 0:
            guard case .binary(let other) = tree, one.operation == other.operation else {
                return false
            }
            // A column on the left is what nearly all conditions have.
            if case .column(let column) = one.left {
                guard case .column(let otherColumn) = other.left, column == otherColumn else {
                    return false
                }
                return one.right.fits(other.right, depth: depth - 1, body)
            }
            return one.left.fits(other.left, depth: depth - 1, body)
                && one.right.fits(other.right, depth: depth - 1, body)
        case .unary(let one) where depth > 0:
            guard case .unary(let other) = tree, one.operation == other.operation else {
                return false
            }
            return one.operand.fits(other.operand, depth: depth - 1, body)
        case .between(let one) where depth > 0:
            guard case .between(let other) = tree, one.isNegated == other.isNegated else {
                return false
            }
            return one.subject.fits(other.subject, depth: depth - 1, body)
                && one.lower.fits(other.lower, depth: depth - 1, body)
                && one.upper.fits(other.upper, depth: depth - 1, body)
        case .membership(let one) where depth > 0:
            guard case .membership(let other) = tree else { return false }
            return one.fits(other, depth: depth - 1, body)
        default: return self == tree
        }
    }
}

extension Membership {
    fileprivate func fits(
        _ other: Membership, depth: Int, _ body: (UInt32, Literal) -> Void
    ) -> Bool {
        guard isNegated == other.isNegated, case .list(let known) = candidates,
            case .list(let list) = other.candidates, known.count == list.count,
            subject.fits(other.subject, depth: depth, body)
        else { return false }
        return zip(known, list).allSatisfy { $0.fits($1, depth: depth, body) }
    }
}
