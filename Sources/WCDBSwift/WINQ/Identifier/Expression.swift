import WCDBSQL

/// An expression: what operators and functions on columns and values make.
///
/// ```swift
/// let id = Column(named: "id")
/// id > 1 && id < 9                              // (id > 1) AND (id < 9)
/// Expression.function("coalesce").arguments(id, 0)  // coalesce(id, 0)
/// ```
///
/// Calls, CASE, CAST and IN are completed by further calls, which change the expression they are
/// called on; what does not fit an expression leaves it as it is. Where Foundation is imported
/// too, write `WCDBSwift.Expression`.
public final class Expression: Identifier, ExpressionOperable {
    @exclusivity(unchecked) package internal(set) var tree: ExpressionTree
    /// What was said about a call that its tree may not show.
    var callMarks: CallMarks = []
    /// The CASE or the list of arguments that is being built.
    var draft: ExpressionDraft?

    package init(tree: ExpressionTree) { self.tree = tree }

    /// The constant.
    ///
    /// ```swift
    /// Expression(with: 1) + Note.Properties.stars  // 1 + stars
    /// ```
    public convenience init(with literalValueConvertible: any LiteralValueConvertible) {
        self.init(tree: literalValueConvertible.tree)
    }

    /// The parameter.
    ///
    /// ```swift
    /// Expression(with: BindParameter._1) > Note.Properties.stars  // ?1 > stars
    /// ```
    public convenience init(with bindParameter: BindParameter) {
        self.init(tree: bindParameter.tree)
    }

    /// The column.
    ///
    /// ```swift
    /// Expression(with: Note.Properties.title)  // title
    /// ```
    public convenience init(with columnConvertible: any ColumnConvertible) {
        self.init(tree: columnConvertible.tree)
    }

    /// The value of the query's first row and column.
    ///
    /// ```swift
    /// let best = StatementSelect().select(Note.Properties.stars.max()).from("notes")
    /// Note.Properties.stars == Expression(with: best)  // stars == (SELECT MAX(stars) FROM notes)
    /// ```
    public convenience init(with statementSelect: StatementSelect) {
        self.init(tree: statementSelect.tree)
    }

    /// The way in which a trigger gives up.
    ///
    /// ```swift
    /// Expression(with: RaiseFunction().ignore())  // RAISE(IGNORE)
    /// ```
    public convenience init(with raiseFunc: RaiseFunction) { self.init(tree: raiseFunc.tree) }

    /// This expression.
    public func asExpression() -> Expression { self }

    /// The syntax tree of the expression.
    public var expressionSyntax: ExpressionSyntax { ExpressionSyntax(tree) }

    /// The syntax tree of the expression as a result.
    public var resultColumnSyntax: ResultColumnSyntax { ResultColumnSyntax(ResultTree(tree)) }

    /// The expression under a name, as a result.
    ///
    /// ```swift
    /// (Note.Properties.stars * 2).as("points")  // stars * 2 AS points
    /// ```
    public func `as`(_ alias: String) -> ResultColumn { asResultColumn().as(alias) }

    /// The expression as SQL.
    public var description: String { tree.sql }
}

extension Expression: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral
{
    /// `NULL`.
    public convenience init(nilLiteral: ()) { self.init(tree: .null) }

    /// `TRUE` or `FALSE`.
    public convenience init(booleanLiteral value: Bool) {
        self.init(tree: .literal(.boolean(value)))
    }

    /// The integer.
    public convenience init(integerLiteral value: Int) { self.init(tree: .integer(Int64(value))) }

    /// The number.
    public convenience init(floatLiteral value: Double) { self.init(tree: .real(value)) }

    /// The text.
    public convenience init(stringLiteral value: String) { self.init(tree: .text(value)) }
}
