// Left sides of binary operators are followed in a loop (see BinaryOperation); everything else
// is bounded by the nesting of the tree.

extension Expression: Hashable {
    package static func == (left: Expression, right: Expression) -> Bool {
        switch (left, right) {
        case (.literal(let one), .literal(let other)): one == other
        case (.column(let one), .column(let other)): one == other
        case (.binary(let one), .binary(let other)): one == other
        case (.unary(let one), .unary(let other)): one == other
        case (.function(let one), .function(let other)): one == other
        case (.parameter(let one), .parameter(let other)): one == other
        case (.raise(let one), .raise(let other)): one == other
        case (.tooLarge, .tooLarge): true
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
