/// `a LIKE b`, `a NOT GLOB b`, `a LIKE b ESCAPE c`: calls of functions in the dress of operators.
package final class PatternMatch: Hashable, Sendable {
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        case like, glob, regexp, match
    }

    package let kind: Kind
    package let isNegated: Bool
    package let subject: Expression
    package let pattern: Expression
    package let escape: Expression?
    package let extent: TreeExtent

    package init(
        _ kind: Kind, isNegated: Bool = false, _ subject: Expression, _ pattern: Expression,
        escape: Expression? = nil
    ) {
        var parts = subject.extent
        parts.include(pattern)
        parts.include(escape)
        let isTooLarge = parts.enclosed.isTooLarge
        self.kind = kind
        self.isNegated = isNegated
        self.subject = isTooLarge ? .tooLarge : subject
        self.pattern = isTooLarge ? .tooLarge : pattern
        self.escape = isTooLarge ? nil : escape
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }

    package func with(escape: Expression?) -> PatternMatch {
        PatternMatch(kind, isNegated: isNegated, subject, pattern, escape: escape)
    }

    package static func == (one: PatternMatch, other: PatternMatch) -> Bool {
        one === other
            || (one.kind == other.kind && one.isNegated == other.isNegated
                && one.subject == other.subject && one.pattern == other.pattern
                && one.escape == other.escape)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        hasher.combine(isNegated)
        hasher.combine(subject)
        hasher.combine(pattern)
        hasher.combine(escape)
    }
}
