/// `a COLLATE name`.
package final class CollateOperation: Hashable, Sendable {
    package let operand: Expression
    package let collation: Name
    package let extent: TreeExtent

    package init(_ operand: Expression, _ collation: Name) {
        let extent = operand.extent.enclosed
        self.operand = extent.isTooLarge ? .tooLarge : operand
        self.collation = collation
        self.extent = extent.isTooLarge ? .exceeded : extent
    }

    package static func == (one: CollateOperation, other: CollateOperation) -> Bool {
        one === other || (one.operand == other.operand && one.collation == other.collation)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(operand)
        hasher.combine(collation)
    }
}
