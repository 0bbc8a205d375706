import WCDBSQL

/// What functions and pattern operators can be applied to.
///
/// ```swift
/// Column(named: "name").like("A%")  // name LIKE 'A%'
/// Column(named: "age").max()        // MAX(age)
/// ```
public protocol ExpressionFunctionOperable: ExpressionConvertible {}

// Patterns.
extension ExpressionFunctionOperable {
    /// `a LIKE b`
    public func like(_ operand: any ExpressionConvertible) -> Expression { match(.like, operand) }

    /// `a GLOB b`
    public func glob(_ operand: any ExpressionConvertible) -> Expression { match(.glob, operand) }

    /// `a MATCH b`
    public func match(_ operand: any ExpressionConvertible) -> Expression {
        match(.match, operand)
    }

    /// `a REGEXP b`
    public func regexp(_ operand: any ExpressionConvertible) -> Expression {
        match(.regexp, operand)
    }

    /// `a NOT LIKE b`
    public func notLike(_ operand: any ExpressionConvertible) -> Expression {
        match(.like, operand, isNot: true)
    }

    /// `a NOT GLOB b`
    public func notGlob(_ operand: any ExpressionConvertible) -> Expression {
        match(.glob, operand, isNot: true)
    }

    /// `a NOT MATCH b`
    public func notMatch(_ operand: any ExpressionConvertible) -> Expression {
        match(.match, operand, isNot: true)
    }

    /// `a NOT REGEXP b`
    public func notRegexp(_ operand: any ExpressionConvertible) -> Expression {
        match(.regexp, operand, isNot: true)
    }

    /// `a IS b`: equal, where NULL equals NULL.
    public func `is`(_ operand: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.is, tree, operand.tree))
    }

    /// `a IS NOT b`
    public func isNot(_ operand: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.isNot, tree, operand.tree))
    }

    private func match(
        _ kind: PatternMatch.Kind, _ pattern: any ExpressionConvertible, isNot: Bool = false
    ) -> Expression {
        Expression(tree: .pattern(PatternMatch(kind, isNegated: isNot, tree, pattern.tree)))
    }
}

extension ExpressionFunctionOperable {
    /// A call with this as the first argument.
    func call(
        _ name: Name, _ arguments: any ExpressionConvertible..., isDistinct: Bool = false
    ) -> Expression {
        .function(named: name, [tree] + arguments.map(\.tree), isDistinct: isDistinct)
    }

    /// A call with this as the first argument.
    func call(_ name: Name, _ arguments: [any ExpressionConvertible]) -> Expression {
        .function(named: name, [tree] + arguments.map(\.tree))
    }
}
