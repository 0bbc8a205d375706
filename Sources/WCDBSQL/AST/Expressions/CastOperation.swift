/// `CAST(a AS type)`. Without a type the tree is unfinished.
package final class CastOperation: Hashable, Sendable {
    package let operand: Expression
    package let type: TypeName?
    package let extent: TreeExtent

    package init(_ operand: Expression, as type: TypeName?) {
        let extent = operand.extent.enclosed(weight: TreeExtent.callWeight)
        self.operand = extent.isTooLarge ? .tooLarge : operand
        self.type = type
        self.extent = extent.isTooLarge ? .exceeded : extent
    }

    package static func == (one: CastOperation, other: CastOperation) -> Bool {
        one === other || (one.operand == other.operand && one.type == other.type)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(operand)
        hasher.combine(type)
    }
}
