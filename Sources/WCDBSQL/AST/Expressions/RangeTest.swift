/// `a BETWEEN b AND c`.
package final class RangeTest: Hashable, Sendable {
    package let isNegated: Bool
    package let subject: Expression
    package let lower: Expression
    package let upper: Expression
    package let extent: TreeExtent

    package init(
        isNegated: Bool = false, _ subject: Expression, _ lower: Expression, _ upper: Expression
    ) {
        var parts = subject.extent
        parts.include(lower)
        parts.include(upper)
        let isTooLarge = parts.enclosed.isTooLarge
        self.isNegated = isNegated
        self.subject = isTooLarge ? .tooLarge : subject
        self.lower = isTooLarge ? .tooLarge : lower
        self.upper = isTooLarge ? .tooLarge : upper
        self.extent = isTooLarge ? .exceeded : parts.enclosed
    }

    package static func == (one: RangeTest, other: RangeTest) -> Bool {
        one === other
            || (one.isNegated == other.isNegated && one.subject == other.subject
                && one.lower == other.lower && one.upper == other.upper)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(isNegated)
        hasher.combine(subject)
        hasher.combine(lower)
        hasher.combine(upper)
    }
}
