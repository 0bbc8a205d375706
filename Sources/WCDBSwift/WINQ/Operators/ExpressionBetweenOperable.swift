import WCDBSQL

/// Anything that can be tested for lying between two values.
///
/// ```swift
/// Column(named: "age").between(13, 19)  // age BETWEEN 13 AND 19
/// ```
public protocol ExpressionBetweenOperable: ExpressionConvertible {}

extension ExpressionBetweenOperable {
    /// `a BETWEEN b AND c`
    ///
    /// ```swift
    /// Note.Properties.stars.between(3, 5)  // stars BETWEEN 3 AND 5
    /// ```
    public func between(
        _ begin: any ExpressionConvertible, _ end: any ExpressionConvertible
    ) -> Expression {
        between(begin, end, isNot: false)
    }

    /// `a NOT BETWEEN b AND c`
    ///
    /// ```swift
    /// Note.Properties.stars.notBetween(3, 5)  // stars NOT BETWEEN 3 AND 5
    /// ```
    public func notBetween(
        _ begin: any ExpressionConvertible, _ end: any ExpressionConvertible
    ) -> Expression {
        between(begin, end, isNot: true)
    }

    /// `a BETWEEN b AND c`, or its contrary.
    ///
    /// ```swift
    /// Note.Properties.stars.between(3, 5, isNot: true)  // stars NOT BETWEEN 3 AND 5
    /// ```
    public func between(
        _ begin: any ExpressionConvertible, _ end: any ExpressionConvertible, isNot: Bool
    ) -> Expression {
        Expression(tree: .between(RangeTest(isNegated: isNot, tree, begin.tree, end.tree)))
    }
}
