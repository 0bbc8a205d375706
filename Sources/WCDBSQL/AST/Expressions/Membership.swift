/// `a IN (…)`, in its four forms.
package struct Membership: Hashable, Sendable {
    /// What the subject is looked for in.
    package enum Candidates: Hashable, Sendable {
        case list([Expression])
        case select(Subquery)
        case table(QualifiedName)
        case function(QualifiedName, [Expression])

        package var extent: TreeExtent {
            var parts = TreeExtent.empty
            switch self {
            case .list(let expressions), .function(_, let expressions): parts.include(expressions)
            case .select(let subquery): parts.include(subquery.extent)
            case .table: break
            }
            return parts
        }
    }

    package let isNegated: Bool
    package let subject: Expression
    package let candidates: Candidates
    package let extent: TreeExtent

    package init(isNegated: Bool = false, _ subject: Expression, _ candidates: Candidates) {
        var parts = subject.extent
        parts.include(candidates.extent)
        let isTooLarge = parts.enclosed.isTooLarge
        self.isNegated = isNegated
        self.subject = isTooLarge ? .tooLarge : subject
        self.candidates = isTooLarge ? .list([]) : candidates
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }
}
