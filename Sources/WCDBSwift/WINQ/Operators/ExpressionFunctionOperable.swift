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
    ///
    /// ```swift
    /// Note.Properties.title.like("%milk%")  // title LIKE '%milk%'
    /// ```
    public func like(_ operand: any ExpressionConvertible) -> Expression { match(.like, operand) }

    /// `a GLOB b`
    ///
    /// ```swift
    /// Note.Properties.title.glob("[A-C]*")  // title GLOB '[A-C]*'
    /// ```
    public func glob(_ operand: any ExpressionConvertible) -> Expression { match(.glob, operand) }

    /// `a MATCH b`
    ///
    /// ```swift
    /// Note.Properties.text.match("bread OR milk")  // text MATCH 'bread OR milk'
    /// ```
    public func match(_ operand: any ExpressionConvertible) -> Expression {
        match(.match, operand)
    }

    /// `a REGEXP b`
    ///
    /// ```swift
    /// Note.Properties.title.regexp("^[0-9]+$")  // title REGEXP '^[0-9]+$'
    /// ```
    public func regexp(_ operand: any ExpressionConvertible) -> Expression {
        match(.regexp, operand)
    }

    /// `a NOT LIKE b`
    ///
    /// ```swift
    /// Note.Properties.title.notLike("%draft%")  // title NOT LIKE '%draft%'
    /// ```
    public func notLike(_ operand: any ExpressionConvertible) -> Expression {
        match(.like, operand, isNot: true)
    }

    /// `a NOT GLOB b`
    ///
    /// ```swift
    /// Note.Properties.title.notGlob("tmp*")  // title NOT GLOB 'tmp*'
    /// ```
    public func notGlob(_ operand: any ExpressionConvertible) -> Expression {
        match(.glob, operand, isNot: true)
    }

    /// `a NOT MATCH b`
    ///
    /// ```swift
    /// Note.Properties.text.notMatch("milk")  // text NOT MATCH 'milk'
    /// ```
    public func notMatch(_ operand: any ExpressionConvertible) -> Expression {
        match(.match, operand, isNot: true)
    }

    /// `a NOT REGEXP b`
    ///
    /// ```swift
    /// Note.Properties.title.notRegexp("[0-9]")  // title NOT REGEXP '[0-9]'
    /// ```
    public func notRegexp(_ operand: any ExpressionConvertible) -> Expression {
        match(.regexp, operand, isNot: true)
    }

    /// `a IS b`: equal, where NULL equals NULL.
    ///
    /// ```swift
    /// Note.Properties.text.is(BindParameter._1)  // text IS ?1
    /// ```
    public func `is`(_ operand: any ExpressionConvertible) -> Expression {
        Expression(tree: .binary(.is, tree, operand.tree))
    }

    /// `a IS NOT b`
    ///
    /// ```swift
    /// Note.Properties.text.isNot(Note.Properties.title)  // text IS NOT title
    /// ```
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
