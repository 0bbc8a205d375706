import WCDBEngine
import WCDBSQL

/// A condition whose constants became parameters: `id = 7` and `id = 8` share one program.
///
/// Only the constants that a column, or what is computed of columns, is compared with are lifted.
/// Those elsewhere decide about the plan or the meaning (patterns, arguments, TRUE and FALSE, which
/// may be columns), and stay as they are.
///
/// **Always true.** Nothing but what was lifted is a parameter of `tree`.
final class LiftedCondition {
    /// The condition with parameters from `first` on.
    let tree: ExpressionTree
    private let depth: Int

    /// Conditions that are nested more deeply are compared as they are from there on.
    private static let maximumDepth = 24
    /// More candidates of IN than this are not worth a program of their own.
    private static let maximumCandidates = 32
    /// The engine has no parameter of a higher number; further constants stay.
    private static let lastNumber = ParserLimits.standard.parameters

    /// Nil if the condition has parameters of its own, or could have. Without `lifts` the constants
    /// stay.
    init?(_ condition: ExpressionTree, first: Int, lifts: Bool) {
        guard LiftedCondition.isPlain(condition) else { return nil }
        depth = lifts ? LiftedCondition.maximumDepth : 0
        var next = first
        tree = LiftedCondition.lift(condition, &next, depth)
    }

    // MARK: Lifting

    private static func lift(
        _ tree: ExpressionTree, _ next: inout Int, _ depth: Int
    ) -> ExpressionTree {
        guard depth > 0 else { return tree }
        switch tree {
        case .unary(let node) where node.operation == .not:
            return .unary(.not, lift(node.operand, &next, depth - 1))
        case .binary(let node) where node.operation == .and || node.operation == .or:
            let left = lift(node.left, &next, depth - 1)
            return .binary(node.operation, left, lift(node.right, &next, depth - 1))
        case .binary(let node) where comparisons.contains(node.operation):
            if isConstant(node.left), isConstant(node.right) { return tree }
            let left = parameter(for: node.left, &next)
            return .binary(node.operation, left, parameter(for: node.right, &next))
        case .between(let node) where !isConstant(node.subject):
            let lower = parameter(for: node.lower, &next)
            let upper = parameter(for: node.upper, &next)
            return .between(
                RangeTest(isNegated: node.isNegated, node.subject, lower, upper))
        case .membership(let node) where !isConstant(node.subject):
            guard case .list(let list) = node.candidates, list.count <= maximumCandidates else {
                return tree
            }
            let lifted = list.map { parameter(for: $0, &next) }
            return .membership(
                Membership(isNegated: node.isNegated, node.subject, .list(lifted)))
        default: return tree
        }
    }

    private static let comparisons: Set<BinaryOperator> = [
        .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
    ]

    private static func parameter(
        for tree: ExpressionTree, _ next: inout Int
    ) -> ExpressionTree {
        guard case .literal(let literal) = tree, literal.isPlainValue, next <= lastNumber else {
            return tree
        }
        defer { next += 1 }
        return .parameter(.numbered(UInt32(truncatingIfNeeded: next)))
    }

    private static func isConstant(_ tree: ExpressionTree) -> Bool {
        if case .literal = tree { true } else { false }
    }

    // MARK: Comparing

    /// Whether a condition is this one, but for the constants that were lifted.
    func fits(_ condition: ExpressionTree) -> Bool {
        tree.fits(condition, depth: depth) { _, _ in }
    }

    /// Puts the constants of a condition into their places, if it fits. If it does not, some may
    /// be there all the same.
    func take(constantsOf condition: ExpressionTree, for statement: PreparedSQL) -> Bool {
        tree.fits(condition, depth: depth) { number, literal in
            statement.bind(lifted: literal, at: Int(number))
        }
    }
}

extension LiftedCondition {
    /// Whether an expression certainly has no parameters: it is made of columns, constants,
    /// operators and plain calls.
    static func isPlain(_ tree: ExpressionTree) -> Bool {
        switch tree {
        case .literal, .column: true
        case .unary(let node): isPlain(node.operand)
        case .binary(let node): isPlain(node)
        case .pattern(let node):
            isPlain(node.subject) && isPlain(node.pattern) && node.escape.map(isPlain) ?? true
        case .between(let node):
            isPlain(node.subject) && isPlain(node.lower) && isPlain(node.upper)
        case .membership(let node):
            if case .list(let list) = node.candidates {
                isPlain(node.subject) && list.allSatisfy(isPlain)
            } else {
                false
            }
        case .collate(let node): isPlain(node.operand)
        case .cast(let node): isPlain(node.operand)
        case .function(let node): node.window == nil && node.arguments.allSatisfy(isPlain)
        case .row(let node): node.elements.allSatisfy(isPlain)
        case .parameter, .case, .exists, .subquery, .raise, .tooLarge: false
        }
    }

    /// Left sides may be nested deeply.
    private static func isPlain(_ node: BinaryOperation) -> Bool {
        var node = node
        while true {
            guard isPlain(node.right) else { return false }
            guard case .binary(let next) = node.left else { return isPlain(node.left) }
            node = next
        }
    }
}
