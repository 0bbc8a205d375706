import WCDBSQL

/// What can be looked for in a list, the result of a query, a table, or a table function.
///
/// ```swift
/// Column(named: "id").in(1, 2, 3)          // id IN(1, 2, 3)
/// Column(named: "id").notInTable("hidden")  // id NOT IN hidden
/// ```
public protocol ExpressionInOperable: ExpressionConvertible {}

extension ExpressionInOperable {
    /// `a IN f()`. Arguments are appended with `arguments`, a schema is set with `schema`.
    public func `in`(function: String) -> Expression {
        membership(.function(QualifiedName(Name(spelling: function)), []))
    }

    /// `a NOT IN f()`
    public func notIn(function: String) -> Expression {
        membership(.function(QualifiedName(Name(spelling: function)), []), isNot: true)
    }

    /// `a IN t`
    public func inTable(_ name: String) -> Expression {
        membership(.table(QualifiedName(Name(spelling: name, allowsSingleQuotes: true))))
    }

    /// `a NOT IN t`
    public func notInTable(_ name: String) -> Expression {
        let table = Name(spelling: name, allowsSingleQuotes: true)
        return membership(.table(QualifiedName(table)), isNot: true)
    }

    /// `a IN(SELECT …)`
    public func `in`(_ statementSelect: StatementSelect) -> Expression {
        membership(.select(SubqueryTree(statementSelect.selectTree)))
    }

    /// `a NOT IN(SELECT …)`
    public func notIn(_ statementSelect: StatementSelect) -> Expression {
        membership(.select(SubqueryTree(statementSelect.selectTree)), isNot: true)
    }

    /// `a IN(b, c)`
    public func `in`(_ expressionConvertibleList: any ExpressionConvertible...) -> Expression {
        self.in(expressionConvertibleList)
    }

    /// `a NOT IN(b, c)`
    public func notIn(_ expressionConvertibleList: any ExpressionConvertible...) -> Expression {
        notIn(expressionConvertibleList)
    }

    /// `a IN(b, c)`
    public func `in`(_ expressionConvertibleList: [any ExpressionConvertible]) -> Expression {
        membership(.list(expressionConvertibleList.map(\.tree)))
    }

    /// `a NOT IN(b, c)`
    public func notIn(_ expressionConvertibleList: [any ExpressionConvertible]) -> Expression {
        membership(.list(expressionConvertibleList.map(\.tree)), isNot: true)
    }

    private func membership(
        _ candidates: Membership.Candidates, isNot: Bool = false
    ) -> Expression {
        Expression(tree: .membership(Membership(isNegated: isNot, tree, candidates)))
    }
}
