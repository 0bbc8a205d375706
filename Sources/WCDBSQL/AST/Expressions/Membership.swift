/// `a IN (…)`, in its four forms.
package final class Membership: Hashable, Sendable {
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

    package convenience init(
        isNegated: Bool = false, _ subject: Expression, _ candidates: Candidates
    ) {
        self.init(isNegated: isNegated, subject, candidates, extent: candidates.extent)
    }

    /// For whoever knows the extent of the candidates.
    package init(
        isNegated: Bool, _ subject: Expression, _ candidates: Candidates,
        extent partsOfCandidates: TreeExtent
    ) {
        var parts = subject.extent
        parts.include(partsOfCandidates.enclosed)
        let isTooLarge = parts.enclosed.isTooLarge
        self.isNegated = isNegated
        self.subject = isTooLarge ? .tooLarge : subject
        self.candidates = isTooLarge ? .list([]) : candidates
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }

    package static func == (one: Membership, other: Membership) -> Bool {
        one === other
            || (one.isNegated == other.isNegated && one.subject == other.subject
                && one.candidates == other.candidates)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isNegated)
        hasher.combine(subject)
        hasher.combine(candidates)
    }
}
