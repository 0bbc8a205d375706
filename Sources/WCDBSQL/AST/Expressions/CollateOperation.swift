/// `a COLLATE name`.
package struct CollateOperation: Hashable, Sendable {
    package let operand: Expression
    package let collation: Name
    package let extent: TreeExtent

    package init(_ operand: Expression, _ collation: Name) {
        let extent = operand.extent.enclosed
        self.operand = extent.isTooLarge ? .tooLarge : operand
        self.collation = collation
        self.extent = extent.isTooLarge ? .exceeded : extent
    }
}
