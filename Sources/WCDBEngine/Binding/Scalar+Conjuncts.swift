/// What a condition demands, term by term.
extension Scalar {
    private var isConjunction: Bool {
        if case .and = self { true } else { false }
    }

    /// The terms that must all hold.
    var conjuncts: [Scalar] {
        guard case .and(let left, let right) = self else { return [self] }
        if !left.isConjunction, !right.isConjunction { return [left, right] }
        var terms: [Scalar] = []
        var rest = [right, left]
        while let next = rest.popLast() {
            if case .and(let left, let right) = next {
                rest.append(right)
                rest.append(left)
            } else {
                terms.append(next)
            }
        }
        return terms
    }
}
