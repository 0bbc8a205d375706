/// An operator between two operands. Left sides may be nested deeply (`a AND b AND c …`): whoever
/// walks a tree follows them in a loop.
package final class BinaryOperation: Hashable, Sendable {
    package let operation: BinaryOperator
    package let left: Expression
    package let right: Expression
    package let extent: TreeExtent

    package init(_ operation: BinaryOperator, _ left: Expression, _ right: Expression) {
        let extent = TreeExtent.binary(left.extent, right.extent)
        self.operation = operation
        self.left = extent.isTooLarge ? .tooLarge : left
        self.right = extent.isTooLarge ? .tooLarge : right
        self.extent = extent.isTooLarge ? .exceeded : extent
    }

    package static func == (one: BinaryOperation, other: BinaryOperation) -> Bool {
        var one = one
        var other = other
        while one !== other {
            guard one.operation == other.operation, one.extent == other.extent,
                one.right == other.right
            else { return false }
            guard case .binary(let nextOne) = one.left, case .binary(let nextOther) = other.left
            else { return one.left == other.left }
            one = nextOne
            other = nextOther
        }
        return true
    }

    package func hash(into hasher: inout Hasher) {
        var node = self
        while true {
            hasher.combine(node.operation)
            hasher.combine(node.right)
            guard case .binary(let next) = node.left else { break }
            node = next
        }
        hasher.combine(node.left)
    }
}

/// The operators between two operands. `=` and `==`, `<>` and `!=`, `IS NOT` and
/// `IS DISTINCT FROM` are one each.
package enum BinaryOperator: UInt8, Hashable, Sendable, CaseIterable {
    case or, and
    case equal, notEqual, `is`, isNot
    case less, lessOrEqual, greater, greaterOrEqual
    case bitAnd, bitOr, shiftLeft, shiftRight
    case add, subtract
    case multiply, divide, remainder
    case concatenate
    /// `->` and `->>`
    case extractJSON, extractValue

    /// `IS` and `IS NOT`.
    package var isIdentity: Bool {
        switch self {
        case .is, .isNot: true
        default: false
        }
    }
}
