import WCDBSQL

/// How a trigger gives up.
///
/// ```swift
/// RaiseFunction().abort(with: "no")  // RAISE(ABORT, 'no')
/// ```
public final class RaiseFunction: Identifier, ExpressionConvertible {
    private var raise: RaiseTree?

    /// Says nothing yet.
    public init() {}

    /// Leaves the row as it is.
    ///
    /// ```swift
    /// RaiseFunction().ignore()  // RAISE(IGNORE)
    /// ```
    @discardableResult
    public func ignore() -> RaiseFunction { set(.ignore, "") }

    /// Rolls the transaction back.
    ///
    /// ```swift
    /// RaiseFunction().rollback(with: "no such author")  // RAISE(ROLLBACK, 'no such author')
    /// ```
    @discardableResult
    public func rollback(with errorMessage: String) -> RaiseFunction {
        set(.rollback, errorMessage)
    }

    /// Undoes the statement.
    ///
    /// ```swift
    /// let refusal = StatementSelect().select(RaiseFunction().abort(with: "notes are kept"))
    /// StatementCreateTrigger().create(trigger: "keep").before().delete().on(table: "notes")
    ///     .execute(refusal)
    /// // CREATE TRIGGER keep BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'notes are kept');
    /// // END
    /// ```
    @discardableResult
    public func abort(with errorMessage: String) -> RaiseFunction { set(.abort, errorMessage) }

    /// Stops the statement; what it did stays.
    ///
    /// ```swift
    /// RaiseFunction().fail(with: "too many")  // RAISE(FAIL, 'too many')
    /// ```
    @discardableResult
    public func fail(with errorMessage: String) -> RaiseFunction { set(.fail, errorMessage) }

    /// The function as an expression.
    public func asExpression() -> Expression { Expression(with: self) }

    /// The syntax tree of the function.
    public var expressionSyntax: ExpressionSyntax {
        // Nothing was said yet: a column without a name, which prints nothing and is refused.
        ExpressionSyntax(raise.map { .raise($0) } ?? .column(ColumnReference(.empty)))
    }

    /// The function as SQL.
    public var description: String { raise?.sql ?? "" }

    /// A message that is a string literal already stands for its text.
    private func set(_ kind: RaiseTree.Kind, _ message: String) -> RaiseFunction {
        let name = Name(anySpelling: message)
        raise = RaiseTree(kind, message: name.quoting == .singleQuotes ? name.text : message)
        return self
    }
}
