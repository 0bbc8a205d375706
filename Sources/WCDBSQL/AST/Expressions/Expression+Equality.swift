// Left sides of binary operators are followed in a loop (see BinaryOperation); everything else
// is bounded by the nesting of the tree.

extension Expression: Hashable {
    package static func == (left: Expression, right: Expression) -> Bool {
        // One after the other: a pair of both would be a copy.
        switch left {
        case .literal(let one):
            if case .literal(let other) = right { one == other } else { false }
        case .column(let one):
            if case .column(let other) = right { one == other } else { false }
        case .binary(let one):
            if case .binary(let other) = right { one == other } else { false }
        case .unary(let one):
            if case .unary(let other) = right { one == other } else { false }
        case .function(let one):
            if case .function(let other) = right { one == other } else { false }
        case .parameter(let one):
            if case .parameter(let other) = right { one == other } else { false }
        default: areEqualOperations(left, right)
        }
    }

    /// The rest, apart, because each case costs a frame of the stack.
    private static func areEqualOperations(_ left: Expression, _ right: Expression) -> Bool {
        switch (left, right) {
        case (.pattern(let one), .pattern(let other)): one == other
        case (.between(let one), .between(let other)): one == other
        case (.membership(let one), .membership(let other)): one == other
        case (.collate(let one), .collate(let other)): one == other
        case (.cast(let one), .cast(let other)): one == other
        case (.case(let one), .case(let other)): one == other
        case (.row(let one), .row(let other)): one == other
        case (.exists(let one), .exists(let other)): one == other
        case (.subquery(let one), .subquery(let other)): one == other
        case (.raise(let one), .raise(let other)): one == other
        case (.tooLarge, .tooLarge): true
        default: false
        }
    }

    package func hash(into hasher: inout Hasher) {
        switch self {
        case .literal(let node): hasher.combine(node)
        case .parameter(let node): hasher.combine(node)
        case .column(let node): hasher.combine(node)
        case .unary(let node): hasher.combine(node)
        case .binary(let node): hasher.combine(node)
        case .pattern(let node): hasher.combine(node)
        case .between(let node): hasher.combine(node)
        case .membership(let node): hasher.combine(node)
        case .collate(let node): hasher.combine(node)
        case .cast(let node): hasher.combine(node)
        case .case(let node): hasher.combine(node)
        case .function(let node): hasher.combine(node)
        case .row(let node): hasher.combine(node)
        case .exists(let node): hasher.combine(node)
        case .subquery(let node):
            hasher.combine(true)
            hasher.combine(node)
        case .raise(let node): hasher.combine(node)
        case .tooLarge: break
        }
    }
}
