/// `a BETWEEN b AND c`.
package struct RangeTest: Hashable, Sendable {
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
}
