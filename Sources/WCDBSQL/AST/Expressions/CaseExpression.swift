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

    package convenience init(
        _ operand: Expression?, _ branches: [Branch], otherwise: Expression?
    ) {
        var parts = TreeExtent.empty
        for branch in branches { parts.include(branch) }
        self.init(operand, branches, extent: parts, otherwise: otherwise)
    }

    /// For whoever knows the extent of the branches: a CASE that grows branch by branch looks at
    /// each of them once.
    package init(
        _ operand: Expression?, _ branches: [Branch], extent parts: TreeExtent,
        otherwise: Expression?
    ) {
        var parts = parts
        parts.include(operand)
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

extension TreeExtent {
    package mutating func include(_ branch: CaseExpression.Branch) {
        include(branch.condition.extent)
        include(branch.result.extent)
    }
}
