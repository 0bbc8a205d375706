/// How large an expression is in the three measures that bound it.
///
/// **Depth** is the height of the tree: a chain of a thousand `AND` is that deep. **Nesting** is
/// what a recursive walk needs: the left side of a binary operator adds nothing, because every
/// walk follows left sides in a loop. So long chains are fine and recursion is bounded. It is
/// counted in units of stack, four kilobytes at most in a build without optimisation: a call
/// weighs two, a query four, an operator one. A thread of 512 KiB is enough for every walk.
/// **Size** is the number of nodes, counted as often as a walk meets them: a builder's parts are
/// shared, so `e + e`, repeated, is a few nodes of memory and an endless walk.
///
/// **Always true.** No expression exceeds a bound: a node that would takes `Expression.tooLarge`
/// for its operands, and `isExceeded` tells everybody above.
package struct TreeExtent: Hashable, Sendable {
    package private(set) var size: UInt32
    package private(set) var depth: UInt16
    package private(set) var nesting: UInt8
    package private(set) var isExceeded: Bool

    package static let maximumSize = 2_000_000
    package static let maximumDepth = 1000
    package static let maximumNesting = 100

    /// What is said of a tree that exceeds one of them.
    package static let refusal =
        "Expression tree is too large (maximum depth \(maximumDepth), nesting \(maximumNesting), "
        + "size \(maximumSize))"

    /// A node without operands.
    package static let leaf = TreeExtent(size: 1, depth: 1, nesting: 0, isExceeded: false)
    /// What stands for a tree that was too large.
    package static let exceeded = TreeExtent(size: 1, depth: 1, nesting: 0, isExceeded: true)
    /// No node at all: the start of a sum over parts.
    package static let empty = TreeExtent(size: 0, depth: 0, nesting: 0, isExceeded: false)

    /// Takes in one more part beside the others.
    package mutating func include(_ other: TreeExtent) {
        size = UInt32(clamping: UInt64(size) &+ UInt64(other.size))
        depth = max(depth, other.depth)
        nesting = max(nesting, other.nesting)
        isExceeded = isExceeded || other.isExceeded
    }

    package mutating func include(_ expression: Expression?) {
        if let expression { include(expression.extent) }
    }

    package mutating func include(_ expressions: [Expression]) {
        for expression in expressions { include(expression.extent) }
    }

    /// The extent of a node around these parts.
    package var enclosed: TreeExtent { enclosed(weight: 1) }

    /// How much calls, CASE, CAST, lists and groups of tables weigh.
    package static let callWeight = 2

    /// The extent of a node that a recursive walk pays more stack for; one that is more work than
    /// others counts as so many nodes.
    package func enclosed(weight: Int, nodes: UInt64 = 1) -> TreeExtent {
        TreeExtent(
            size: UInt32(clamping: UInt64(size) &+ nodes), depth: depth + 1,
            nesting: nesting + UInt8(clamping: weight), isExceeded: isExceeded)
    }

    /// The extent of a binary operator over these sides.
    package static func binary(_ left: TreeExtent, _ right: TreeExtent) -> TreeExtent {
        TreeExtent(
            size: UInt32(clamping: UInt64(left.size) &+ UInt64(right.size) &+ 1),
            depth: max(left.depth, right.depth) + 1,
            nesting: max(left.nesting, right.nesting + 1),
            isExceeded: left.isExceeded || right.isExceeded)
    }

    package var isTooLarge: Bool {
        depth > TreeExtent.maximumDepth || nesting > TreeExtent.maximumNesting
            || size > TreeExtent.maximumSize
    }
}
