import WCDBSQL

/// Anything that can be compared by a collation.
///
/// ```swift
/// Column(named: "name").collate("NOCASE") == "ada"  // (name COLLATE NOCASE) == 'ada'
/// ```
public protocol ExpressionCollateOperable: ExpressionConvertible {}

extension ExpressionCollateOperable {
    /// `a COLLATE name`
    ///
    /// ```swift
    /// Note.Properties.title.collate("NOCASE") == "milk"  // (title COLLATE NOCASE) == 'milk'
    /// ```
    public func collate(_ collation: String) -> Expression {
        Expression(tree: .collate(tree, Name(spelling: collation)))
    }
}
