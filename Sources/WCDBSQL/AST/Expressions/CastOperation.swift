/// `CAST(a AS type)`. Without a type the tree is unfinished.
package struct CastOperation: Hashable, Sendable {
    package let operand: Expression
    package let type: TypeName?
    package let extent: TreeExtent

    package init(_ operand: Expression, as type: TypeName?) {
        let extent = operand.extent.enclosed
        self.operand = extent.isTooLarge ? .tooLarge : operand
        self.type = type
        self.extent = extent.isTooLarge ? .exceeded : extent
    }
}
