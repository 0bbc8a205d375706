/// An operator with one operand: `-a`, `NOT a`, `a ISNULL`.
package final class UnaryOperation: Hashable, Sendable {
    package let operation: UnaryOperator
    package let operand: Expression
    package let extent: TreeExtent

    package init(_ operation: UnaryOperator, _ operand: Expression) {
        let extent = operand.extent.enclosed
        self.operation = operation
        self.operand = extent.isTooLarge ? .tooLarge : operand
        self.extent = extent.isTooLarge ? .exceeded : extent
    }

    package static func == (one: UnaryOperation, other: UnaryOperation) -> Bool {
        one === other || (one.operation == other.operation && one.operand == other.operand)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(operation)
        hasher.combine(operand)
    }
}

/// The operators with one operand. The last two stand behind it.
package enum UnaryOperator: UInt8, Hashable, Sendable, CaseIterable {
    case minus, plus, bitNot, not, isNull, notNull
}
