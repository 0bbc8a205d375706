/// `CASE [a] WHEN b THEN c … [ELSE d] END`. Without a branch the tree is unfinished.
package final class CaseExpression: Hashable, Sendable {
    package struct Branch: Hashable, Sendable {
        package let condition: Expression
        package let result: Expression

        package init(when condition: Expression, then result: Expression) {
            self.condition = condition
            self.result = result
        }
    }

    package let operand: Expression?
    package let branches: [Branch]
    package let otherwise: Expression?
    package let extent: TreeExtent

    package init(_ operand: Expression?, _ branches: [Branch], otherwise: Expression?) {
        var parts = TreeExtent.empty
        parts.include(operand)
        for branch in branches {
            parts.include(branch.condition.extent)
            parts.include(branch.result.extent)
        }
        parts.include(otherwise)
        let extent = parts.enclosed(weight: TreeExtent.callWeight)
        let isTooLarge = extent.isTooLarge
        self.operand = isTooLarge ? .tooLarge : operand
        self.branches = isTooLarge ? [] : branches
        self.otherwise = isTooLarge ? nil : otherwise
        self.extent = isTooLarge ? .exceeded : extent
    }

    package static func == (one: CaseExpression, other: CaseExpression) -> Bool {
        one === other
            || (one.operand == other.operand && one.branches == other.branches
                && one.otherwise == other.otherwise)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(operand)
        hasher.combine(branches)
        hasher.combine(otherwise)
    }
}
